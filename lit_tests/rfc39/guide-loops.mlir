// RFC 39, guide: an input whose layout has no loops to rewrite, and a computed buffer whose loops follow its layout and are
// then put into another order. Unresolved questions, "How should loops over an array be handled": option 1 keeps them
// (KEPT), option 3 makes those of the layout available by their names (FOLLOWED).
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j, k) -> (i * 64 + j, k floordiv 4, k mod 4)" loops=follow}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=INPUT < %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-transform-layout{buffer=B map="(i, j, k) -> (i floordiv 4, j * 128 + k, i mod 4)"},pad-apply-layouts' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=KEPT < %t.2.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-transform-layout{buffer=B map="(i, j, k) -> (i floordiv 4, j * 128 + k, i mod 4)" loops=follow}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=FOLLOWED < %t.3.mlir
// RUN: pad-opt %t.3.mlir -p 'pad-reorder{loops="B.io","B.ii","B.p1"}' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=REORDERED < %t.4.mlir
//
// The same on a twentieth of the cells.
// RUN: sed 's|16x64x128|8x6x12|g; s|to 16|to 8|; s|to 64|to 6|; s|to 128|to 12|' %s > %t.small.mlir
// RUN: pad-opt %t.small.mlir -p 'pad-transform-layout{buffer=A map="(i, j, k) -> (i * 6 + j, k floordiv 4, k mod 4)" loops=follow}' -o %t.small.1.mlir
// RUN: pad-tv %t.small.mlir %t.small.1.mlir
// RUN: pad-opt %t.small.1.mlir -p 'pad-transform-layout{buffer=B map="(i, j, k) -> (i floordiv 4, j * 12 + k, i mod 4)" loops=follow}' -o %t.small.3.mlir
// RUN: pad-tv %t.small.1.mlir %t.small.3.mlir
// RUN: pad-opt %t.small.3.mlir -p 'pad-reorder{loops="B.io","B.ii","B.p1"}' -o %t.small.4.mlir
// RUN: pad-tv %t.small.3.mlir %t.small.4.mlir

// ORIGINAL-LABEL: @B(%A: memref<16x64x128xf32>, %B: memref<16x64x128xf32>)
// ORIGINAL: affine.for %[[I:.*]] = 0 to 16 {
// ORIGINAL-NEXT: affine.for %[[J:.*]] = 0 to 64 {
// ORIGINAL-NEXT: affine.for %[[K:.*]] = 0 to 128 {
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[J]], %[[K]]]
// ORIGINAL-NEXT: %[[B:.*]] = arith.mulf %{{.*}}, %[[A]]
// ORIGINAL-NEXT: affine.store %[[B]], %B[%[[I]], %[[J]], %[[K]]]

// INPUT-LABEL: @B(%A: memref<1024x32x4xf32> {{.*}}, %B: memref<16x64x128xf32>)
// INPUT: affine.for %[[I:.*]] = 0 to 16 {
// INPUT-NEXT: affine.for %[[J:.*]] = 0 to 64 {
// INPUT-NEXT: affine.for %[[K:.*]] = 0 to 128 {
// INPUT-NEXT: %[[A:.*]] = affine.load %A[%[[I]] * 64 + %[[J]], %[[K]] floordiv 4, %[[K]] mod 4]
// INPUT-NEXT: %[[B:.*]] = arith.mulf %{{.*}}, %[[A]]
// INPUT-NEXT: affine.store %[[B]], %B[%[[I]], %[[J]], %[[K]]]

// KEPT-LABEL: @B(%A: memref<1024x32x4xf32> {{.*}}, %B: memref<4x8192x4xf32>
// KEPT: affine.for %[[I:.*]] = 0 to 16 {
// KEPT-NEXT: affine.for %[[J:.*]] = 0 to 64 {
// KEPT-NEXT: affine.for %[[K:.*]] = 0 to 128 {
// KEPT-NEXT: %[[A:.*]] = affine.load %A[%[[I]] * 64 + %[[J]], %[[K]] floordiv 4, %[[K]] mod 4]
// KEPT-NEXT: %[[B:.*]] = arith.mulf %{{.*}}, %[[A]]
// KEPT-NEXT: affine.store %[[B]], %B[%[[I]] floordiv 4, %[[J]] * 128 + %[[K]], %[[I]] mod 4]

// i_outer, jk_merged, i_inner: i is 4*i_outer + i_inner, j is jk_merged // 128, k is jk_merged % 128.
// FOLLOWED-LABEL: @B(%A: memref<1024x32x4xf32> {{.*}}, %B: memref<4x8192x4xf32>
// FOLLOWED: affine.for %[[IO:.*]] = 0 to 4 {
// FOLLOWED-NEXT: affine.for %[[JK:.*]] = 0 to 8192 {
// FOLLOWED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// FOLLOWED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 256 + %[[II]] * 64 + %[[JK]] floordiv 128, (%[[JK]] mod 128) floordiv 4, %[[JK]] mod 4]
// FOLLOWED-NEXT: %[[B:.*]] = arith.mulf %{{.*}}, %[[A]]
// FOLLOWED-NEXT: affine.store %[[B]], %B[%[[IO]], %[[JK]], %[[II]]]

// `s[B].reorder(i_outer, i_inner, jk_merged)`.
// REORDERED-LABEL: @B(%A: memref<1024x32x4xf32> {{.*}}, %B: memref<4x8192x4xf32>
// REORDERED: affine.for %[[IO:.*]] = 0 to 4 {
// REORDERED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// REORDERED-NEXT: affine.for %[[JK:.*]] = 0 to 8192 {
// REORDERED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 256 + %[[II]] * 64 + %[[JK]] floordiv 128, (%[[JK]] mod 128) floordiv 4, %[[JK]] mod 4]
// REORDERED-NEXT: %[[B:.*]] = arith.mulf %{{.*}}, %[[A]]
// REORDERED-NEXT: affine.store %[[B]], %B[%[[IO]], %[[JK]], %[[II]]]
func.func @B(%A: memref<16x64x128xf32>, %B: memref<16x64x128xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 128 {
        %a = affine.load %A[%i, %j, %k] : memref<16x64x128xf32>
        %b = arith.mulf %two, %a : f32
        affine.store %b, %B[%i, %j, %k] : memref<16x64x128xf32>
      }
    }
  } {pad.stage = "B"}
  func.return
}
