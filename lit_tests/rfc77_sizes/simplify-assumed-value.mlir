// RFC 77, "Enhancement - Simplify": what is assumed of a cell is used, until the cell is written.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s -p pad-simplify -o %t.1.mlir
// RUN: filecheck %s --check-prefix=AFTER < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// BEFORE-LABEL: @func
// BEFORE: pad.assume
// BEFORE-NEXT: affine.load %A[0]
// BEFORE-NEXT: affine.load %B[0]

// AFTER-LABEL: @func
// AFTER: %[[B:.*]] = affine.load %B[0]
// AFTER-NEXT: %[[HOLDS:.*]] = arith.cmpi eq, %[[B]], %zero
// AFTER-NEXT: pad.assume %[[HOLDS]]
// AFTER-NEXT: %[[A:.*]] = affine.load %A[0]
// AFTER-NOT: affine.load %B
// AFTER: %[[FIRST:.*]] = arith.constant 0 : i32
// AFTER-NEXT: %[[C:.*]] = arith.cmpi eq, %[[A]], %[[FIRST]]
// AFTER-NEXT: scf.if %[[C]] {
// AFTER-NEXT: affine.for %[[I:.*]] = 0 to %M {
// AFTER-NEXT: %[[S:.*]] = affine.load %B[0]
// AFTER-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// AFTER-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// AFTER-NEXT: affine.store %[[T]], %B[0]
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %B: memref<1xi32>, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  %known = affine.load %B[0] : memref<1xi32>
  %holds = arith.cmpi eq, %known, %zero : i32
  pad.assume %holds {pad.user} : i1
  %a0 = affine.load %A[0] : memref<?xi32>
  %b0 = affine.load %B[0] : memref<1xi32>
  %same = arith.cmpi eq, %a0, %b0 : i32
  scf.if %same {
    affine.for %i = 0 to %M {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<?xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  }
  func.return
}
