// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// A transposition: lanes are neighbours of A, and rows of B, of which blocks are transposed.
// CHECK-LABEL: @transpose(
// CHECK: affine.for %[[I:.*]] = 0 to 2 step 2 {
// CHECK: affine.for %[[J:.*]] = 0 to 4 step 2 {
// CHECK: %[[A:.*]] = vector.load %A[%[[J]], %[[I]]] : memref<5x2xf64>, vector<2xf64>
// CHECK: %[[NEXT:.*]] = affine.apply affine_map<(d0) -> (d0 + 1)>(%[[J]])
// CHECK: %[[B:.*]] = vector.load %A[%[[NEXT]], %[[I]]] : memref<5x2xf64>, vector<2xf64>
// CHECK: %[[ROW:.*]] = vector.shuffle %[[A]], %[[B]] [0, 2] :
// CHECK: %[[OTHER:.*]] = vector.shuffle %[[A]], %[[B]] [1, 3] :
// CHECK: vector.store %[[ROW]], %B[%[[I]], %[[J]]]
// CHECK: vector.store %[[OTHER]], %B[%{{.*}}, %[[J]]]
// The column that is left over: of each row one cell is stored.
// CHECK: vector.maskedstore %B[%[[I]], %{{.*}}], %{{.*}}, %{{.*}} : memref<2x5xf64>, vector<2xi1>
// CHECK: vector.maskedstore %B[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} : memref<2x5xf64>, vector<2xi1>
func.func @transpose(%A: memref<5x2xf64>, %B: memref<2x5xf64>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 5 {
      %a = affine.load %A[%j, %i] : memref<5x2xf64>
      affine.store %a, %B[%i, %j] : memref<2x5xf64>
    }
  }
  func.return
}

// -----

// A level that follows a series: each lane is a series, and starts at its first element.
// CHECK-LABEL: @levels(
// CHECK: affine.for %[[I:.*]] = 0 to 4 step 4 {
// CHECK-COUNT-4: vector.maskedload %X[%{{.*}}, %{{.*}}], {{.*}} : memref<4x9xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK: affine.for %[[T:.*]] = 1 to 9 step 4 iter_args(%{{.*}} = %{{.*}}) -> (vector<4xf32>) {
// CHECK-COUNT-4: vector.load %X[%{{.*}}, %[[T]]] : memref<4x9xf32>, vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-COUNT-4: arith.subf %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK-COUNT-8: vector.shuffle
// CHECK-COUNT-4: vector.store %{{.*}}, %Y[%{{.*}}, %[[T]]] : memref<4x9xf32>, vector<4xf32>
// CHECK: affine.yield %{{.*}} : vector<4xf32>
func.func @levels(%X: memref<4x9xf32>, %Y: memref<4x9xf32>) {
  affine.for %i = 0 to 4 {
    %first = affine.load %X[%i, 0] : memref<4x9xf32>
    %last = affine.for %t = 1 to 9 iter_args(%level = %first) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<4x9xf32>
      %next = arith.subf %x, %level : f32
      affine.store %next, %Y[%i, %t] : memref<4x9xf32>
      affine.yield %next : f32
    }
  }
  func.return
}

// -----

// The place of a maximum: the five rows are a vector and a masked one, of which one row is loaded.
// CHECK-LABEL: @place(
// CHECK: affine.for %{{.*}} = 0 to 4 step 4 {
// CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi32>
// CHECK: vector.store %{{.*}}, %P[
// CHECK: affine.for %[[REST:.*]] = 4 to 5 {
// CHECK: vector.load %X[%[[REST]], %{{.*}}] : memref<5x8xf32>, vector<4xf32>
// CHECK-NOT: vector.load
// CHECK: vector.maskedstore %P[%[[REST]]]
func.func @place(%X: memref<5x8xf32>, %P: memref<5xi32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i32
  affine.for %i = 0 to 5 {
    %m, %at = affine.for %j = 0 to 4
        iter_args(%best = %lowest, %where = %none) -> (f32, i32) {
      %x = affine.load %X[%i, %j] : memref<5x8xf32>
      %number = arith.index_cast %j : index to i32
      %above = arith.cmpf ogt, %x, %best : f32
      %new = arith.select %above, %x, %best : f32
      %now = arith.select %above, %number, %where : i32
      affine.yield %new, %now : f32, i32
    }
    affine.store %at, %P[%i] : memref<5xi32>
  }
  func.return
}

// -----

// Of columns whose number is known at run time only, masks keep what is left over.
// CHECK-LABEL: @any_transpose(
// CHECK: affine.for %[[I:.*]] = 0 to 2 step 2 {
// CHECK: affine.for %{{.*}} = 0 to {{.*}} step 2 {
// CHECK-COUNT-2: vector.load %A[
// CHECK-COUNT-2: vector.store %{{.*}}, %B[
// CHECK: affine.for %[[J:.*]] = max {{.*}} to %n step 2 {
// CHECK: %[[LEFT:.*]] = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%[[J]])[%n]
// CHECK: %[[MASK:.*]] = vector.create_mask %[[LEFT]] : vector<2xi1>
// CHECK: vector.maskedload %A[%{{.*}}, %[[J]]], %[[MASK]]
// CHECK: vector.store %{{.*}}, %B[%[[J]], %[[I]]]
// All of the second column, or nothing.
// CHECK: %[[MORE:.*]] = affine.apply affine_map<(d0) -> (d0 - 1)>(%[[LEFT]])
// CHECK: %[[LANES:.*]] = affine.apply affine_map<(d0) -> (d0 * 2)>(%[[MORE]])
// CHECK: %[[COLUMN:.*]] = vector.create_mask %[[LANES]] : vector<2xi1>
// CHECK: vector.maskedstore %B[%{{.*}}, %[[I]]], %[[COLUMN]]
func.func @any_transpose(%A: memref<2x?xi64>, %B: memref<?x2xi64>,
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<2x?xi64>
      affine.store %a, %B[%j, %i] : memref<?x2xi64>
    }
  }
  func.return
}

// -----

// What a loop carries stays as it is in columns that are not there.
// CHECK-LABEL: @any_levels(
// CHECK: affine.for %{{.*}} = 1 to {{.*}} step 4 iter_args
// CHECK: affine.for %{{.*}} = max {{.*}} to %n step 4 iter_args(%[[LEVEL:.*]] = %{{.*}}) -> (vector<4xf32>) {
// CHECK: %[[FIRST:.*]] = arith.subf %{{.*}}, %[[LEVEL]]
// CHECK: %[[COLUMN:.*]] = vector.create_mask
// CHECK: %[[NEXT:.*]] = arith.subf %{{.*}}, %[[FIRST]]
// CHECK: arith.select %[[COLUMN]], %[[NEXT]], %[[FIRST]] : vector<4xi1>, vector<4xf32>
// CHECK: vector.maskedstore %Y[
func.func @any_levels(%X: memref<4x?xf32>, %Y: memref<4x?xf32>,
    %n: index {pad.size = [{of = "X", dim = 1, min = 1}, {of = "Y", dim = 1}]}) {
  affine.for %i = 0 to 4 {
    %first = affine.load %X[%i, 0] : memref<4x?xf32>
    %last = affine.for %t = 1 to %n iter_args(%level = %first) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<4x?xf32>
      %next = arith.subf %x, %level : f32
      affine.store %next, %Y[%i, %t] : memref<4x?xf32>
      affine.yield %next : f32
    }
  }
  func.return
}
