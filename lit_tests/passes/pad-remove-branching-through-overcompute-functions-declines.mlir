// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// The last bit of exp(1.0) is the library's. That another value is stored is not shown, and not said.
// CHECK-LABEL: @library
// CHECK: affine.if
func.func @library(%A: memref<8xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %pad = arith.constant 1.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{without the guard, iteration [6] is not shown to store the same value in B[0], which may be read later (A[6] holds 1.000000e+00 : f32; 'math.exp' cannot be evaluated for 1.000000e+00); pad A with a value that does not change B[0]}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %x = math.exp %a : f32
      %e = arith.subf %x, %x : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An approximation of exp(-inf) may be another number than 0.0.
// CHECK-LABEL: @approximate
// CHECK: affine.if
func.func @approximate(%A: memref<8xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %pad = arith.constant 0xff800000 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'math.exp' cannot be evaluated for -inf}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %e = math.exp %a fastmath<afn> : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The flag makes poison of it.
// CHECK-LABEL: @promised
// CHECK: affine.if
func.func @promised(%A: memref<8xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %pad = arith.constant 0xff800000 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'math.exp' cannot be evaluated for -inf (poison by its fastmath<ninf>; leave the flag out)}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %e = math.exp %a fastmath<ninf> : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A reciprocal may be taken in place of the quotient.
// CHECK-LABEL: @approximate_quotient
// CHECK: affine.if
func.func @approximate_quotient(%A: memref<8xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %pad = arith.constant 0x7f800000 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'arith.divf' cannot be evaluated for 1.000000e+00 and inf}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %e = arith.divf %one, %a fastmath<arcp> : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The reciprocal of a zero of unknown sign is one of two infinities.
// CHECK-LABEL: @infinite
// CHECK: affine.if
func.func @infinite(%A: memref<8xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %pad = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'arith.divf' cannot be evaluated for 1.000000e+00 and a zero of unknown sign}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %x = arith.divf %one, %a : f32
      %e = arith.addf %x, %x : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A zero times an infinity is a NaN.
// CHECK-LABEL: @fused_with_infinity
// CHECK: affine.if
func.func @fused_with_infinity(%A: memref<8xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %pad = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{is not shown to store the same value in}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %b = arith.divf %s, %s : f32
      %t = math.fma %a, %b, %s : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The sign of the zero counts: nothing says that B[0] is not -0.0, to which only -0.0 adds nothing.
// CHECK-LABEL: @zero_of_either_sign
// CHECK: affine.if
func.func @zero_of_either_sign(%A: memref<8xf32>, %B: memref<1xf32>) {
  %pad = arith.constant 0.0 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'math.sqrt' cannot be evaluated for a zero of unknown sign}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %q = math.sqrt %a : f32
      %h = math.tanh %q : f32
      %e = math.floor %h : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// As the first, of a value that comes out.
// CHECK-LABEL: @result
// CHECK: affine.if
func.func @result(%A: memref<8xf32>, %B: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %one : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [6] of the loops around it (A[6] holds 1.000000e+00 : f32; 'math.exp' cannot be evaluated for 1.000000e+00); pad A with a value that does not change the result}}
    %t = affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<8xf32>
      %e = math.exp %a : f32
      affine.yield %e : f32
    } else {
      affine.yield %one : f32
    }
    affine.store %t, %B[%i] : memref<8xf32>
  } {pad.stage = "compute"}
  func.return
}
