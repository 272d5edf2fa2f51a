// RUN: pad-opt %s -p 'pad-optimize{layouts="A: (i, j) -> (i, j) pad=undef extents=[40, 16]; B: (i, j) -> (i, j) pad=undef extents=[40, 16]" target-cpu=x86-64-v4}' --split-input-file 2>&1 | filecheck %s

// C is stored as it is, so that its guard keeps the loop from the end of the others, and no time is
// won by it.
// CHECK: not applied to A and B with its loops to the end of its padding: estimated cycles: {{[0-9]+}}, guards left: 1
func.func @beside(%A: memref<40x13xf32>, %B: memref<40x13xf32>, %C: memref<40x13xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 13 {
      %a = affine.load %A[%i, %j] : memref<40x13xf32>
      %c = affine.load %C[%i, %j] : memref<40x13xf32>
      %b = arith.addf %a, %c : f32
      affine.store %b, %B[%i, %j] : memref<40x13xf32>
    }
  } {pad.stage = "double"}
  func.return
}

// -----

// CHECK-NOT: to the end

// Most of a row would be padding: the loop stays as it is.
func.func @few(%A: memref<40x8xf32>, %B: memref<40x8xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<40x8xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<40x8xf32>
    }
  } {pad.stage = "double"}
  func.return
}

// -----

// What is loaded at a distance of 3 ends with the row that is stored.
func.func @shifted(%A: memref<40x16xf32>, %B: memref<40x13xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 13 {
      %a = affine.load %A[%i, %j + 3] : memref<40x16xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<40x13xf32>
    }
  } {pad.stage = "double"}
  func.return
}

// -----

// A loop that begins with the second cell would have to go through the first one too.
func.func @from_second(%A: memref<40x13xf32>, %B: memref<40x13xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 1 to 13 {
      %a = affine.load %A[%i, %j] : memref<40x13xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<40x13xf32>
    }
  } {pad.stage = "double"}
  func.return
}
