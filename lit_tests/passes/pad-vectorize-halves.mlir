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
