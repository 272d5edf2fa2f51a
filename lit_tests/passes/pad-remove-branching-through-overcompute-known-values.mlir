// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// x * x is +0.0 for either zero: just what the else arm stores.
// CHECK-LABEL: @squares
// CHECK-NOT: affine.if
// CHECK: %[[Q:.*]] = arith.mulf
// CHECK-NEXT: affine.store %[[Q]]
// CHECK: return
func.func @squares(%A: memref<4x4xf32>, %Q: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
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

// -----

// Two loads of one cell, which nothing writes, are of one zero.
// CHECK-LABEL: @loaded_twice
// CHECK-NOT: affine.if
// CHECK: return
func.func @loaded_twice(%A: memref<4x4xf32>, %Q: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %again = affine.load %A[%io, %ii] : memref<4x4xf32>
        %q = arith.mulf %a, %again : f32
        affine.store %q, %Q[%io, %ii] : memref<4x4xf32>
      } else {
        affine.store %zero, %Q[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// x - +0.0 is x, also where that is -0.0; a magnitude is +0.0 too.
// CHECK-LABEL: @minus_squares
// CHECK-NOT: affine.if
// CHECK: return
func.func @minus_squares(%A: memref<4x4xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf32>
        %m = math.absf %a : f32
        %q = arith.mulf %a, %a : f32
        %n = arith.addf %q, %m : f32
        %s = affine.load %S[0] : memref<1xf32>
        %t = arith.subf %s, %n : f32
        affine.store %t, %S[0] : memref<1xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// No comparison sees the sign of a zero.
// CHECK-LABEL: @positive_parts
// CHECK-NOT: affine.if
// CHECK: return
func.func @positive_parts(%A: memref<4x4xf64>, %N: memref<4xi32>) {
  %zero = arith.constant 0.0 : f64
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf64>
    %is = arith.cmpf oeq, %a, %zero : f64
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xf64>
        %p = arith.cmpf one, %a, %zero : f64
        %e = arith.extui %p : i1 to i32
        %n = affine.load %N[%io] : memref<4xi32>
        %m = arith.addi %n, %e : i32
        affine.store %m, %N[%io] : memref<4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
