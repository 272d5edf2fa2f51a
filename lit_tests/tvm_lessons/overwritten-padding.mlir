// TVM (M3): UseAssumeToReduceBranches still believes an assume on A after A was overwritten with 3.
// Right: the fact ends at the store, so the guard stays; it goes where what is stored is as good.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @overwritten
// CHECK: pad.assume
// CHECK: affine.if
func.func @overwritten(%A: memref<16xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.for %i = 0 to 16 {
    affine.store %three, %A[%i] : memref<16xi32>
  } {pad.stage = "overwrite"}
  affine.for %j = 0 to 16 {
    // expected-remark@+1 {{guard kept: without the guard, the result of 'affine.if' would be 6 : i32, not 0 : i32, at iteration [14]}}
    %b = affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) -> i32 {
      %a = affine.load %A[%j] : memref<16xi32>
      %doubled = arith.addi %a, %a : i32
      affine.yield %doubled : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %b, %B[%j] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}

// Overwritten elsewhere only.
// CHECK-LABEL: @beside
// CHECK: pad.assume
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @beside(%A: memref<16xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.for %i = 0 to 14 {
    affine.store %three, %A[%i] : memref<16xi32>
  } {pad.stage = "overwrite"}
  affine.for %j = 0 to 16 {
    %b = affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) -> i32 {
      %a = affine.load %A[%j] : memref<16xi32>
      %doubled = arith.addi %a, %a : i32
      affine.yield %doubled : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %b, %B[%j] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}

// Overwritten, and set back.
// CHECK-LABEL: @set_back
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @set_back(%A: memref<16xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 16 {
    affine.store %three, %A[%i] : memref<16xi32>
  } {pad.stage = "overwrite"}
  affine.for %i = 14 to 16 {
    affine.store %zero, %A[%i] : memref<16xi32>
  } {pad.stage = "A_padding"}
  affine.for %j = 0 to 16 {
    %b = affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) -> i32 {
      %a = affine.load %A[%j] : memref<16xi32>
      %doubled = arith.addi %a, %a : i32
      affine.yield %doubled : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %b, %B[%j] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}
