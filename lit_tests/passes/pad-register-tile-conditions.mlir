// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// Copies of the sum for several i would each have a condition of their own, and no loop in common.
// CHECK-LABEL: @of_its_own
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.if
// CHECK-NOT: affine.if
func.func @of_its_own(%A: memref<8x64xi32>, %C: memref<8xi32>, %z: i32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 mod 3 == 0)>(%i) {
      %r = affine.for %j = 0 to 64 iter_args(%s = %z) -> (i32) {
        %a = affine.load %A[%i, %j] : memref<8x64xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      }
      affine.store %r, %C[%i] : memref<8xi32>
    }
  }
  func.return
}

// -----

// A condition on another loop holds for all of them.
// CHECK-LABEL: @in_common
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: affine.for %{{.*}} = 0 to 8 step
// CHECK: affine.if
func.func @in_common(%A: memref<8x64xi32>, %B: memref<8x64xi32>, %C: memref<8x8xi32>, %z: i32) {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (d0 mod 3 == 0)>(%k) {
        %r = affine.for %j = 0 to 64 iter_args(%s = %z) -> (i32) {
          %a = affine.load %A[%i, %j] : memref<8x64xi32>
          %b = affine.load %B[%k, %j] : memref<8x64xi32>
          %p = arith.muli %a, %b : i32
          %t = arith.addi %s, %p : i32
          affine.yield %t : i32
        }
        affine.store %r, %C[%k, %i] : memref<8x8xi32>
      }
    }
  }
  func.return
}
