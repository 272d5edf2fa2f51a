// RUN: pad-opt %s -p pad-remove-assume --split-input-file --verify-diagnostics

func.func @constant() {
  %false = arith.constant false
  // expected-error@+1 {{the assumed condition is false, so this place must never be reached}}
  pad.assume %false : i1
  func.return
}

// -----

// Provably false is what folds to false, too.
func.func @constants() {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %less = arith.cmpi slt, %c4, %c3 : index
  // expected-error@+1 {{the assumed condition is false}}
  pad.assume %less : i1
  func.return
}

// -----

// And what is false in the last iteration.
func.func @iteration() {
  %c13 = arith.constant 13 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
      %valid = arith.cmpi slt, %i, %c13 : index
      // expected-error@+1 {{the assumed condition is false at iteration [3, 1]}}
      pad.assume %valid : i1
    }
  }
  func.return
}

// -----

// Not where the loop may have no iterations, where the condition may be on a branch that is not taken, or where
// the argument may be right.
func.func @possible(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %negative = arith.constant -1 : index
  affine.for %i = 0 to %n {
    %false = arith.cmpi slt, %i, %c0 : index
    pad.assume %false : i1
  }
  scf.if %c {
    %no = arith.cmpi slt, %c0, %negative : index
    pad.assume %no : i1
  }
  %less = arith.cmpi slt, %n, %negative : index
  pad.assume %less : i1
  func.return
}

// -----

func.func @unknown_check(%c: i1) {
  // expected-error@+1 {{check is "dynamic", but "static" is the only check there is}}
  pad.assume %c {check = "dynamic"} : i1
  func.return
}

// -----

func.func @no_condition(%x: i32) {
  // expected-error@+1 {{Expected attribute i1 but got i32}}
  "pad.assume"(%x) : (i32) -> ()
  func.return
}
