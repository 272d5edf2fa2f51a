// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file --verify-diagnostics | filecheck %s

// All that is computed is a product and a sum: one operation would do.
// CHECK-LABEL: @product_and_sum
// CHECK: arith.mulf {{.*}} : vector<8xf32>
// CHECK: arith.addf {{.*}} : vector<8xf32>
func.func @product_and_sum(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[%i] : memref<32xf32>
    %p = arith.mulf %a, %x : f32
    // expected-remark@+1 {{a product and a sum are two operations of the processor, all that the loop computes; with fastmath<contract> on both they are one}}
    %s = arith.addf %b, %p fastmath<contract> : f32
    affine.store %s, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// Of a sum in any order, in the loop that carries it.
// CHECK-LABEL: @dot
func.func @dot(%A: memref<32xf32>, %B: memref<32xf32>, %C: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 32 iter_args(%s = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[%i] : memref<32xf32>
    %p = arith.mulf %a, %b : f32
    // expected-remark@+1 {{a product and a sum are two operations of the processor}}
    %t = arith.addf %s, %p fastmath<reassoc> : f32
    affine.yield %t : f32
  }
  affine.store %r, %C[] : memref<f32>
  func.return
}

// -----

// It would not halve the work: nothing is said.
// CHECK-LABEL: @more_than_that
func.func @more_than_that(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[%i] : memref<32xf32>
    %p = arith.mulf %a, %x : f32
    %s = arith.addf %b, %p : f32
    %d = arith.divf %s, %x : f32
    affine.store %d, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// The product is needed by itself.
// CHECK-LABEL: @product_is_stored
func.func @product_is_stored(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = affine.load %B[%i] : memref<32xf32>
    %p = arith.mulf %a, %x : f32
    %s = arith.addf %b, %p : f32
    affine.store %s, %B[%i] : memref<32xf32>
    affine.store %p, %A[%i] : memref<32xf32>
  }
  func.return
}
