// A stage that stores what copies and computations have left there already.
// RUN: pad-opt %s -p 'pad-remove-no-op{stage=padding}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// A copy of zeros.
// CHECK-LABEL: @copy
// CHECK-NOT: pad.stage = "padding"
func.func @copy(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
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
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// Twice zero.
// CHECK-LABEL: @twice
// CHECK-NOT: pad.stage = "padding"
func.func @twice(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
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

// What wraps is what wraps.
// CHECK-LABEL: @wraps
// CHECK-NOT: pad.stage = "padding"
func.func @wraps(%A: memref<6xi8>, %B: memref<6xi8>, %x: i8, %c: i1) {
  %v = arith.constant 100 : i8
  %w = arith.constant -56 : i8
  %k = arith.constant 2 : i8
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi8>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xi8>
    %b = arith.muli %a, %k : i8
    affine.store %b, %B[%i] : memref<6xi8>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi8>
  } {pad.stage = "padding"}
  func.return
}

// Cells in another order.
// CHECK-LABEL: @mirrored
// CHECK-NOT: pad.stage = "padding"
func.func @mirrored(%A: memref<6xi32>, %B: memref<6xi32>, %x: i32, %c: i1) {
  %v = arith.constant 0 : i32
  %w = arith.constant 0 : i32
  %k = arith.constant 2 : i32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[5 - %i] : memref<6xi32>
    affine.store %a, %B[5 - %i] : memref<6xi32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}

// The greater one of 0.0 and what is less.
// CHECK-LABEL: @relu
// CHECK-NOT: pad.stage = "padding"
func.func @relu(%A: memref<6xf32>, %B: memref<6xf32>, %x: f32, %c: i1) {
  %v = arith.constant -3.0 : f32
  %w = arith.constant 0.0 : f32
  %k = arith.constant 0.0 : f32
  affine.for %i = 4 to 6 {
    affine.store %v, %A[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %b = arith.maximumf %a, %k : f32
    affine.store %b, %B[%i] : memref<6xf32>
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xf32>
  } {pad.stage = "padding"}
  func.return
}

// All cells at once.
// CHECK-LABEL: @whole
// CHECK-NOT: pad.stage = "padding"
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
  affine.for %i = 0 to 1 {
  }
  affine.for %i = 4 to 6 {
    affine.store %w, %B[%i] : memref<6xi32>
  } {pad.stage = "padding"}
  func.return
}
