// RUN: pad-opt %s -p 'pad-register-tile{loops=j factors=2 target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// What tiles of two vectors leave of the whole ones goes to the loop with masks, which have all
// lanes on there.
// CHECK-LABEL: @columns
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((((s0 floordiv 4) * 4) floordiv 8) * 8)>()[%n] step 8 {
// CHECK: %{{.*}}, %{{.*}} = affine.for %{{.*}} = 0 to %l iter_args(
// CHECK: affine.for %[[J:.*]] = max affine_map<()[s0] -> (0, (((s0 floordiv 4) * 4) floordiv 8) * 8)>()[%n] to %n step 4 {
// CHECK: vector.create_mask
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @columns(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %l: index, %n: index) {
  affine.for %i = 0 to 4 {
    %zero = arith.constant dense<0.0> : vector<4xf32>
    affine.for %j = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] step 4 {
      %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
        %a = vector.load %A[%k, %j] : memref<?x?xf32>, vector<4xf32>
        %u = arith.maximumf %t, %a : vector<4xf32>
        affine.yield %u : vector<4xf32>
      }
      vector.store %s, %B[%i, %j] : memref<?x?xf32>, vector<4xf32>
    } {pad.loop = "j"}
    %none = arith.constant dense<0.0> : vector<4xf32>
    affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n step 4 {
      %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%j)[%n]
      %mask = vector.create_mask %left : vector<4xi1>
      %s = affine.for %k = 0 to %l iter_args(%t = %none) -> (vector<4xf32>) {
        %a = vector.maskedload %A[%k, %j], %mask, %none : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        %u = arith.maximumf %t, %a : vector<4xf32>
        affine.yield %u : vector<4xf32>
      }
      vector.maskedstore %B[%i, %j], %mask, %s : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}
