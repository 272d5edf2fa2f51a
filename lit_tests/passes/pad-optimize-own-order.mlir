// Room before a buffer: the loops stay as they are where its order is not legal, or leaves guards.
// RUN: pad-opt %s -p 'pad-optimize{buffer=A map="(i) -> (i + 4)" pad=0}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @carried
// CHECK-SAME: %A: memref<17xi32>
// CHECK: affine.for %i = 0 to 13 {
// CHECK: affine.for %k = 0 to 5 iter_args
// CHECK-NEXT: affine.load %A[%i - %k + 4] : memref<17xi32>
// CHECK-NOT: affine.if
// expected-remark@+2 {{layout (i) -> (i + 4) not applied to A: the loops i and k cannot be reordered together}}
// expected-remark@+1 {{layout (i) -> (i + 4) applied to A with its loops as they are: guards left: 0, instances added: 10, bytes of padding: 16, bytes of data: 52}}
func.func @carried(%A: memref<13xi32>, %w: memref<5xi32>, %B: memref<13xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 13 {
    %r = affine.for %k = 0 to 5 iter_args(%s = %zero) -> (i32) {
      // expected-remark@+1 {{stage 'compute': guard removed: 10 instances are added to the original 55}}
      %n = affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %k) -> i32 {
        %a = affine.load %A[%i - %k] : memref<13xi32>
        %c = affine.load %w[%k] : memref<5xi32>
        %p = arith.muli %a, %c : i32
        %t = arith.addi %s, %p : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    affine.store %r, %B[%i] : memref<13xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// In the order of A each element goes to up to five of B, fewer at the ends: a guard that B has no room to drop.
// CHECK-LABEL: @in_memory
// CHECK: affine.for %i = 0 to 13 {
// CHECK: affine.for %k = 0 to 5 {
// CHECK-NOT: affine.if
// expected-remark@+2 {{layout (i) -> (i + 4) not applied to A: guards left: 1 (1 of them as loop bounds), instances added: 10, bytes of padding: 16, bytes of data: 52; another layout costs no more}}
// expected-remark@+1 {{layout (i) -> (i + 4) applied to A with its loops as they are: guards left: 0, instances added: 10}}
func.func @in_memory(%A: memref<13xi32>, %w: memref<5xi32>, %B: memref<13xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 13 {
    affine.store %zero, %B[%i] : memref<13xi32>
    affine.for %k = 0 to 5 {
      // expected-remark@+1 {{stage 'compute': guard removed: 10 instances are added to the original 55}}
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %k) {
        %s = affine.load %B[%i] : memref<13xi32>
        %a = affine.load %A[%i - %k] : memref<13xi32>
        %c = affine.load %w[%k] : memref<5xi32>
        %p = arith.muli %a, %c : i32
        %t = arith.addi %s, %p : i32
        affine.store %t, %B[%i] : memref<13xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
