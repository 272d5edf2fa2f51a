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
