// RFC 77, "New Primitive - Remove Branching Through Overcompute": a convolution whose stores to the padding are
// overwritten by those of zeros. The RFC leaves out the weights, and reads row 4 of a buffer of 4 rows where the guard
// is gone; here the sum has the weights, and the index is clamped. `io == 3 and ii >= 2` is written `4*io + ii >= 14`, and
// sums are in another order.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=INPUT < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-apply-layouts' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OUTPUT < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=B},pad-simplify' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.kept.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=OUT-OF-BOUNDS < %t.remarks
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.kept.mlir
// RUN: pad-opt %t.3.mlir -p 'pad-remove-branching-through-overcompute{stage=compute index=clamp}' -o %t.4.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir

// ORIGINAL-LABEL: @func(%A: memref<16xf32>, %F: memref<3xf32>, %B: memref<14xf32>)
// ORIGINAL: affine.for %[[I:.*]] = 0 to 14 {
// ORIGINAL-NEXT: affine.store %zero, %B[%[[I]]]
// ORIGINAL-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// ORIGINAL-NEXT: affine.load %B[%[[I]]]
// ORIGINAL-NEXT: affine.load %F[%[[F]]]
// ORIGINAL-NEXT: affine.load %A[%[[I]] + %[[F]]]

// INPUT-LABEL: @func(%A: memref<4x4xf32>{{.*}}, %F: memref<3xf32>, %B: memref<14xf32>)
// INPUT: affine.for %[[I:.*]] = 0 to 14 {
// INPUT-NEXT: affine.store %zero, %B[%[[I]]]
// INPUT-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// INPUT-NEXT: affine.load %B[%[[I]]]
// INPUT-NEXT: affine.load %F[%[[F]]]
// INPUT-NEXT: affine.load %A[(%[[I]] + %[[F]]) floordiv 4, (%[[I]] + %[[F]]) mod 4]

// OUTPUT-LABEL: @func(%A: memref<4x4xf32>{{.*}}, %F: memref<3xf32>, %B: memref<4x4xf32>
// OUTPUT: affine.for %[[I:.*]] = 0 to 14 {
// OUTPUT-NEXT: affine.store %zero, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// OUTPUT-NEXT: affine.load %B[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT-NEXT: affine.load %F[%[[F]]]
// OUTPUT-NEXT: affine.load %A[(%[[I]] + %[[F]]) floordiv 4, (%[[I]] + %[[F]]) mod 4]
// OUTPUT: affine.store %{{.*}}, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// OUTPUT: affine.for %[[IO:.*]] = 0 to 4 {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OUTPUT-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[IO]], %[[II]]) {
// OUTPUT-NEXT: %[[PAD:.*]] = arith.constant 0.000000e+00 : f32
// OUTPUT-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]

// SEQUENTIAL-LABEL: @func(%A: memref<4x4xf32>{{.*}}, %F: memref<3xf32>, %B: memref<4x4xf32>
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// SEQUENTIAL-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[(%[[II]] + %[[F]]) floordiv 4 + %[[IO]], (%[[II]] + %[[F]]) mod 4]
// SEQUENTIAL-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// SEQUENTIAL-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// SEQUENTIAL-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// SEQUENTIAL: affine.for %[[PO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[PO]], %[[PI]]) {
// SEQUENTIAL-NEXT: %[[PAD:.*]] = arith.constant 0.000000e+00 : f32
// SEQUENTIAL-NEXT: affine.store %[[PAD]], %B[%[[PO]], %[[PI]]]

// OUT-OF-BOUNDS: remark: {{.*}} guard kept: without the guard, 'affine.load' would access A[4, 0], out of bounds

// OVERCOMPUTE-LABEL: @func(%A: memref<4x4xf32>{{.*}}, %F: memref<3xf32>, %B: memref<4x4xf32>
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// OVERCOMPUTE-NEXT: %[[R:.*]] = affine.min affine_map<(d0, d1, d2) -> ((d0 + d1) floordiv 4 + d2, 3)>(%[[II]], %[[F]], %[[IO]])
// OVERCOMPUTE-NEXT: %[[C:.*]] = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%[[II]], %[[F]])
// OVERCOMPUTE-NEXT: %[[A:.*]] = memref.load %A[%[[R]], %[[C]]]
// OVERCOMPUTE-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// OVERCOMPUTE-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// OVERCOMPUTE-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE: affine.for %[[PO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%[[PO]], %[[PI]]) {
// OVERCOMPUTE-NEXT: %[[PAD:.*]] = arith.constant 0.000000e+00 : f32
// OVERCOMPUTE-NEXT: affine.store %[[PAD]], %B[%[[PO]], %[[PI]]]
func.func @func(%A: memref<16xf32>, %F: memref<3xf32>, %B: memref<14xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %zero, %B[%i] : memref<14xf32>
    affine.for %f = 0 to 3 {
      %b = affine.load %B[%i] : memref<14xf32>
      %w = affine.load %F[%f] : memref<3xf32>
      %a = affine.load %A[%i + %f] : memref<16xf32>
      %p = arith.mulf %w, %a : f32
      %s = arith.addf %b, %p : f32
      affine.store %s, %B[%i] : memref<14xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
