// RFC 77, "New Transform - Hoist Expression": a condition that is bound to a name depends on the loop all the same, and
// stays in it.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p pad-hoist-expression -o %t.1.mlir
// RUN: filecheck %s --check-prefix=STAYS < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// ORIGINAL-LABEL: @func
// ORIGINAL: affine.for %[[I:.*]] = 0 to 4 {
// ORIGINAL-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[I]], %c3
// ORIGINAL-NEXT: scf.if %[[IN]] {

// STAYS-LABEL: @func
// STAYS-NOT: scf.if
// STAYS: affine.for %[[I:.*]] = 0 to 4 {
// STAYS-NEXT: %[[IN:.*]] = arith.cmpi slt, %[[I]], %c3
// STAYS-NEXT: scf.if %[[IN]] {
// STAYS-NEXT: affine.store %zero, %A[%[[I]]]
// STAYS-NEXT: }
// STAYS-NEXT: }
func.func @func(%A: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    %is_in_bounds = arith.cmpi slt, %i, %c3 : index
    scf.if %is_in_bounds {
      affine.store %zero, %A[%i] : memref<4xf32>
    }
  }
  func.return
}
