// It has nothing to decline: only what must be proven is refused where nobody proved it.
// RUN: pad-opt %s -p pad-remove-assume --split-input-file --verify-diagnostics | filecheck %s

func.func @static(%c: i1) {
  // expected-error@+1 {{the condition must be proven (check = "static"), but no pass has proven it; add stores or other assumes from which it follows, or remove the check}}
  pad.assume %c {check = "static"} : i1
  func.return
}

// -----

// A fact that the user states is not proven by that.
func.func @user(%c: i1) {
  pad.assume %c {pad.user} : i1
  // expected-error@+1 {{the condition must be proven}}
  pad.assume %c {check = "static"} : i1
  func.return
}

// -----

// What is true needs no proof.
// CHECK-LABEL: @true
// CHECK-NOT: pad.assume
// CHECK: func.return
func.func @true() {
  %true = arith.constant true
  pad.assume %true {check = "static"} : i1
  func.return
}

// -----

// Nor does what the bounds of its loops say.
// CHECK-LABEL: @bounds
// CHECK-NOT: pad.assume
// CHECK: func.return
func.func @bounds() {
  %c14 = arith.constant 14 : index
  affine.for %i = 0 to 14 {
    %valid = arith.cmpi slt, %i, %c14 : index
    pad.assume %valid {check = "static"} : i1
  }
  func.return
}

// -----

// What is finite may be large.
func.func @finite(%x: f32) {
  %inf = arith.constant 0x7f800000 : f32
  %five = arith.constant 5.0 : f32
  %size = math.absf %x : f32
  %finite = arith.cmpf olt, %size, %inf : f32
  pad.assume %finite {pad.user} : i1
  %small = arith.cmpf olt, %size, %five : f32
  // expected-error@+1 {{the condition must be proven}}
  pad.assume %small {check = "static"} : i1
  func.return
}

// -----

// CHECK-LABEL: @still_finite
// CHECK-NOT: static
// CHECK: func.return
func.func @still_finite(%x: f32) {
  %inf = arith.constant 0x7f800000 : f32
  %five = arith.constant 5.0 : f32
  %size = math.absf %x : f32
  %small = arith.cmpf olt, %size, %five : f32
  pad.assume %small {pad.user} : i1
  %finite = arith.cmpf olt, %size, %inf : f32
  pad.assume %finite {check = "static"} : i1
  func.return
}
