// What copies and computations leave is another value, or is not known: the padding is stored.
// RUN: pad-opt %s -p 'pad-remove-no-op{stage=padding}' -o %t.mlir
// RUN: filecheck %s < %t.mlir

// Twice one is not zero.
// CHECK-LABEL: @other_value
// CHECK: pad.stage = "padding"
func.func @other_value(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 1 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    %b = arith.muli %a, %k : i32
    affine.store %b, %B[%i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// What is copied has been overwritten.
// CHECK-LABEL: @source_written
// CHECK: pad.stage = "padding"
func.func @source_written(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.store %x, %A[5] : memref<6xi32>
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    affine.store %a, %B[%i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// The copy is overwritten.
// CHECK-LABEL: @copy_written
// CHECK: pad.stage = "padding"
func.func @copy_written(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    affine.store %a, %B[%i] : memref<6xi32>
  }
  affine.store %x, %B[4] : memref<6xi32>
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// Cells that two iterations write: the last one leaves what nothing is known of.
// CHECK-LABEL: @written_twice
// CHECK: pad.stage = "padding"
func.func @written_twice(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[-%i + 5] : memref<6xi32>
    affine.store %a, %B[%i mod 2 + 4] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// The value may be poison, which 0 is not.
// CHECK-LABEL: @overflow
// CHECK: pad.stage = "padding"
func.func @overflow(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 1073741824 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 4 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    %b = arith.muli %a, %k overflow<nsw> : i32
    affine.store %b, %B[%i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// Another sign.
// CHECK-LABEL: @negative_zero
// CHECK: pad.stage = "padding"
func.func @negative_zero(%A: memref<6xf32>, %B: memref<6xf32>, %x: f32, %c: i1) {
  %v = arith.constant 0.0 : f32
  %w = arith.constant 0.0 : f32
  %k = arith.constant -1.0 : f32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = arith.mulf %a, %k : f32
    affine.store %b, %B[%i] : memref<6xf32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xf32>
  } {pad.stage = "padding"}
  func.return
}

// The sign may be either.
// CHECK-LABEL: @either_zero
// CHECK: pad.stage = "padding"
func.func @either_zero(%A: memref<6xf32>, %B: memref<6xf32>, %x: f32, %c: i1) {
  %v = arith.constant 0.0 : f32
  %w = arith.constant 0.0 : f32
  %k = arith.constant 1.0 : f32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = arith.mulf %a, %k fastmath<nsz> : f32
    affine.store %b, %B[%i] : memref<6xf32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xf32>
  } {pad.stage = "padding"}
  func.return
}

// Only sometimes.
// CHECK-LABEL: @on_data
// CHECK: pad.stage = "padding"
func.func @on_data(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    scf.if %c {
      affine.store %a, %B[%i] : memref<6xi32>
    }
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// The stage writes what it reads.
// CHECK-LABEL: @in_place
// CHECK: pad.stage = "padding"
func.func @in_place(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    affine.store %a, %B[%i] : memref<6xi32>
    affine.store %x, %A[(%i + 1) mod 6] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// Shifted by one.
// CHECK-LABEL: @shifted
// CHECK: pad.stage = "padding"
func.func @shifted(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[(%i + 1) mod 6] : memref<6xi32>
    affine.store %a, %B[%i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// What is added is not known.
// CHECK-LABEL: @unknown
// CHECK: pad.stage = "padding"
func.func @unknown(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
    %b = arith.addi %a, %x : i32
    affine.store %b, %B[%i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// Part of it is written over, all at once.
// CHECK-LABEL: @whole
// CHECK: pad.stage = "padding"
func.func @whole(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi32>
  }
  memref.copy %A, %B : memref<6xi32> to memref<6xi32>
  affine.for %i = 5 to 6 {
    affine.store %x, %B[%i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// The extension promises what does not hold: it gives poison, no -1 as an unsigned number.
// CHECK-LABEL: @promised
// CHECK: pad.stage = "padding"
func.func @promised(%A: memref<4xi8>, %B: memref<4xi32>) {
  %ones = arith.constant -1 : i8
  %wide = arith.constant 255 : i32
  affine.for %i = 0 to 4 {
    affine.store %ones, %A[%i] : memref<4xi8>
  }
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi8>
    %e = arith.extui %a {nonNeg} : i8 to i32
    affine.store %e, %B[%i] : memref<4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.store %wide, %B[%i] : memref<4xi32>
  } {pad.stage = "padding"}
  func.return
}

// What was loaded before the stage is what the cell held then.
// CHECK-LABEL: @loaded_in_front
// CHECK: pad.stage = "padding"
func.func @loaded_in_front(%A: memref<6xi32>, %B: memref<6xi32>) {
  %zero = arith.constant 0 : i32
  %a = affine.load %A[5] : memref<6xi32>
  affine.store %zero, %A[5] : memref<6xi32>
  affine.for %i = 0 to 6 {
    affine.store %a, %B[%i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %zero, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}
