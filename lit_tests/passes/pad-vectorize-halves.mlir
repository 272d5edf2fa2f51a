// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=znver4}' --split-input-file | filecheck %s

// Of vectors of 16 a tile of 8 may be left, of vectors of 8 none: two of these begin in a cycle.
// CHECK-LABEL: @tiles_of_8
// CHECK: affine.for %{{.*}} = 0 to {{.*}} step 8 {
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<8xf32>
// CHECK-NOT: affine.for
func.func @tiles_of_8(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<(d0) -> (d0 ceildiv 8 * 8)>(%n) {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Neither of vectors of 16 is anything left, nor is it known of any how much.
// CHECK-LABEL: @others
// CHECK: affine.for %{{.*}} = 0 to {{.*}} step 16 {
// CHECK: affine.for %{{.*}} = 0 to {{.*}} step 16 {
// CHECK: affine.for %{{.*}} = max {{.*}} to {{.*}} {
// CHECK-NOT: affine.for
func.func @others(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<(d0) -> (d0 ceildiv 32 * 32)>(%n) {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Rows of C begin anywhere, but are loaded once for all of %k: whole vectors of B's panels.
// CHECK-LABEL: @rows_anywhere
// CHECK: vector.load %B{{.*}} vector<16xf32>
func.func @rows_anywhere(%A: memref<2x12xf32>, %B: memref<2x12x16xf32>, %C: memref<2x33xf32>) {
  affine.for %j = 0 to 32 {
    affine.for %i = 0 to 2 {
      affine.for %k = 0 to 12 {
        %c = affine.load %C[%i, %j] : memref<2x33xf32>
        %a = affine.load %A[%i, %k] : memref<2x12xf32>
        %b = affine.load %B[%j floordiv 16, %k, %j mod 16] : memref<2x12x16xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<2x33xf32>
      }
    }
  }
  func.return
}
