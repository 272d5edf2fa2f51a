// RUN: pad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'pad.name' belongs on a buffer: an argument of a function, or an operation that creates a memref}}
func.func private @no_buffer(index {pad.name = "n"})

// -----

func.func @no_result(%A: memref<4xf32>) {
  // expected-error@+1 {{'pad.name' belongs on a buffer: an argument of a function, or an operation that creates a memref}}
  memref.dealloc %A {pad.name = "A"} : memref<4xf32>
  func.return
}

// -----

// expected-error@+1 {{'pad.name' is 1 : i64, but must be a name: a string that is not empty}}
func.func private @no_string(memref<4xf32> {pad.name = 1})

// -----

// expected-error@+1 {{'pad.name' is "", but must be a name: a string that is not empty}}
func.func private @empty(memref<4xf32> {pad.name = ""})

// -----

// expected-error@+1 {{unknown attribute 'pad.nme'; known: pad.logical, pad.name, pad.stage, pad.loop, pad.size, pad.may_alias, pad.user}}
func.func private @unknown(memref<4xf32> {pad.nme = "A"})
