// RUN: pad-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'pad.may_alias' is true, but is a flag without a value}}
func.func @value(%A: memref<4xf32>, %B: memref<4xf32>) attributes {pad.may_alias = true} {
  func.return
}

// -----

// On one argument it would be overlooked.
// expected-error@+1 {{'pad.may_alias' belongs on a function}}
func.func @argument(%A: memref<4xf32> {pad.may_alias}, %B: memref<4xf32>) {
  func.return
}

// -----

func.func @operation() {
  // expected-error@+1 {{'pad.may_alias' belongs on a function}}
  %a = memref.alloc() {pad.may_alias} : memref<4xf32>
  func.return
}
