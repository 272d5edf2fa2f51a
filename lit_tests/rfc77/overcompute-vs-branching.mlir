// RFC 77, "Overcompute vs Branching": the sum over each row, whose guard goes where the padding holds zeros.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)"}, \
// RUN:   pad-apply-layouts,pad-split{loop=j factor=4},pad-simplify' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=BRANCHING < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)" pad=0.0}, \
// RUN:   pad-apply-layouts,pad-split{loop=j factor=4},pad-simplify' -o %t.2.mlir
// RUN: pad-tv %s %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p pad-remove-assume -o %t.4.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir

// ORIGINAL-LABEL: @row_summation(%A: memref<16x14xf32>, %B: memref<16xf32>)
// ORIGINAL: affine.for %[[I:.*]] = 0 to 16 {
// ORIGINAL-NEXT: affine.store %zero, %B[%[[I]]]
// ORIGINAL-NEXT: affine.for %[[J:.*]] = 0 to 14 {
// ORIGINAL-NEXT: affine.load %B[%[[I]]]
// ORIGINAL-NEXT: affine.load %A[%[[I]], %[[J]]]

// BRANCHING-LABEL: @row_summation(%A: memref<16x4x4xf32>{{.*}}, %B: memref<16xf32>
// BRANCHING: affine.for %[[I:.*]] = 0 to 16 {
// BRANCHING-NEXT: affine.store %zero, %B[%[[I]]]
// BRANCHING-NEXT: affine.for %[[JO:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[JO]], %[[JI]]) {
// BRANCHING-NEXT: %[[S:.*]] = affine.load %B[%[[I]]]
// BRANCHING-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// BRANCHING-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// BRANCHING-NEXT: affine.store %[[T]], %B[%[[I]]]

// OVERCOMPUTE-LABEL: @row_summation(%A: memref<16x4x4xf32>{{.*}}, %B: memref<16xf32>
// OVERCOMPUTE-NOT: affine.if
// OVERCOMPUTE: affine.for %[[I:.*]] = 0 to 16 {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[I]]]
// OVERCOMPUTE-NEXT: affine.for %[[JO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %B[%[[I]]]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %B[%[[I]]]
// OVERCOMPUTE-NOT: affine.for
func.func @row_summation(%A: memref<16x14xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %j = 0 to 14 {
      %s = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i, %j] : memref<16x14xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
