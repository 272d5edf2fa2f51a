// RUN: pad-opt %s --split-input-file --verify-diagnostics | filecheck %s

// A part without error is printed.
// CHECK: func.func @right()
func.func @right() {
  return
}

// -----

func.func @same_line(%A: memref<4xf32>) {
  %0 = affine.load %A[] : memref<4xf32> // expected-error {{expected 1 indices for memref<4xf32>, got 0}}
  return
}

// -----

func.func @offset_down(%A: memref<4xf32>) {
  // expected-error@+2 {{expected 1 indices}}

  %0 = affine.load %A[] : memref<4xf32>
  return
}

// -----

func.func @offset_up(%A: memref<4xf32>) {
  %0 = affine.load %A[] : memref<4xf32>
  // expected-error@-1 {{expected 1 indices}}
  return
}

// -----

func.func @above(%A: memref<4xf32>) {
  %0 = affine.load %A[] : memref<4xf32>
  // expected-error@above {{expected 1 indices}}
  return
}

// -----

func.func @below(%A: memref<4xf32>) {
  // expected-error@below {{expected 1 indices}}
  %0 = affine.load %A[] : memref<4xf32>
  return
}
