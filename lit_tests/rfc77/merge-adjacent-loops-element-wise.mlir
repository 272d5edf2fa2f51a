// RFC 77, "Utility - Merge Adjacent Loops": element-wise loops.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s -p pad-merge-adjacent-loops -o %t.1.mlir
// RUN: filecheck %s --check-prefix=AFTER < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// BEFORE-LABEL: @func
// BEFORE: affine.for
// BEFORE: affine.for

// AFTER-LABEL: @func
// AFTER: affine.for %[[I:.*]] = 0 to 16 {
// AFTER-NEXT: affine.store %zero, %A[%[[I]]]
// AFTER-NEXT: affine.store %one, %A[%[[I]]]
// AFTER-NEXT: }
// AFTER-NOT: affine.for
func.func @func(%A: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %A[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    affine.store %one, %A[%i] : memref<16xf32>
  }
  func.return
}
