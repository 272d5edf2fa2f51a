// What a comparison that is assumed excludes.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute' --split-input-file | filecheck %s

// Any comparison excludes what it is false of: `olt 5.0` of a magnitude both infinities and NaN.
// CHECK-LABEL: @below_a_number
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @below_a_number(%A: memref<4xf32>, %F: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  %a3 = affine.load %A[3] : memref<4xf32>
  %is_zero = arith.cmpf oeq, %a3, %zero : f32
  pad.assume %is_zero : i1
  %f3 = affine.load %F[3] : memref<4xf32>
  %size = math.absf %f3 : f32
  %below = arith.cmpf ogt, %five, %size : f32
  pad.assume %below : i1
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %f = affine.load %F[%i] : memref<4xf32>
      %p = arith.mulf %f, %a : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
