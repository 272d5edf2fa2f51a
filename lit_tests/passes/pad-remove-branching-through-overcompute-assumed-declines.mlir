// What an assume does not say of a cell.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' --split-input-file --verify-diagnostics | filecheck %s

// The bits of 1.0 of bf16 are those of 1.875 of f16.
// CHECK-LABEL: @bits_of_another_float
// CHECK: affine.if
func.func @bits_of_another_float(%A: memref<4xf16>, %F: memref<4xf16>, %B: memref<1xf16>) {
  %one = arith.constant 1.0 : bf16
  %start = arith.constant 1.0 : f16
  affine.store %start, %B[0] : memref<1xf16>
  %a3 = affine.load %A[3] : memref<4xf16>
  %bits = arith.bitcast %a3 : f16 to bf16
  %holds = arith.cmpf oeq, %bits, %one : bf16
  pad.assume %holds : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{A[3] holds 1.875}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf16>
      %a = affine.load %A[%i] : memref<4xf16>
      %p = arith.mulf %s, %a : f16
      affine.store %p, %B[0] : memref<1xf16>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A magnitude is not -inf in any case: only NaN is excluded.
// CHECK-LABEL: @not_minus_infinity
// CHECK: affine.if
func.func @not_minus_infinity(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %bound = arith.constant 0xFF800000 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  %a3 = affine.load %A[3] : memref<4xf32>
  %is_zero = arith.cmpf oeq, %a3, %zero : f32
  pad.assume %is_zero : i1
  %f3 = affine.load %F[3] : memref<4xf32>
  %size = math.absf %f3 : f32
  %said = arith.cmpf one, %size, %bound : f32
  pad.assume %said : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the value loaded from F may be infinite or NaN}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %f = affine.load %F[%i] : memref<4xf32>
      %p = arith.mulf %f, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An infinity is another number than 5.0.
// CHECK-LABEL: @another_number
// CHECK: affine.if
func.func @another_number(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %bound = arith.constant 5.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  %a3 = affine.load %A[3] : memref<4xf32>
  %is_zero = arith.cmpf oeq, %a3, %zero : f32
  pad.assume %is_zero : i1
  %f3 = affine.load %F[3] : memref<4xf32>
  %size = math.absf %f3 : f32
  %said = arith.cmpf one, %size, %bound : f32
  pad.assume %said : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the value loaded from F may be infinite or NaN}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %f = affine.load %F[%i] : memref<4xf32>
      %p = arith.mulf %f, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// -inf is below 5.0.
// CHECK-LABEL: @below_a_number
// CHECK: affine.if
func.func @below_a_number(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %bound = arith.constant 5.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  %a3 = affine.load %A[3] : memref<4xf32>
  %is_zero = arith.cmpf oeq, %a3, %zero : f32
  pad.assume %is_zero : i1
  %f3 = affine.load %F[3] : memref<4xf32>
  %size = math.absf %f3 : f32
  %said = arith.cmpf olt, %f3, %bound : f32
  pad.assume %said : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the value loaded from F may be infinite or NaN}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %f = affine.load %F[%i] : memref<4xf32>
      %p = arith.mulf %f, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
