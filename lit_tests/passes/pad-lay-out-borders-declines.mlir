// RUN: pad-opt %s -p pad-lay-out-borders --split-input-file --verify-diagnostics | filecheck %s

// An argument: its layout is its callers' too.
// CHECK-LABEL: @argument(
// CHECK: pad_1
func.func @argument(%x: memref<6xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  // expected-remark@+1 {{'x' is copied into 'P': it is an argument, whose layout is its callers' too}}
  affine.for %i = 0 to 6 {
    %c = affine.load %x[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return
}

// -----

// What is copied into changes after the copy: no border.
// CHECK-LABEL: @changed(
// CHECK: pad_1
func.func @changed(%x: memref<6xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    affine.store %zero, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "spoil"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return
}

// -----

// The buffer is written, in a part only, while the copy is needed as it was.
// CHECK-LABEL: @written_after(
// CHECK: pad_1
func.func @written_after(%x: memref<6xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  // expected-remark@+1 {{'A' is copied into 'P': it is written after the copy}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 5 {
    affine.store %zero, %A[%i] : memref<6xf32>
  } {pad.stage = "part"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %y[%i] : memref<6xf32>
  } {pad.stage = "last"}
  func.return
}

// -----

// Two values: the wider border is laid out, the other copied.
// CHECK-LABEL: @two_values(
// CHECK: low_1
// CHECK-NOT: pad_1
func.func @two_values(%x: memref<6xf32>, %y: memref<6xf32>, %z: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<9xf32>
  // expected-remark@+1 {{'A' has the border of 'P' as padding, and is not copied into it}}
  affine.for %i = 0 to 9 {
    affine.store %zero, %P[%i] : memref<9xf32>
  } {pad.stage = "pad"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<9xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<9xf32>
    %b = affine.load %P[%i + 2] : memref<9xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  %Q = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %low, %Q[%i] : memref<8xf32>
  } {pad.stage = "low"}
  // expected-remark@+1 {{'A' is copied into 'Q': it has a border of 0.0 already}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %Q[%i + 1] : memref<8xf32>
  } {pad.stage = "low_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %Q[%i] : memref<8xf32>
    %b = affine.load %Q[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %z[%i] : memref<6xf32>
  } {pad.stage = "more"}
  func.return
}

// -----

// Neither border has room for the other.
// CHECK-LABEL: @two_sides(
// CHECK: right_1
func.func @two_sides(%x: memref<6xf32>, %y: memref<6xf32>, %z: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  // expected-remark@+1 {{'A' has the border of 'P' as padding, and is not copied into it}}
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "left"}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 2] : memref<8xf32>
  } {pad.stage = "left_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  %Q = memref.alloc() : memref<7xf32>
  affine.for %i = 0 to 7 {
    affine.store %zero, %Q[%i] : memref<7xf32>
  } {pad.stage = "right"}
  // expected-remark@+1 {{'A' is copied into 'Q': its own border is narrower}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %Q[%i] : memref<7xf32>
  } {pad.stage = "right_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %Q[%i] : memref<7xf32>
    %b = affine.load %Q[%i + 1] : memref<7xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %z[%i] : memref<6xf32>
  } {pad.stage = "more"}
  func.return
}

// -----

// Only a part is copied.
// CHECK-LABEL: @part(
// CHECK: pad_1
func.func @part(%x: memref<7xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<7xf32>
  affine.for %i = 0 to 7 {
    %a = affine.load %x[%i] : memref<7xf32>
    affine.store %a, %A[%i] : memref<7xf32>
  } {pad.stage = "copy"}
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  // expected-remark@+1 {{'A' is copied into 'P': only a part of it is copied}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i + 1] : memref<7xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return
}

// -----

// A view needs the cells side by side.
// CHECK-LABEL: @viewed(
// CHECK: pad_1
func.func @viewed(%x: memref<6xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %v = memref.expand_shape %A [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32>
  %one = affine.load %v[1, 2] : memref<2x3xf32>
  affine.store %one, %y[0] : memref<6xf32>
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  // expected-remark@+1 {{'A' is copied into 'P': 'memref.expand_shape' needs all of it in one piece}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return
}

// -----

// A call and a return use what is copied into.
// CHECK-LABEL: @returned(
// CHECK: pad_1
func.func @returned(%x: memref<6xf32>) -> memref<8xf32> {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  // expected-remark@+1 {{'A' is copied into 'P': 'func.return' uses what it is copied into}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  func.return %P : memref<8xf32>
}

// -----

// In a loop, the buffer is of another block than the copy.
// CHECK-LABEL: @other_block(
// CHECK: pad_1
func.func @other_block(%x: memref<6xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %t = %c0 to %c3 step %c1 {
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  // expected-remark@+1 {{'A' is copied into 'P': it is allocated in another block}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %y[%i] : memref<6xf32>
  } {pad.stage = "last"}
  func.return
}

// -----

// What is copied into is read before the copy too.
// CHECK-LABEL: @read_before(
// CHECK: pad_1
func.func @read_before(%x: memref<6xf32>, %y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {
    %a = affine.load %x[%i] : memref<6xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<6xf32>
  } {pad.stage = "square"}
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "early"}
  // expected-remark@+1 {{'A' is copied into 'P': what it is copied into is used before the copy}}
  affine.for %i = 0 to 6 {
    %c = affine.load %A[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return
}

// -----

// A constant of the module is not allocated in the function.
memref.global "private" constant @weights : memref<6xf32> = dense<2.0>
// CHECK-LABEL: @of_the_module(
// CHECK: pad_1
func.func @of_the_module(%y: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %w = memref.get_global @weights : memref<6xf32>
  %P = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %P[%i] : memref<8xf32>
  } {pad.stage = "pad"}
  // expected-remark@+1 {{'w' is copied into 'P': it is not allocated in the function}}
  affine.for %i = 0 to 6 {
    %c = affine.load %w[%i] : memref<6xf32>
    affine.store %c, %P[%i + 1] : memref<8xf32>
  } {pad.stage = "pad_1"}
  affine.for %i = 0 to 6 {
    %a = affine.load %P[%i] : memref<8xf32>
    %b = affine.load %P[%i + 2] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<6xf32>
  } {pad.stage = "sum"}
  func.return
}
