// RFC 77, "Utility - Merge Adjacent Loops": element-wise loops.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s -p pad-merge-adjacent-loops -o %t.1.mlir
// RUN: filecheck %s --check-prefix=AFTER < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// BEFORE-LABEL: @func
// BEFORE: affine.for
// BEFORE: affine.for

// AFTER-LABEL: @func
// AFTER: affine.for %[[I:.*]] = 0 to %M {
// AFTER-NEXT: affine.store %zero, %A[%[[I]]]
// AFTER-NEXT: affine.store %one, %A[%[[I]]]
// AFTER-NEXT: }
// AFTER-NOT: affine.for
func.func @func(%A: memref<?xf32> {pad.name = "A"}, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %M {
    affine.store %zero, %A[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %M {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  func.return
}
