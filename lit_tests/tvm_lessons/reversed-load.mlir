// TVM (M2): UseAssumeToReduceBranches drops the guard of `B[j] = j >= 14 ? 0 : 2 * A[15 - j]`, as if the
// load were of A[j], whose padding is 0. Right: at j = 14, the load is of A[1], which may be anything.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @reversed
// CHECK: pad.assume
// CHECK: affine.if
func.func @reversed(%A: memref<16xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    pad.assume %holds {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.for %j = 0 to 16 {
    // expected-remark@+1 {{guard kept: without the guard, the result of 'affine.if' is not shown to be the same at iteration [14]}}
    %b = affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) -> f32 {
      %a = affine.load %A[15 - %j] : memref<16xf32>
      %doubled = arith.mulf %a, %two : f32
      affine.yield %doubled : f32
    } else {
      affine.yield %zero : f32
    }
    affine.store %b, %B[%j] : memref<16xf32>
  } {pad.stage = "compute"}
  func.return
}

// The load is of the padding, which is exactly +0.0.
// CHECK-LABEL: @forward
// CHECK: pad.assume
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @forward(%A: memref<16xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %bits = arith.bitcast %a : f32 to i32
    %c0 = arith.constant 0 : i32
    %holds = arith.cmpi eq, %bits, %c0 : i32
    pad.assume %holds {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.for %j = 0 to 16 {
    %b = affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) -> f32 {
      %a = affine.load %A[%j] : memref<16xf32>
      %doubled = arith.mulf %a, %two : f32
      affine.yield %doubled : f32
    } else {
      affine.yield %zero : f32
    }
    affine.store %b, %B[%j] : memref<16xf32>
  } {pad.stage = "compute"}
  func.return
}

// Reversed, from where it is the padding again: A[29 - 14] = A[15], A[29 - 15] = A[14].
// CHECK-LABEL: @reversed_padding
// CHECK: pad.assume
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @reversed_padding(%A: memref<30xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<30xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds {pad.user} : i1
  } {pad.stage = "A_assume"}
  affine.for %j = 0 to 16 {
    %c14 = arith.constant 14 : index
    %valid = arith.cmpi slt, %j, %c14 : index
    %b = scf.if %valid -> (i32) {
      %a = affine.load %A[29 - %j] : memref<30xi32>
      %doubled = arith.addi %a, %a : i32
      scf.yield %doubled : i32
    } else {
      scf.yield %zero : i32
    }
    affine.store %b, %B[%j] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}
