// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @strict
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @strict(%A: memref<32xf32>, %B: memref<1xf32>) {
  affine.for %i = 0 to 32 {
    %b = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<32xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: 'arith.addf' may be reordered only with fastmath<reassoc>}}
    %s = arith.addf %b, %a fastmath<contract> : f32
    affine.store %s, %B[0] : memref<1xf32>
  }
  func.return
}

// -----

// The first product of each part would be rounded by itself.
// CHECK-LABEL: @fused
// CHECK: affine.for %{{.*}} = 0 to 32 iter_args
func.func @fused(%A: memref<32xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 32 iter_args(%x = %z) -> (f32) {
    %a = affine.load %A[%i] : memref<32xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: 'math.fma' may be reordered only with fastmath<contract,reassoc>}}
    %y = math.fma %a, %a, %x fastmath<reassoc> : f32
    affine.yield %y : f32
  }
  func.return %r : f32
}

// -----

// Each partial sum is written.
// CHECK-LABEL: @prefix_sum
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @prefix_sum(%A: memref<32xi32>, %B: memref<32xi32>, %C: memref<1xi32>) {
  // expected-remark@+1 {{loop 'i' not vectorized: it carries a value that is not a sum, product, minimum or the like}}
  affine.for %i = 0 to 32 {
    %c = affine.load %C[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<32xi32>
    %s = arith.addi %c, %a : i32
    affine.store %s, %C[0] : memref<1xi32>
    affine.store %s, %B[%i] : memref<32xi32>
  }
  func.return
}

// -----

// What is added depends on what there is.
// CHECK-LABEL: @saturating
// CHECK: affine.for %{{.*}} = 0 to 32 iter_args
func.func @saturating(%A: memref<32xi32>) -> i32 {
  %z = arith.constant 100 : i32
  // expected-remark@+1 {{loop 'i' not vectorized: it carries a value that is not a sum, product, minimum or the like}}
  %r = affine.for %i = 0 to 32 iter_args(%x = %z) -> (i32) {
    %a = affine.load %A[%i] : memref<32xi32>
    %c = arith.cmpi slt, %x, %z : i32
    %u = arith.addi %x, %a : i32
    %y = arith.select %c, %u, %x : i32
    affine.yield %y : i32
  }
  func.return %r : i32
}

// -----

// Two values that change places.
// CHECK-LABEL: @crossed
// CHECK: affine.for %{{.*}} = 0 to 32 iter_args
func.func @crossed(%A: memref<32xi32>) -> (i32, i32) {
  %z = arith.constant 0 : i32
  // expected-remark@+1 {{loop 'i' not vectorized: it carries a value that is not a sum, product, minimum or the like}}
  %r:2 = affine.for %i = 0 to 32 iter_args(%x = %z, %y = %z) -> (i32, i32) {
    %a = affine.load %A[%i] : memref<32xi32>
    %u = arith.addi %x, %a : i32
    %v = arith.addi %y, %a : i32
    affine.yield %v, %u : i32, i32
  }
  func.return %r#0, %r#1 : i32, i32
}

// -----

// The sum is of cells of which one holds it.
// CHECK-LABEL: @of_itself
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @of_itself(%C: memref<32xi32>) {
  affine.for %i = 0 to 32 {
    %c = affine.load %C[3] : memref<32xi32>
    %a = affine.load %C[%i] : memref<32xi32>
    %s = arith.addi %c, %a : i32
    // expected-remark@+1 {{loop 'i' not vectorized: its iterations [0] and [1] access the same cell of C, first by 'affine.store' and then by 'affine.load'}}
    affine.store %s, %C[3] : memref<32xi32>
  }
  func.return
}

// -----

// Selected is something else.
// CHECK-LABEL: @selected_other(
// CHECK-NOT: vector
func.func @selected_other(%A: memref<64xi32>, %z: i32) -> i32 {
  // expected-remark@+1 {{it carries a value that is not a sum, product, minimum or the like}}
  %r = affine.for %i = 0 to 64 iter_args(%s = %z) -> (i32) {
    %a = affine.load %A[%i] : memref<64xi32>
    %c = arith.cmpi slt, %a, %z : i32
    %t = arith.addi %s, %a : i32
    %u = arith.select %c, %t, %z : i32
    affine.yield %u : i32
  }
  func.return %r : i32
}

// -----

// The sum is there twice, so it is not a link of a chain.
// CHECK-LABEL: @selected_twice(
// CHECK-NOT: vector
func.func @selected_twice(%A: memref<64xi32>, %z: i32) -> i32 {
  // expected-remark@+1 {{it carries a value that is not a sum, product, minimum or the like}}
  %r = affine.for %i = 0 to 64 iter_args(%s = %z) -> (i32) {
    %a = affine.load %A[%i] : memref<64xi32>
    %c = arith.cmpi slt, %a, %z : i32
    %t = arith.addi %s, %a : i32
    %u = arith.select %c, %t, %t : i32
    affine.yield %u : i32
  }
  func.return %r : i32
}
