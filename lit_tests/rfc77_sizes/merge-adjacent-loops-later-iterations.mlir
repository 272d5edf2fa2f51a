// RFC 77, "Utility - Merge Adjacent Loops": the second loop reads what a later iteration of the first one writes, so the
// loops stay two.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s --verify-diagnostics -p pad-merge-adjacent-loops -o %t.1.mlir
// RUN: filecheck %s --check-prefix=STAYS < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// STAYS-LABEL: @func
// STAYS: affine.for %[[I:.*]] = 0 to %M {
// STAYS: %[[V:.*]] = arith.sitofp
// STAYS-NEXT: affine.store %[[V]], %A[%[[I]]]
// STAYS-NEXT: }
// STAYS-NEXT: affine.for %[[J:.*]] = 0 to %M {
// STAYS-NEXT: affine.if affine_set<(d0) : (d0 - 1 >= 0, -d0 + 14 >= 0)>(%[[J]]) {
// STAYS-NEXT: %[[P:.*]] = affine.load %A[%[[J]] - 1]
// STAYS-NEXT: %[[A:.*]] = affine.load %A[%[[J]]]
// STAYS-NEXT: %[[N:.*]] = affine.load %A[%[[J]] + 1]
// STAYS-NEXT: %[[S:.*]] = arith.addf %[[P]], %[[A]]
// STAYS-NEXT: %[[T:.*]] = arith.addf %[[S]], %[[N]]
// STAYS-NEXT: affine.store %[[T]], %A[%[[J]]]
func.func @func(%A: memref<?xf32> {pad.name = "A"}, %N: index, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %M {
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    affine.store %v, %A[%i] : memref<?xf32>
  }
  // expected-remark@+1 {{iteration [2] of the first loop writes A[2], which iteration [1] of the second loop reads}}
  affine.for %i = 0 to %M {
    affine.if affine_set<(d0) : (d0 - 1 >= 0, 14 - d0 >= 0)>(%i) {
      %p = affine.load %A[%i - 1] : memref<?xf32>
      %a = affine.load %A[%i] : memref<?xf32>
      %n = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %p, %a : f32
      %t = arith.addf %s, %n : f32
      affine.store %t, %A[%i] : memref<?xf32>
    }
  }
  func.return
}
