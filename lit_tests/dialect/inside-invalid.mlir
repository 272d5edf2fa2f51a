// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @value(%c: i1) {
  // expected-error@+1 {{'pad.inside' is "A", but must be the axis of a buffer, such as {of = "A", dim = 0}}}
  pad.assume %c {pad.inside = "A"} : i1
  func.return
}

// -----

func.func @axis(%c: i1) {
  // expected-error@+1 {{but must be the axis of a buffer, such as {of = "A", dim = 0}}}
  pad.assume %c {pad.inside = {of = "A"}} : i1
  func.return
}

// -----

func.func @elsewhere(%c: i1) {
  // expected-error@+1 {{'pad.inside' belongs on a pad.assume}}
  scf.if %c {
  } {pad.inside = {of = "A", dim = 0}}
  func.return
}

// -----

// expected-error@+1 {{'pad.inside' belongs on a pad.assume}}
func.func @argument(%c: i1 {pad.inside = {of = "A", dim = 0}}) {
  func.return
}
