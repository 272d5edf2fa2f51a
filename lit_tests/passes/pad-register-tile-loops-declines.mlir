// RUN: pad-opt %s -p 'pad-register-tile{loops=i factors=2 target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @chained
// CHECK: affine.for %{{.*}} = 0 to 8 {
func.func @chained(%A: memref<8x8xi32>, %C: memref<9xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      %c = affine.load %C[%i + 1] : memref<9xi32>
      %d = affine.load %C[%i] : memref<9xi32>
      %a = affine.load %A[%i, %k] : memref<8x8xi32>
      %t = arith.muli %d, %a : i32
      %s = arith.addi %c, %t : i32
      // expected-remark@+1 {{loop 'i' not tiled: its iterations [0] and [1, 0] access the same cell of C, first by 'affine.store' and then by 'affine.load'}}
      affine.store %s, %C[%i + 1] : memref<9xi32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @strict
// CHECK: affine.for %{{.*}} = 0 to 8 iter_args
func.func @strict(%A: memref<8xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%x = %z) -> (f32) {
    %a = affine.load %A[%i] : memref<8xf32>
    // expected-remark@+1 {{loop 'i' not tiled: 'arith.addf' may be reordered only with fastmath<reassoc>}}
    %y = arith.addf %x, %a : f32
    affine.yield %y : f32
  }
  func.return %r : f32
}

// -----

// CHECK-LABEL: @sizes
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0) -> (d0, 9)>(%n) {
func.func @sizes(%A: memref<?x8xi32>, %C: memref<?xi32>, %n: index) {
  // expected-remark@+1 {{loop 'i' not tiled: the lower bound is not constant, or the upper bound has several results}}
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 9)>(%n) {
    affine.for %k = 0 to 8 {
      %c = affine.load %C[%i] : memref<?xi32>
      %a = affine.load %A[%i, %k] : memref<?x8xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %C[%i] : memref<?xi32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @never
// CHECK: affine.for %{{.*}} = 0 to 0 {
func.func @never(%A: memref<8xi32>, %C: memref<1xi32>) {
  // expected-remark@+1 {{loop 'i' not tiled: it has fewer than two iterations}}
  affine.for %i = 0 to 0 {
    affine.for %k = 0 to 8 {
      %c = affine.load %C[%i] : memref<1xi32>
      %a = affine.load %A[%k] : memref<8xi32>
      %s = arith.addi %c, %a : i32
      affine.store %s, %C[%i] : memref<1xi32>
    }
  }
  func.return
}

// -----

// CHECK-LABEL: @beside
// CHECK: affine.for %{{.*}} = 0 to 8 iter_args
func.func @beside(%A: memref<8xi32>) -> i32 {
  %z = arith.constant 0 : i32
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result}}
  affine.for %i = 0 to 1 {
    affine.store %z, %A[%i] : memref<8xi32>
  } {pad.loop = "i"}
  // expected-remark@+1 {{loop 'k' not tiled: none of the loops asked for is around it}}
  %r = affine.for %k = 0 to 8 iter_args(%x = %z) -> (i32) {
    %a = affine.load %A[%k] : memref<8xi32>
    %y = arith.addi %x, %a : i32
    affine.yield %y : i32
  }
  func.return %r : i32
}
