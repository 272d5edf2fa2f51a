// RFC 77, "New Transform - Hoist Expression": a condition that is bound to a name depends on the loop all the same, and
// stays in it.
// With a size in place of 4, and one less in place of 3.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p pad-hoist-expression -o %t.1.mlir
// RUN: filecheck %s --check-prefix=STAYS < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// ORIGINAL-LABEL: @func
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[I]], %last
// ORIGINAL-NEXT: scf.if %[[IN]] {

// STAYS-LABEL: @func
// STAYS-NOT: scf.if
// STAYS: affine.for %[[I:.*]] = 0 to %N {
// STAYS-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[I]], %last
// STAYS-NEXT: scf.if %[[IN]] {
// STAYS-NEXT: affine.store %zero, %A[%[[I]]]
// STAYS-NEXT: }
// STAYS-NEXT: }
func.func @func(%A: memref<?xf32> {pad.name = "A"}, %N: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : index
  %last = arith.subi %N, %one : index
  affine.for %i = 0 to %N {
    %is_in_bounds = arith.cmpi slt, %i, %last : index
    scf.if %is_in_bounds {
      affine.store %zero, %A[%i] : memref<?xf32>
    }
  }
  func.return
}
