// Floats where a fact is missing: the remark names it. `fp=relaxed` grants nothing to other values than those of padding.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' --split-input-file --verify-diagnostics | filecheck %s
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{fp=relaxed}' --split-input-file 2>&1 | filecheck %s --check-prefix=RELAXED

// The cell holds a known zero, but is a logical one: other iterations read it.
// CHECK-LABEL: @no_padding
// CHECK: affine.if
// RELAXED-LABEL: @no_padding
// RELAXED: affine.if
func.func @no_padding(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>, %C: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
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
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    affine.store %a, %C[%i] : memref<4xf32>
  }
  func.return
}

// -----

// Nor by its contract.
// CHECK-LABEL: @logical
// CHECK: affine.if
// RELAXED-LABEL: @logical
// RELAXED: affine.if
func.func @logical(%A: memref<4x4xf32> {pad.logical = memref<16xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}, %F: memref<16xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3, 3] : memref<4x4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{the value loaded from F may be infinite or NaN}}
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 14 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xf32>
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %f = affine.load %F[%io * 4 + %ii] : memref<16xf32>
        %p = arith.mulf %f, %a : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %B[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A sum from the caller may be -0.0; relaxed, a zero of padding leaves it.
// CHECK-LABEL: @negative_zero
// CHECK: affine.if
// RELAXED-LABEL: @negative_zero
// RELAXED-NOT: affine.if
// RELAXED: func.return
func.func @negative_zero(%A: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %a3 = affine.load %A[3] : memref<4xf32>
  %is_zero = arith.cmpf oeq, %a3, %zero : f32
  pad.assume %is_zero : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the value loaded from B may be -0.0 (does not matter with fastmath<nsz> on 'arith.addf'); fp=relaxed ignores this for pad values}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A maximum that ignores NaN gives -inf for it.
// CHECK-LABEL: @maximum
// CHECK: affine.if
// RELAXED-LABEL: @maximum
// RELAXED-NOT: affine.if
// RELAXED: func.return
func.func @maximum(%A: memref<4xf32>, %B: memref<1xf32>) {
  %low = arith.constant 0xFF800000 : f32
  %a3 = affine.load %A[3] : memref<4xf32>
  %is_low = arith.cmpf oeq, %a3, %low : f32
  pad.assume %is_low : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the value loaded from B may be NaN (does not matter with fastmath<nnan> on 'arith.maxnumf'); fp=relaxed ignores this for pad values}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %t = arith.maxnumf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An assume that stops at infinity does not exclude it; one of another cell says nothing.
// CHECK-LABEL: @wrong_facts
// CHECK: affine.if
func.func @wrong_facts(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %f3 = affine.load %F[3] : memref<4xf32>
  %m3 = math.absf %f3 : f32
  %le = arith.cmpf ole, %m3, %infinity : f32
  pad.assume %le : i1
  %f2 = affine.load %F[2] : memref<4xf32>
  %m2 = math.absf %f2 : f32
  %lt = arith.cmpf olt, %m2, %infinity : f32
  pad.assume %lt : i1
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{F[3] may hold any number}}
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

// What is finite need not be 0.
// CHECK-LABEL: @finite_only
// CHECK: affine.if
func.func @finite_only(%A: memref<4xf32>, %B: memref<1xf32>) {
  %infinity = arith.constant 0x7F800000 : f32
  %a3 = affine.load %A[3] : memref<4xf32>
  %m3 = math.absf %a3 : f32
  %lt = arith.cmpf olt, %m3, %infinity : f32
  pad.assume %lt : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{A[3] may hold any finite number}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// To add +0.0 makes +0.0 of -0.0, which the cell may hold.
// CHECK-LABEL: @zero_of_either_sign
// CHECK: affine.if
func.func @zero_of_either_sign(%A: memref<4xf32>, %C: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %a3 = affine.load %A[3] : memref<4xf32>
  %is_zero = arith.cmpf oeq, %a3, %zero : f32
  pad.assume %is_zero : i1
  affine.store %zero, %C[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(A[3] holds 0.0 or -0.0; C[3] holds 0.000000e+00 : f32)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %c = affine.load %C[%i] : memref<4xf32>
      %t = arith.addf %a, %c : f32
      affine.store %t, %A[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An integer may be too large for a float of 8 bits, which has no infinity.
// CHECK-LABEL: @small_float
// CHECK: affine.if
// RELAXED-LABEL: @small_float
func.func @small_float(%A: memref<8xf8E4M3FN>, %N: memref<8xi32>, %B: memref<1xf8E4M3FN>) {
  %zero = arith.constant 0.0 : f8E4M3FN
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf8E4M3FN>
    %bits = arith.bitcast %a : f8E4M3FN to i8
    %no_bits = arith.constant 0 : i8
    %is_zero = arith.cmpi eq, %bits, %no_bits : i8
    pad.assume %is_zero : i1
  }
  affine.store %zero, %B[0] : memref<1xf8E4M3FN>
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{%m may be infinite or NaN}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf8E4M3FN>
      %a = affine.load %A[%i] : memref<8xf8E4M3FN>
      %n = affine.load %N[%i] : memref<8xi32>
      %m = arith.sitofp %n : i32 to f8E4M3FN
      %p = arith.mulf %m, %a : f8E4M3FN
      %t = arith.addf %s, %p : f8E4M3FN
      affine.store %t, %B[0] : memref<1xf8E4M3FN>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The sums of the rows need nsz, which says nothing of the row of padding: its 0.0 might become -0.0.
// CHECK-LABEL: @row_of_padding
// CHECK: affine.if {{.*}}, %j)
// RELAXED-LABEL: @row_of_padding
func.func @row_of_padding(%A: memref<4x4xf32>, %C: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %zero, %A[%i, 3] : memref<4x4xf32>
    affine.store %zero, %A[3, %i] : memref<4x4xf32>
  }
  affine.store %zero, %C[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      // expected-remark@+1 {{without the guard, fastmath<nsz> on 'arith.addf' lets a zero change its sign in a cell that no original iteration writes}}
      affine.if affine_set<(d0, d1) : (2 - d0 >= 0, 2 - d1 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<4x4xf32>
        %c = affine.load %C[%i] : memref<4xf32>
        %d = arith.addf %c, %a fastmath<nsz> : f32
        affine.store %d, %C[%i] : memref<4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The flag makes poison of the NaN, so it is not what the maximum gives.
// CHECK-LABEL: @nan_of_a_maximum
// CHECK: affine.if
func.func @nan_of_a_maximum(%A: memref<4xf32>, %B: memref<4xf32>) {
  %nan = arith.constant 0x7fc00000 : f32
  affine.store %nan, %A[3] : memref<4xf32>
  affine.store %nan, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'arith.maximumf' cannot be evaluated for nan and nan (poison by its fastmath<nnan>; leave the flag out)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xf32>
      %m = arith.maximumf %a, %nan fastmath<nnan> : f32
      affine.store %m, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
