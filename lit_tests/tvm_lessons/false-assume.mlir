// TVM (section 1): an assume that is provably false is accepted in silence. Right (RFC 77): an error, which
// names an iteration; one that may hold is not.
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p pad-simplify -o /dev/null
// RUN: sed '/^\/\/ -----/,$d' %s > %t.before.mlir
// RUN: pad-opt %t.before.mlir -p pad-simplify -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %t.before.mlir %t.mlir

// CHECK-LABEL: @may_hold
// CHECK: pad.assume
func.func @may_hold(%A: memref<14xi32>, %n: index) {
  %c14 = arith.constant 14 : index
  %less = arith.cmpi slt, %n, %c14 : index
  pad.assume %less {pad.user} : i1
  func.return
}

// -----

func.func @indices() {
  %c14 = arith.constant 14 : index
  affine.for %i = 0 to 16 {
    %less = arith.cmpi slt, %i, %c14 : index
    // expected-error@+1 {{the assumed condition is false at iteration [14] of the loops around it}}
    pad.assume %less : i1
  }
  func.return
}

// -----

func.func @constant() {
  %false = arith.constant false
  // expected-error@+1 {{the assumed condition is false}}
  pad.assume %false : i1
  func.return
}
