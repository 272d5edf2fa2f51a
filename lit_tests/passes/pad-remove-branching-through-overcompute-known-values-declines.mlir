// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// (-0.0) * (-0.0) * (-0.0) is -0.0, not the +0.0 that is stored.
// CHECK-LABEL: @cubes
// CHECK: affine.if
func.func @cubes(%A: memref<4x4xf32>, %Q: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{A[3, 2] holds 0.0 or -0.0}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %q = arith.mulf %a, %a : f32
        %c = arith.mulf %q, %a : f32
        affine.store %c, %Q[%io, %ii] : memref<4x4xf32>
      } else {
        affine.store %zero, %Q[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two zeros may have different signs.
// CHECK-LABEL: @two_zeros
// CHECK: affine.if
func.func @two_zeros(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %Q: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
    %b = affine.load %B[3, %ii] : memref<4x4xf32>
    %is_too = arith.cmpf oeq, %b, %zero : f32
    pad.assume %is_too : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{A[3, 2] holds 0.0 or -0.0; B[3, 2] holds 0.0 or -0.0}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %q = arith.mulf %a, %b : f32
        affine.store %q, %Q[%io, %ii] : memref<4x4xf32>
      } else {
        affine.store %zero, %Q[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A NaN satisfies `ueq`, and its square is NaN.
// CHECK-LABEL: @may_be_nan
// CHECK: affine.if
func.func @may_be_nan(%A: memref<4x4xf32>, %Q: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf ueq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{A[3, 2] may hold anything}}
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %q = arith.mulf %a, %a : f32
        affine.store %q, %Q[%io, %ii] : memref<4x4xf32>
      } else {
        affine.store %zero, %Q[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
