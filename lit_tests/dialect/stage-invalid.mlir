// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @no_string() {
  // expected-error@+1 {{'pad.stage' is 1 : i64, but must be a name: a string that is not empty}}
  affine.for %i = 0 to 14 {
  } {pad.stage = 1}
  func.return
}

// -----

func.func @empty() {
  // expected-error@+1 {{'pad.stage' is "", but must be a name: a string that is not empty}}
  affine.for %i = 0 to 14 {
  } {pad.stage = ""}
  func.return
}

// -----

// expected-error@+1 {{'pad.stage' belongs on an operation in the body of a function}}
func.func private @argument(memref<4xf32> {pad.stage = "A"})

// -----

// expected-error@+1 {{'pad.stage' belongs on an operation in the body of a function}}
func.func @function() attributes {pad.stage = "compute"} {
  func.return
}
