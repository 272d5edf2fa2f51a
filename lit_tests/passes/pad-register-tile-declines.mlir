// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=x86-64-v3}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @copy
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @copy(%A: memref<32xf32>, %B: memref<32xf32>) {
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result, or updates a cell, so that there is nothing to keep}}
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    affine.store %a, %B[%i] : memref<32xf32>
  }
  func.return
}

// -----

// Without its assume, nothing uses the sum: no tile is tried, and there is nothing to tell.
// CHECK-LABEL: @assumed
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: pad.assume
func.func @assumed(%A: memref<4x16xf32>, %z: f32) {
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 16 iter_args(%s = %z) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<4x16xf32>
      %t = arith.addf %s, %a fastmath<reassoc> : f32
      affine.yield %t : f32
    }
    %c = arith.cmpf oge, %r, %z : f32
    pad.assume %c : i1
  }
  func.return
}

// -----

// CHECK-LABEL: @sum_outside
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
func.func @sum_outside(%A: memref<16x8xi32>, %C: memref<4x8xi32>) {
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result: each iteration of k updates the same cells of C, but j is inside of it; in the order j, k (pad-reorder) k carries them}}
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 16 {
      affine.for %j = 0 to 8 {
        %c = affine.load %C[%i, %j] : memref<4x8xi32>
        %a = affine.load %A[%k, %j] : memref<16x8xi32>
        %s = arith.addi %c, %a : i32
        affine.store %s, %C[%i, %j] : memref<4x8xi32>
      }
    }
  }
  func.return
}
