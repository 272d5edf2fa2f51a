// RUN: pad-opt %s -p 'pad-register-tile{loops=j factors=2 target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// It computes something else.
// CHECK-LABEL: @another_operation
// CHECK: affine.for {{.*}} step 8 {
// CHECK: affine.for {{.*}} step 4 {
// CHECK-NOT: vector.create_mask
// CHECK: affine.for {{.*}} step 4 {
// CHECK: vector.create_mask
func.func @another_operation(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %l: index, %n: index) {
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
    affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n step 4 {
      %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%j)[%n]
      %mask = vector.create_mask %left : vector<4xi1>
      %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
        %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        %u = arith.minimumf %t, %a : vector<4xf32>
        affine.yield %u : vector<4xf32>
      }
      vector.maskedstore %B[%i, %j], %mask, %s : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}

// -----

// It stores to another row.
// CHECK-LABEL: @another_row
// CHECK: affine.for {{.*}} step 8 {
// CHECK: affine.for {{.*}} step 4 {
// CHECK-NOT: vector.create_mask
// CHECK: affine.for {{.*}} step 4 {
// CHECK: vector.create_mask
func.func @another_row(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %l: index, %n: index) {
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
    affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n step 4 {
      %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%j)[%n]
      %mask = vector.create_mask %left : vector<4xi1>
      %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
        %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        %u = arith.maximumf %t, %a : vector<4xf32>
        affine.yield %u : vector<4xf32>
      }
      vector.maskedstore %B[%l, %j], %mask, %s : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}

// -----

// It begins a vector before the whole ones end.
// CHECK-LABEL: @begins_before
// CHECK: affine.for {{.*}} step 8 {
// CHECK: affine.for {{.*}} step 4 {
// CHECK-NOT: vector.create_mask
// CHECK: affine.for {{.*}} step 4 {
// CHECK: vector.create_mask
func.func @begins_before(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %l: index, %n: index) {
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
    affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4 - 4)>()[%n] to %n step 4 {
      %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%j)[%n]
      %mask = vector.create_mask %left : vector<4xi1>
      %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
        %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        %u = arith.maximumf %t, %a : vector<4xf32>
        affine.yield %u : vector<4xf32>
      }
      vector.maskedstore %B[%i, %j], %mask, %s : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}

// -----

// Where whole vectors end, the mask has three lanes on.
// CHECK-LABEL: @fewer_lanes
// CHECK: affine.for {{.*}} step 8 {
// CHECK: affine.for {{.*}} step 4 {
// CHECK-NOT: vector.create_mask
// CHECK: affine.for {{.*}} step 4 {
// CHECK: vector.create_mask
func.func @fewer_lanes(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %l: index, %n: index) {
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
    affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n step 4 {
      %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0 - 1)>(%j)[%n]
      %mask = vector.create_mask %left : vector<4xi1>
      %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
        %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        %u = arith.maximumf %t, %a : vector<4xf32>
        affine.yield %u : vector<4xf32>
      }
      vector.maskedstore %B[%i, %j], %mask, %s : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}

// -----

// The cell that is stored before it would be stored after what comes first.
// CHECK-LABEL: @store_between
// CHECK: affine.for {{.*}} step 8 {
// CHECK: affine.for {{.*}} step 4 {
// CHECK-NOT: vector.create_mask
// CHECK: affine.for {{.*}} step 4 {
// CHECK: vector.create_mask
func.func @store_between(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %l: index, %n: index) {
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
    %one = arith.constant dense<1.0> : vector<4xf32>
    vector.store %one, %B[%i, %n] : memref<?x?xf32>, vector<4xf32>
    affine.for %j = max affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>()[%n] to %n step 4 {
      %left = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%j)[%n]
      %mask = vector.create_mask %left : vector<4xi1>
      %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
        %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
        %u = arith.maximumf %t, %a : vector<4xf32>
        affine.yield %u : vector<4xf32>
      }
      vector.maskedstore %B[%i, %j], %mask, %s : memref<?x?xf32>, vector<4xi1>, vector<4xf32>
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}

// -----

// The rows of the rest are in two loops, so its loops are none that the tile has: it keeps them.
// CHECK-LABEL: @other_loops
// CHECK: affine.for {{.*}} step 8 {
// CHECK: affine.for {{.*}} step 4 {
// CHECK-NOT: vector.create_mask
// CHECK: affine.for {{.*}} step 4 {
// CHECK: vector.create_mask
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %{{.*}} = 2 to 4 {
func.func @other_loops(%A: memref<?x?xf32>, %B: memref<2x4x?xf32>, %l: index, %n: index) {
  affine.for %h = 0 to 2 {
    %zero = arith.constant dense<0.0> : vector<4xf32>
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
      affine.for %i = 0 to 2 {
        %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
          %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
          %u = arith.maximumf %t, %a : vector<4xf32>
          affine.yield %u : vector<4xf32>
        }
        vector.maskedstore %B[%h, %i, %j], %mask, %s : memref<2x4x?xf32>, vector<4xi1>, vector<4xf32>
      }
      affine.for %i = 2 to 4 {
        %s = affine.for %k = 0 to %l iter_args(%t = %zero) -> (vector<4xf32>) {
          %a = vector.maskedload %A[%k, %j], %mask, %zero : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
          %u = arith.maximumf %t, %a : vector<4xf32>
          affine.yield %u : vector<4xf32>
        }
        vector.maskedstore %B[%h, %i, %j], %mask, %s : memref<2x4x?xf32>, vector<4xi1>, vector<4xf32>
      }
    } {pad.loop = "j"}
  } {pad.stage = "compute"}
  func.return
}
