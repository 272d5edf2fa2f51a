// RFC 77, "New Utility - Reorder Loops According to Buffer": where the initialisation needs the previous sum, it cannot
// be split off, and the order of the input is refused: i = 1 loads the sum that i = 0 stores.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"}, \
// RUN:   pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: not pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A}' 2>&1 | filecheck %s --check-prefix=REFUSED

// ORIGINAL-LABEL: @conv1d_cumsum(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: affine.if affine_set<(d0) : (d0 == 0)>(%[[I]]) {
// ORIGINAL-NEXT: affine.store %{{.*}}, %B[%[[I]]]
// ORIGINAL-NEXT: } else {
// ORIGINAL-NEXT: affine.load %B[%[[I]] - 1]
// ORIGINAL-NEXT: affine.store %{{.*}}, %B[%[[I]]]
// ORIGINAL: affine.for %[[F:.*]] = 0 to 3 {

// TRANSFORMED-LABEL: @conv1d_cumsum(
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: affine.if affine_set<(d0) : (d0 == 0)>(%[[I]]) {
// TRANSFORMED-NEXT: affine.store %{{.*}}, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: } else {
// TRANSFORMED-NEXT: affine.load %B[(%[[I]] - 1) floordiv 4, (%[[I]] - 1) mod 4]
// TRANSFORMED-NEXT: affine.store %{{.*}}, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED: affine.for %[[F:.*]] = 0 to 3 {
// TRANSFORMED-NEXT: affine.load %B[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: affine.load %F[%[[F]]]
// TRANSFORMED-NEXT: affine.load %A[(%[[I]] + %[[F]]) floordiv 4, (%[[I]] + %[[F]]) mod 4]
// TRANSFORMED: affine.store %{{.*}}, %B[%[[I]] floordiv 4, %[[I]] mod 4]

// REFUSED: error: the stage cannot run in the order of A: 'affine.store' in iteration [0, 0] and 'affine.load' in iteration [1] access the same cell of B, and would change order
func.func @conv1d_cumsum(%A: memref<?xi32> {pad.name = "A"}, %F: memref<3xi32>, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "B", dim = 0}]}, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %N {
    affine.if affine_set<(d0) : (d0 == 0)>(%i) {
      affine.store %zero, %B[%i] : memref<?xi32>
    } else {
      %p = affine.load %B[%i - 1] : memref<?xi32>
      affine.store %p, %B[%i] : memref<?xi32>
    }
    affine.for %f = 0 to 3 {
      %b = affine.load %B[%i] : memref<?xi32>
      %w = affine.load %F[%f] : memref<3xi32>
      %a = affine.load %A[%i + %f] : memref<?xi32>
      %p = arith.muli %w, %a : i32
      %s = arith.addi %b, %p : i32
      affine.store %s, %B[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
