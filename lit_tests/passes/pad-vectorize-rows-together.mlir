// RUN: pad-opt %s -p 'pad-vectorize{target-cpu="znver4:l1=1"}' --split-input-file | filecheck %s

// Each of 17 rows of B is another line: 16 lines are gone when rows 8 to 15 of A come, so that
// both halves of a line are stored together.
// CHECK-LABEL: @long(
// CHECK: affine.for %[[J:.*]] = 0 to 16 step 16 {
// CHECK: affine.for %[[I:.*]] = 0 to 16 step 8 {
// CHECK-COUNT-16: vector.load %A[{{.*}}, %[[I]]] : memref<18x17xf32>, vector<8xf32>
// CHECK-NOT: vector.load
// CHECK: vector.store %{{.*}}, %B[%[[I]], %[[J]]] : memref<17x18xf32>, vector<8xf32>
// CHECK: affine.for %{{.*}} = 16 to 18 step 2 {
// CHECK: vector.maskedstore
func.func @long(%A: memref<18x17xf32>, %B: memref<17x18xf32>) {
  affine.for %j = 0 to 18 {
    affine.for %i = 0 to 17 {
      %a = affine.load %A[%j, %i] : memref<18x17xf32>
      affine.store %a, %B[%i, %j] : memref<17x18xf32>
    }
  }
  func.return
}

// -----

// Of 16 rows all lines are still there.
// CHECK-LABEL: @short(
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 {
// CHECK-COUNT-8: vector.load
// CHECK-NOT: vector.load
// CHECK: vector.store
func.func @short(%A: memref<18x16xf32>, %B: memref<16x18xf32>) {
  affine.for %j = 0 to 18 {
    affine.for %i = 0 to 16 {
      %a = affine.load %A[%j, %i] : memref<18x16xf32>
      affine.store %a, %B[%i, %j] : memref<16x18xf32>
    }
  }
  func.return
}

// -----

// What rows carry on is one value for each lane of a block.
// CHECK-LABEL: @carried(
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 iter_args(%{{.*}} = %{{.*}}) -> (vector<8xf32>) {
func.func @carried(%A: memref<16x17xf32>, %B: memref<17x16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 16 {
    %last = affine.for %i = 0 to 17 iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%j, %i] : memref<16x17xf32>
      %next = arith.subf %a, %s : f32
      affine.store %next, %B[%i, %j] : memref<17x16xf32>
      affine.yield %next : f32
    }
  }
  func.return
}

// -----

// Nor do blocks go together where each row updates one cell, which the loop inside carries.
// CHECK-LABEL: @updated(
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 iter_args(%{{.*}} = %{{.*}}) -> (vector<8xf32>) {
func.func @updated(%A: memref<16x17xf32>, %B: memref<17x16xf32>, %S: memref<16xf32>) {
  affine.for %j = 0 to 16 {
    affine.for %i = 0 to 17 {
      %a = affine.load %A[%j, %i] : memref<16x17xf32>
      %s = affine.load %S[%j] : memref<16xf32>
      %next = arith.subf %a, %s : f32
      affine.store %next, %S[%j] : memref<16xf32>
      affine.store %next, %B[%i, %j] : memref<17x16xf32>
    }
  }
  func.return
}
