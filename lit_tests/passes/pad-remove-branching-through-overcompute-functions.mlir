// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// exp of -inf is 0.0 in every library.
// CHECK-LABEL: @exponential
// CHECK-NOT: affine.if
// CHECK: return
func.func @exponential(%A: memref<8xf32>, %B: memref<1xf32>) {
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
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %e = math.exp %a : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A number divided by an infinity is a zero.
// CHECK-LABEL: @reciprocal
// CHECK-NOT: affine.if
// CHECK: return
func.func @reciprocal(%A: memref<8xf32>, %B: memref<1xf32>) {
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
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %e = arith.divf %one, %a : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What follows keeps the zero that log gives for 1.0.
// CHECK-LABEL: @logarithm
// CHECK-NOT: affine.if
// CHECK: return
func.func @logarithm(%A: memref<8xf32>, %B: memref<1xf32>) {
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
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %l = math.log %a : f32
      %q = math.sqrt %l : f32
      %h = math.tanh %q : f32
      %e = math.floor %h : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// cos of a zero is 1.0.
// CHECK-LABEL: @cosine
// CHECK-NOT: affine.if
// CHECK: return
func.func @cosine(%A: memref<8xf32>, %B: memref<1xf32>) {
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
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %l = math.log %a : f32
      %c = math.cos %l : f32
      %e = arith.subf %c, %one : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A zero times a number that is finite adds nothing.
// CHECK-LABEL: @fused
// CHECK-NOT: affine.if
// CHECK: return
func.func @fused(%A: memref<8xf32>, %B: memref<1xf32>) {
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
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %t = math.fma %a, %one, %s fastmath<nsz> : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A comparison of known values chooses.
// CHECK-LABEL: @chosen
// CHECK-NOT: affine.if
// CHECK: return
func.func @chosen(%A: memref<8xf32>, %B: memref<1xf32>) {
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
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %p = arith.cmpf ogt, %a, %one : f32
      %e = arith.select %p, %one, %zero : f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// As above, by a conversion.
// CHECK-LABEL: @counted
// CHECK-NOT: affine.if
// CHECK: return
func.func @counted(%A: memref<8xf32>, %B: memref<1xf32>) {
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
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %p = arith.cmpf one, %a, %one : f32
      %e = arith.uitofp %p : i1 to f32
      %t = arith.addf %s, %e : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Zeros of either sign, through functions: whichever it is, what is added changes nothing.
// CHECK-LABEL: @zero_of_either_sign
// CHECK-NOT: affine.if
// CHECK: return
func.func @zero_of_either_sign(%A: memref<8xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %pad = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %pad : f32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
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
