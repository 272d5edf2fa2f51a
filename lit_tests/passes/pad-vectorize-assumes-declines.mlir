// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// Lanes add up in another order: no partial result of theirs is one that the assume speaks of.
// CHECK-LABEL: @partial_sums(
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK: pad.assume %{{.*}} {pad.user} : i1
func.func @partial_sums(%A: memref<32xi32>, %S: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xi32>
    %s = affine.load %S[0] : memref<1xi32>
    %t = arith.addi %s, %a : i32
    // expected-remark@below {{[pad-vectorize] loop 'i' not vectorized: an assume in it speaks of the partial results that it carries}}
    %ok = arith.cmpi sge, %t, %zero : i32
    pad.assume %ok {pad.user} : i1
    affine.store %t, %S[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// Only the assume reads what the iteration before has stored.
// CHECK-LABEL: @stored_before(
// CHECK: affine.for %{{.*}} = 0 to 32 {
// CHECK: pad.assume %{{.*}} {pad.user} : i1
func.func @stored_before(%A: memref<33xi32>, %k: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<33xi32>
    %ok = arith.cmpi sge, %a, %zero : i32
    pad.assume %ok {pad.user} : i1
    // expected-remark@below {{loop 'i' not vectorized: its iterations [0] and [1] access the same cell of A}}
    affine.store %k, %A[%i + 1] : memref<33xi32>
  } {pad.stage = "compute"}
  func.return
}
