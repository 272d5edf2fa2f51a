// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// A block of rows would be loaded before iterations that change it.
// CHECK-LABEL: @in_place
// CHECK-NOT: vector<
func.func @in_place(%X: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %last = affine.for %t = 0 to 7 iter_args(%level = %zero) -> (f32) {
      // expected-remark@+1 {{loop 'i' not vectorized: a block of rows cannot be loaded or stored at once, as another access in the loop is of the same buffer}}
      %x = affine.load %X[%i, %t] : memref<8x8xf32>
      %next = arith.subf %x, %level : f32
      affine.store %next, %X[%i, %t + 1] : memref<8x8xf32>
      affine.yield %next : f32
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @few
// CHECK-NOT: vector<
func.func @few(%X: memref<3x8xf32>, %P: memref<3xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{loop 'i' not vectorized: its 3 rows are too few for a vector}}
  affine.for %i = 0 to 3 {
    %last = affine.for %t = 0 to 8 iter_args(%level = %zero) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<3x8xf32>
      %next = arith.subf %x, %level : f32
      affine.yield %next : f32
    }
    affine.store %last, %P[%i] : memref<3xf32>
  }
  func.return
}

// -----

// Rows of which a condition keeps some from the loop are neither loaded nor stored.
// CHECK-LABEL: @some_rows
// CHECK-NOT: vector<
func.func @some_rows(%X: memref<16x8xf32>, %Y: memref<16x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      // expected-remark@+1 {{loop 'i' not vectorized: a condition keeps some of the rows of a block from a loop in it}}
      %last = affine.for %t = 0 to 8 iter_args(%level = %zero) -> (f32) {
        %x = affine.load %X[%i, %t] : memref<16x8xf32>
        %next = arith.subf %x, %level : f32
        affine.store %next, %Y[%i, %t] : memref<16x8xf32>
        affine.yield %next : f32
      }
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @indices
// CHECK-NOT: vector<
func.func @indices(%X: memref<8x8xindex>, %P: memref<8xi64>) {
  %one = arith.constant 1 : i64
  affine.for %i = 0 to 8 {
    %last = affine.for %t = 0 to 8 iter_args(%level = %one) -> (i64) {
      // expected-remark@+1 {{loop 'i' not vectorized: blocks of rows of index cannot be transposed in registers}}
      %x = affine.load %X[%i, %t] : memref<8x8xindex>
      %number = arith.index_cast %x : index to i64
      %next = arith.subi %number, %level : i64
      affine.yield %next : i64
    }
    affine.store %last, %P[%i] : memref<8xi64>
  }
  func.return
}

// -----

// A vector.load takes elements of a row that are next to one another.
// CHECK-LABEL: @by_columns
// CHECK-NOT: vector<
func.func @by_columns(%X: memref<16x8xf32, strided<[1, 16]>>, %P: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{loop 't' not vectorized: it carries a value that is not a sum, product, minimum or the like}}
    %last = affine.for %t = 0 to 8 iter_args(%level = %zero) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<16x8xf32, strided<[1, 16]>>
      %next = arith.subf %x, %level : f32
      affine.yield %next : f32
    }
    affine.store %last, %P[%i] : memref<16xf32>
  }
  func.return
}

// -----

// In a column that is not there, the cell of F would be loaded all the same.
// CHECK-LABEL: @any_filter
// CHECK-NOT: vector<
func.func @any_filter(%X: memref<8x?xf32>, %Y: memref<8x?xf32>, %F: memref<?xf32>, %zero: f32,
    %n: index {pad.size = [{of = "X", dim = 1}, {of = "Y", dim = 1}, {of = "F", dim = 0}]}) {
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{loop 't' not vectorized: it carries a value that is not a sum, product, minimum or the like}}
    %last = affine.for %t = 0 to %n iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %t] : memref<8x?xf32>
      %f = affine.load %F[%t] : memref<?xf32>
      %p = arith.mulf %s, %f : f32
      %next = arith.subf %x, %p : f32
      affine.store %next, %Y[%i, %t] : memref<8x?xf32>
      affine.yield %next : f32
    }
  }
  func.return
}

// -----

// Each row has another number of columns.
// CHECK-LABEL: @triangle
// CHECK-NOT: vector<
func.func @triangle(%A: memref<?x?xi64>, %B: memref<?x?xi64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xi64>
      // expected-remark@+1 {{loop 'j' not vectorized: consecutive iterations do not access neighbours of B, but [j, i]}}
      affine.store %a, %B[%j, %i] : memref<?x?xi64>
    }
  }
  func.return
}

// -----

// A call may have fewer columns in its buffers: it would be asked about each row of a block.
// CHECK-LABEL: @any_columns
// CHECK-NOT: vector<
func.func @any_columns(%A: memref<8x?xi64>, %B: memref<?x8xi64>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %n {
      // expected-remark@+1 {{loop 'i' not vectorized: not all columns of its rows are shown to be in the buffer, and masks would leave some out; tie its sizes to the bound of the loop (pad.size)}}
      %a = affine.load %A[%i, %j] : memref<8x?xi64>
      affine.store %a, %B[%j, %i] : memref<?x8xi64>
    }
  }
  func.return
}
