// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @no_loop(%c: i1) {
  // expected-error@+1 {{'pad.loop' belongs on a loop of affine or scf}}
  scf.if %c {
  } {pad.loop = "i"}
  func.return
}

// -----

// expected-error@+1 {{'pad.loop' belongs on a loop of affine or scf}}
func.func private @argument(index {pad.loop = "i"})

// -----

func.func @no_string() {
  // expected-error@+1 {{'pad.loop' is 0 : i64, but must be a name: a string that is not empty}}
  affine.for %i = 0 to 14 {
  } {pad.loop = 0}
  func.return
}
