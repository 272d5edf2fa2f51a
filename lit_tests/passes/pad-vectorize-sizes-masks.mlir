// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// Around a loop, what whole vectors may leave is one vector with a mask.
// CHECK-LABEL: @columns
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 16) * 16)>()[%n] step 16 {
// CHECK-NEXT: affine.for
// CHECK-NEXT: vector.load {{.*}} vector<16xf32>
// CHECK: affine.for %[[J:.*]] = max affine_map<()[s0] -> (0, (s0 floordiv 16) * 16)>()[%n] to %n step 16 {
// CHECK-NEXT: %[[LEFT:.*]] = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%[[J]])[%n]
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<16xi1>
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %m {
// CHECK-NEXT: %[[A:.*]] = vector.maskedload %A[%[[I]], %[[J]]], %[[MASK]], %
// CHECK-NEXT: vector.maskedstore %B[%[[I]], %[[J]]], %[[MASK]], %[[A]]
func.func @columns(%A: memref<?x?xf32>, %B: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// So it is of tiles that are half as wide as a vector.
// CHECK-LABEL: @tiles
// CHECK: affine.for %{{.*}} = max {{.*}} to affine_map<()[s0] -> (((s0 + 7) floordiv 8) * 8)>()[%n] step 16 {
// CHECK: vector.create_mask
func.func @tiles(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %m: index, %n: index) {
  affine.for %j = 0 to affine_map<()[s0] -> (((s0 + 7) floordiv 8) * 8)>()[%n] {
    affine.for %i = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A number of steps of two; the first iteration is the third.
// CHECK-LABEL: @steps
// CHECK: affine.for %[[J:.*]] = max affine_map<()[s0] -> (2, ((s0 - 5) floordiv 32) * 32 + 2)>()[%n] to affine_map<()[s0] -> (s0 - 3)>()[%n] step 32 {
// CHECK-NEXT: %[[LEFT:.*]] = affine.apply affine_map<(d0)[s0] -> ((s0 - 3 - d0) ceildiv 2)>(%[[J]])[%n]
// CHECK-NEXT: vector.create_mask %[[LEFT]] : vector<16xi1>
func.func @steps(%A: memref<8x?xi32>, %B: memref<?xi32>,
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.for %j = 2 to affine_map<()[s0] -> (s0 - 3)>()[%n] step 2 {
    %r = affine.for %k = 0 to 8 iter_args(%t = %zero) -> (i32) {
      %a = affine.load %A[%k, %j floordiv 2] : memref<8x?xi32>
      %u = arith.addi %t, %a : i32
      affine.yield %u : i32
    }
    affine.store %r, %B[%j floordiv 2] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A sum goes on with the same lanes; those that are off keep what they have.
// CHECK-LABEL: @sum
// CHECK: %[[WHOLE:.*]] = affine.for %{{.*}} = 0 to affine_map<()[s0] -> ((s0 floordiv 16) * 16)>()[%n] step 16 iter_args
// CHECK: %[[ALL:.*]] = affine.for %{{.*}} to %n step 16 iter_args(%[[OLD:.*]] = %[[WHOLE]]) -> (vector<16xi32>) {
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[NEW:.*]] = affine.for
// CHECK: %[[KEPT:.*]] = arith.select %[[MASK]], %[[NEW]], %[[OLD]]
// CHECK-NEXT: affine.yield %[[KEPT]]
// CHECK: vector.reduction <add>, %[[ALL]], %zero : vector<16xi32> into i32
func.func @sum(%A: memref<8x?xi32>, %n: index {pad.size = [{of = "A", dim = 1}]}) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = affine.for %j = 0 to %n iter_args(%s = %zero) -> (i32) {
    %r = affine.for %k = 0 to 8 iter_args(%t = %s) -> (i32) {
      %a = affine.load %A[%k, %j] : memref<8x?xi32>
      %u = arith.addi %t, %a : i32
      affine.yield %u : i32
    }
    affine.yield %r : i32
  }
  func.return %sum : i32
}

// -----

// So it is without a loop inside.
// CHECK-LABEL: @flat
// CHECK: affine.for %[[J:.*]] = max {{.*}} to %n step 16 {
// CHECK-NEXT: %[[LEFT:.*]] = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%[[J]])[%n]
// CHECK-NEXT: %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<16xi1>
// CHECK-NEXT: %[[A:.*]] = vector.maskedload %A[%[[J]]], %[[MASK]], %
// CHECK-NEXT: vector.maskedstore %B[%[[J]]], %[[MASK]], %[[A]]
// CHECK-NOT: affine.for
func.func @flat(%A: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %j = 0 to %n {
    %a = affine.load %A[%j] : memref<?xf32>
    affine.store %a, %B[%j] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Lanes that are off might divide by zero.
// CHECK-LABEL: @quotients
// CHECK: arith.divsi {{.*}} vector<16xi32>
// CHECK: affine.for %{{.*}} = max {{.*}} to %n {
// CHECK-NEXT: affine.for
// CHECK-NOT: vector.create_mask
// CHECK: arith.divsi {{.*}} i32
func.func @quotients(%A: memref<8x?xi32>, %B: memref<8x?xi32>,
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}) {
  affine.for %j = 0 to %n {
    affine.for %k = 0 to 8 {
      %a = affine.load %A[%k, %j] : memref<8x?xi32>
      %b = affine.load %B[%k, %j] : memref<8x?xi32>
      %q = arith.divsi %a, %b : i32
      affine.store %q, %A[%k, %j] : memref<8x?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Of falling order the lowest lane may be off, and lie before the buffer: what is left runs one by
// one.
// CHECK-LABEL: @falling
// CHECK: affine.for %{{.*}} step 16 {
// CHECK: vector.maskedload
// CHECK: affine.for %{{.*}} = max {{.*}} to %n {
// CHECK-NEXT: affine.load
// CHECK-NOT: vector.create_mask
func.func @falling(%A: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %j = 0 to %n {
    %a = affine.load %A[%n - %j - 1] : memref<?xf32>
    affine.store %a, %B[%j] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
