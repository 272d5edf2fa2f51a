// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v2}' --verify-diagnostics | filecheck %s

// CHECK-LABEL: @nine_columns
// CHECK-NOT: vector<
func.func @nine_columns(%X: memref<8x9xf32>, %P: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %last = affine.for %t = 0 to 9 iter_args(%level = %zero) -> (f32) {
      // expected-remark@+1 {{loop 'i' not vectorized: the 9 columns of its rows are no multiple of 4 lanes, and the processor has no masks}}
      %x = affine.load %X[%i, %t] : memref<8x9xf32>
      %next = arith.subf %x, %level : f32
      affine.yield %next : f32
    }
    affine.store %last, %P[%i] : memref<8xf32>
  }
  func.return
}
