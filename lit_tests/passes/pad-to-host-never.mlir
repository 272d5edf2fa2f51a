// REQUIRES: mlir
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s

// What is never run gives what it starts with, and which loops LLVM is told of is known beside it.
// CHECK: define {{.*}} @never(
// CHECK-COUNT-2: br i1
// CHECK-NOT: br i1
// CHECK: ret float %7
func.func @never(%A: memref<?x?xf32>, %x: f32, %n: index) -> f32 {
  %one = arith.constant dense<1.0> : vector<8xf32>
  %r = affine.for %i = 4 to 4 iter_args(%s = %x) -> (f32) {
    affine.for %j = 0 to %n {
      affine.store %s, %A[%j, %i] : memref<?x?xf32>
    }
    affine.yield %s : f32
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %v = vector.load %A[%i, %j] : memref<?x?xf32>, vector<8xf32>
      %w = arith.addf %v, %one : vector<8xf32>
      vector.store %w, %A[%i, %j] : memref<?x?xf32>, vector<8xf32>
    }
  }
  func.return %r : f32
}
