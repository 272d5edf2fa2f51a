// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// Windows five apart: LLVM loads five vectors for the lanes of sixteen of them, and combines none.
// CHECK-LABEL: @five_apart(
// CHECK-NOT: vector<
func.func @five_apart(%A: memref<160xi32>, %B: memref<32xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 32 {
    // expected-remark@+1 {{loop 'x' not vectorized: its 5 iterations are few for a result whose lanes have to be combined}}
    %r = affine.for %x = 0 to 5 iter_args(%s = %zero) -> (i32) {
      %a = affine.load %A[%i * 5 + %x] : memref<160xi32>
      %t = arith.addi %s, %a : i32
      affine.yield %t : i32
    }
    affine.store %r, %B[%i] : memref<32xi32>
  }
  func.return
}

// -----

// A maximum that cares about NaN takes as long in scalars as its lanes take to be combined.
// CHECK-LABEL: @maxima(
// CHECK-NOT: vector<
func.func @maxima(%A: memref<8x20xf32>, %B: memref<8xf32>) {
  %low = arith.constant 0xFF800000 : f32
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{loop 'x' not vectorized: its 20 iterations are few for a result whose lanes have to be combined}}
    %r = affine.for %x = 0 to 20 iter_args(%s = %low) -> (f32) {
      %a = affine.load %A[%i, %x] : memref<8x20xf32>
      %t = arith.maximumf %s, %a : f32
      affine.yield %t : f32
    }
    affine.store %r, %B[%i] : memref<8xf32>
  }
  func.return
}
