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

// -----

// What an assume loads is loaded without the guard as well, so it has to be there.
// CHECK-LABEL: @stated_of_the_row_before
// CHECK: affine.if
// CHECK: affine.if
func.func @stated_of_the_row_before(%A: memref<4x4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      // expected-remark@+1 {{would access A[-1, 0], out of bounds}}
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<4x4xf32>
        %before = affine.load %A[%i - 1, %j] : memref<4x4xf32>
        %equal = arith.cmpf oeq, %a, %before : f32
        pad.assume %equal : i1
      }
      // expected-remark@+1 {{would access A[4, 0], out of bounds}}
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %next = affine.load %A[%i + 1, %j] : memref<4x4xf32>
        %is_number = arith.cmpf ord, %next, %next : f32
        pad.assume %is_number {pad.user} : i1
        affine.store %zero, %B[0] : memref<1xf32>
      }
    }
  } {pad.stage = "s"}
  func.return
}

// -----

// Nor may it be freed by then.
// CHECK-LABEL: @stated_of_what_is_freed
// CHECK: affine.if
func.func @stated_of_what_is_freed(%B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() {pad.name = "T"} : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %zero, %T[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{would access a buffer that may be deallocated by then}}
    affine.if affine_set<(d0) : (0 - d0 >= 0)>(%i) {
      %t = affine.load %T[%i] : memref<4xf32>
      %is_zero = arith.cmpf oeq, %t, %zero : f32
      pad.assume %is_zero {pad.user} : i1
    }
    // expected-remark@+1 {{'memref.dealloc' would run more often}}
    affine.if affine_set<(d0) : (d0 == 0)>(%i) {
      memref.dealloc %T : memref<4xf32>
    }
  } {pad.stage = "s"}
  func.return
}
