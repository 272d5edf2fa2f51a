// RFC 77, "Overcompute vs Branching": the sum over each row, whose guard goes where the padding holds zeros.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)"}, \
// RUN:   pad-apply-layouts,pad-split{loop=j factor=4},pad-simplify' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=BRANCHING < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)" pad=0.0}, \
// RUN:   pad-apply-layouts,pad-split{loop=j factor=4},pad-simplify' -o %t.2.mlir
// RUN: pad-tv %s %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.waste.mlir 2> %t.waste
// RUN: filecheck %s --check-prefix=WASTE < %t.waste
// RUN: pad-opt %t.2.mlir -p 'pad-remove-branching-through-overcompute{stage=compute sizes="N=2..4096"}' -o %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir
// RUN: pad-opt %t.3.mlir -p pad-remove-assume -o %t.4.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.4.mlir
// RUN: pad-tv %t.3.mlir %t.4.mlir

// WASTE: it would be allowed where N >= 2

// ORIGINAL-LABEL: @row_summation(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %M {
// ORIGINAL-NEXT: affine.store %zero, %B[%[[I]]]
// ORIGINAL-NEXT: affine.for %[[J:.*]] = 0 to %N {
// ORIGINAL-NEXT: affine.load %B[%[[I]]]
// ORIGINAL-NEXT: affine.load %A[%[[I]], %[[J]]]

// BRANCHING-LABEL: @row_summation(
// BRANCHING: affine.for %[[I:.*]] = 0 to %M {
// BRANCHING-NEXT: affine.store %zero, %B[%[[I]]]
// BRANCHING-NEXT: affine.for %[[JO:.*]] = 0 to {{.*}}(%N) {
// BRANCHING-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[JO]], %[[JI]]) {
// BRANCHING-NEXT: %[[S:.*]] = affine.load %B[%[[I]]]
// BRANCHING-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// BRANCHING-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// BRANCHING-NEXT: affine.store %[[T]], %B[%[[I]]]

// OVERCOMPUTE-LABEL: @row_summation(
// OVERCOMPUTE-NOT: affine.if
// OVERCOMPUTE: affine.for %[[I:.*]] = 0 to %M {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[I]]]
// OVERCOMPUTE-NEXT: affine.for %[[JO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[JI:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: %[[S:.*]] = affine.load %B[%[[I]]]
// OVERCOMPUTE-NEXT: %[[A:.*]] = affine.load %A[%[[I]], %[[JO]], %[[JI]]]
// OVERCOMPUTE-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[A]]
// OVERCOMPUTE-NEXT: affine.store %[[T]], %B[%[[I]]]
// OVERCOMPUTE-NOT: affine.for
func.func @row_summation(%A: memref<?x?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 1}]}, %M: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %M {
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %j = 0 to %N {
      %s = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
