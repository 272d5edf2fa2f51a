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

// -----

// So is what is left of a number that is known at run time only, around a loop.
// CHECK-LABEL: @columns(
// CHECK: vector.load {{.*}} vector<8xf32>
// CHECK: affine.for %[[J:.*]] = max affine_map<()[s0] -> (0, (s0 floordiv 8) * 8)>()[%n] to %n step 8 {
// CHECK: vector.create_mask %{{.*}} : vector<8xi1>
// CHECK: affine.for
// CHECK-NEXT: vector.maskedload
// CHECK-NEXT: vector.maskedstore
func.func @columns(%A: memref<?x?xf32>, %B: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  }
  func.return
}

// -----

// Around nothing, it is scalar.
// CHECK-LABEL: @doubled_row(
// CHECK-NOT: masked
func.func @doubled_row(%X: memref<?xf32>, %Y: memref<?xf32>,
    %n: index {pad.size = [{of = "X", dim = 0}, {of = "Y", dim = 0}]}) {
  affine.for %j = 0 to %n {
    %x = affine.load %X[%j] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %Y[%j] : memref<?xf32>
  }
  func.return
}
