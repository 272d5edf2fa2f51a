// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// AVX has masks for elements of 32 and 64 bits. What is left of a loop around another one is masked.
// CHECK-LABEL: @row_sums(
// CHECK: dense<[true, true, true, true, true, false, false, false]> : vector<8xi1>
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
func.func @row_sums(%X: memref<4x13xf32>, %Y: memref<13xf32>) {
  affine.for %j = 0 to 13 {
    affine.for %i = 0 to 4 {
      %x = affine.load %X[%i, %j] : memref<4x13xf32>
      %y = affine.load %Y[%j] : memref<13xf32>
      %next = arith.addf %x, %y : f32
      affine.store %next, %Y[%j] : memref<13xf32>
    }
  }
  func.return
}

// -----

// A loop around nothing has a scalar rest: a masked store takes as long as ten others somewhere.
// CHECK-LABEL: @doubled(
// CHECK-NOT: masked
func.func @doubled(%X: memref<13xf32>, %Y: memref<13xf32>) {
  affine.for %j = 0 to 13 {
    %x = affine.load %X[%j] : memref<13xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %Y[%j] : memref<13xf32>
  }
  func.return
}

// -----

// Every second element is loaded by masked vectors.
// CHECK-LABEL: @halves(
// CHECK: vector.maskedload %A[%{{.*}}], %{{.*}} : memref<33xf64>, vector<4xi1>, vector<4xf64> into vector<4xf64>
// CHECK: vector.shuffle
// CHECK: vector.store
func.func @halves(%A: memref<33xf64>, %B: memref<16xf64>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[2 * %i + 1] : memref<33xf64>
    affine.store %a, %B[%i] : memref<16xf64>
  }
  func.return
}
