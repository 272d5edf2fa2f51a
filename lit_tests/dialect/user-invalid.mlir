// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @value(%c: i1) {
  // expected-error@+1 {{'pad.user' is "me", but is a flag without a value}}
  pad.assume %c {pad.user = "me"} : i1
  func.return
}

// -----

func.func @elsewhere(%c: i1) {
  // expected-error@+1 {{'pad.user' belongs on a pad.assume}}
  scf.if %c {
  } {pad.user}
  func.return
}

// -----

// expected-error@+1 {{'pad.user' belongs on a pad.assume}}
func.func @argument(%c: i1 {pad.user}) {
  func.return
}
