// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// The row of each column's largest element: an index that lanes choose is i32, as wide as they are.
// CHECK-LABEL: @largest_row(
// CHECK: affine.for %{{.*}} = 1 to 9 iter_args({{.*}}) -> (vector<8xf32>, vector<8xi32>) {
// CHECK: %[[ROW:.*]] = arith.index_cast %{{.*}} : index to i32
// CHECK: %[[ROWS:.*]] = vector.broadcast %[[ROW]] : i32 to vector<8xi32>
// CHECK: arith.select %{{.*}}, %[[ROWS]], %{{.*}} : vector<8xi1>, vector<8xi32>
// CHECK: vector.store %{{.*}}, %P[%{{.*}}] : memref<16xi32>, vector<8xi32>
func.func @largest_row(%X: memref<9x16xf32>, %P: memref<16xi32>) {
  %start = arith.constant 0 : index
  affine.for %i = 0 to 16 {
    %first = affine.load %X[0, %i] : memref<9x16xf32>
    %value, %place = affine.for %j = 1 to 9 iter_args(%best = %first, %at = %start) -> (f32, index) {
      %x = affine.load %X[%j, %i] : memref<9x16xf32>
      %larger = arith.cmpf ogt, %x, %best : f32
      %next = arith.select %larger, %x, %best : f32
      %where = arith.select %larger, %j, %at : index
      affine.yield %next, %where : f32, index
    }
    %p = arith.index_cast %place : index to i32
    affine.store %p, %P[%i] : memref<16xi32>
  }
  func.return
}

// -----

// Two selects, one of which chooses a constant; the result is an index.
// CHECK-LABEL: @last_of_two(
// CHECK: iter_args({{.*}}) -> (vector<4xi32>) {
// CHECK: %[[PLACE:.*]] = arith.index_cast %{{.*}} : vector<4xi32> to vector<4xindex>
// CHECK: arith.addi %[[PLACE]]
func.func @last_of_two(%X: memref<9x16xf32>, %P: memref<16xi64>) {
  %start = arith.constant -1 : index
  %hundred = arith.constant 100 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %place = affine.for %j = 1 to 9 iter_args(%at = %start) -> (index) {
      %x = affine.load %X[%j, %i] : memref<9x16xf32>
      %larger = arith.cmpf ogt, %x, %zero : f32
      %smaller = arith.cmpf olt, %x, %zero : f32
      %one = arith.select %larger, %j, %at : index
      %other = arith.select %smaller, %hundred, %one : index
      affine.yield %other : index
    }
    %sum = arith.addi %place, %hundred : index
    %p = arith.index_cast %sum : index to i64
    affine.store %p, %P[%i] : memref<16xi64>
  }
  func.return
}

// -----

// Indices that are used as indices in the loop, or are none of its iterators, stay.
// CHECK-LABEL: @used(
// CHECK: -> (vector<8xindex>, vector<8xindex>) {
func.func @used(%X: memref<9x16xf32>, %P: memref<16xi32>, %Q: memref<16xi32>, %n: index) {
  %start = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %place, %other = affine.for %j = 1 to 9 iter_args(%at = %start, %last = %start) -> (index, index) {
      %x = affine.load %X[%j, %i] : memref<9x16xf32>
      %larger = arith.cmpf ogt, %x, %zero : f32
      %where = arith.select %larger, %j, %at : index
      %least = arith.select %larger, %n, %last : index
      %s = arith.addi %where, %where : index
      affine.yield %s, %least : index, index
    }
    %p = arith.index_cast %place : index to i32
    affine.store %p, %P[%i] : memref<16xi32>
    %sum = arith.addi %other, %place : index
    %q = arith.index_cast %sum : index to i32
    affine.store %q, %Q[%i] : memref<16xi32>
  }
  func.return
}

// -----

// What one passes on to another is an index.
// CHECK-LABEL: @passed_on(
// CHECK: -> (vector<8xindex>, vector<8xindex>) {
func.func @passed_on(%X: memref<9x16xf32>, %P: memref<16xi32>, %Q: memref<16xi32>) {
  %start = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %place, %before = affine.for %j = 1 to 9 iter_args(%at = %start, %last = %start) -> (index, index) {
      %x = affine.load %X[%j, %i] : memref<9x16xf32>
      %larger = arith.cmpf ogt, %x, %zero : f32
      %where = arith.select %larger, %j, %at : index
      affine.yield %where, %at : index, index
    }
    %p = arith.index_cast %place : index to i32
    affine.store %p, %P[%i] : memref<16xi32>
    %q = arith.index_cast %before : index to i32
    affine.store %q, %Q[%i] : memref<16xi32>
  }
  func.return
}

// -----

// Iterators beyond 2^31 are no numbers of i32.
// CHECK-LABEL: @far(
// CHECK: -> (vector<4xindex>) {
func.func @far(%X: memref<3x16xf32>, %P: memref<16xi64>) {
  %start = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %place = affine.for %j = 0 to 2147483649 step 1073741824 iter_args(%at = %start) -> (index) {
      %x = affine.load %X[%j floordiv 1073741824, %i] : memref<3x16xf32>
      %larger = arith.cmpf ogt, %x, %zero : f32
      %where = arith.select %larger, %j, %at : index
      affine.yield %where : index
    }
    %p = arith.index_cast %place : index to i64
    affine.store %p, %P[%i] : memref<16xi64>
  }
  func.return
}

// -----

// Of any number of rows, the last 32 bits of what is chosen are what is chosen of the last 32 bits.
// CHECK-LABEL: @of_any_size(
// CHECK: affine.for %{{.*}} = 1 to %n iter_args({{.*}}) -> (vector<8xf32>, vector<8xi32>) {
// CHECK: arith.index_cast %{{.*}} : index to i32
func.func @of_any_size(%X: memref<?x16xf32>, %P: memref<16xi32>,
    %n: index {pad.size = [{of = "X", dim = 0, min = 1}]}) {
  %start = arith.constant 4294967296 : index
  affine.for %i = 0 to 16 {
    %first = affine.load %X[0, %i] : memref<?x16xf32>
    %value, %place = affine.for %j = 1 to %n iter_args(%best = %first, %at = %start) -> (f32, index) {
      %x = affine.load %X[%j, %i] : memref<?x16xf32>
      %larger = arith.cmpf ogt, %x, %best : f32
      %next = arith.select %larger, %x, %best : f32
      %where = arith.select %larger, %j, %at : index
      affine.yield %next, %where : f32, index
    }
    %p = arith.index_cast %place : index to i32
    affine.store %p, %P[%i] : memref<16xi32>
  }
  func.return
}
