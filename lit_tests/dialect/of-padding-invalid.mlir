// RUN: pad-opt %s --split-input-file --verify-diagnostics

func.func @value() {
  // expected-error@+1 {{'pad.of_padding' is "A", but is a flag without a value}}
  affine.for %i = 0 to 14 {
  } {pad.of_padding = "A", pad.stage = "A_padding"}
  func.return
}

// -----

func.func @no_stage() {
  // expected-error@+1 {{'pad.of_padding' belongs on a stage, an operation with 'pad.stage'}}
  affine.for %i = 0 to 14 {
  } {pad.of_padding}
  func.return
}

// -----

// expected-error@+1 {{'pad.of_padding' belongs on a stage, an operation with 'pad.stage'}}
func.func private @argument(memref<4xf32> {pad.of_padding})
