// RUN: pad-opt %s -p 'pad-register-tile{loops=j,i factors=2,2 target-cpu=x86-64-v4}' | filecheck %s

// The loop over rows in the rest with masks is copied as the one before it, so that both are the same
// but for the mask, and what tiles leave of whole vectors goes to that rest.
// CHECK-LABEL: @columns_outside
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((((s0 floordiv 4) * 4) floordiv 8) * 8)>()[%n] step 8 {
// CHECK: affine.for %{{.*}} = 0 to 4 step 2 {
// CHECK: %{{.*}}, %{{.*}} = affine.for %{{.*}} = 0 to %l iter_args(
// CHECK-COUNT-4: vector.store
// CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, (((s0 floordiv 4) * 4) floordiv 8) * 8)>()[%n] to %n step 4 {
// CHECK: vector.create_mask
// CHECK: affine.for %{{.*}} = 0 to 4 step 2 {
// CHECK: %{{.*}} = affine.for %{{.*}} = 0 to %l iter_args(
// CHECK-COUNT-2: vector.maskedstore
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @columns_outside(%A: memref<?x?xf32>, %B: memref<2x4x?xf32>, %l: index, %n: index) {
  %zero = arith.constant dense<0.0> : vector<4xf32>
  affine.for %h = 0 to 2 {
    affine.for %j = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] step 4 {
      affine.for %i = 0 to 4 {
        %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
          %a = vector.load %A[%k, %j] : memref<?x?xf32>, vector<4xf32>
          %u = arith.maximumf %t, %a : vector<4xf32>
          affine.yield %u : vector<4xf32>
        }
        vector.store %s, %B[%h, %i, %j] : memref<2x4x?xf32>, vector<4xf32>
      } {pad.loop = "i"}
    } {pad.loop = "j"}
    affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n step 4 {
      %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%j)[%n]
      %mask = vector.create_mask %left : vector<4xi1>
      affine.for %i = 0 to 4 {
        %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
          %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
          %u = arith.maximumf %t, %a : vector<4xf32>
          affine.yield %u : vector<4xf32>
        }
        vector.maskedstore %B[%h, %i, %j], %mask, %s : memref<2x4x?xf32>, vector<4xi1>, vector<4xf32>
      } {pad.loop = "i"}
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}
