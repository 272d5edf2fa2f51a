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

// -----

// What the padding adds goes to iterations after it, to a total that no one uses, and to cells that
// are made undef.
// CHECK-LABEL: @running_total
// CHECK-NOT: affine.if
// CHECK: iter_args
// CHECK: %[[A:.*]] = affine.load %A
// CHECK-NEXT: %[[S:.*]] = arith.addi %{{.*}}, %[[A]]
// CHECK-NEXT: affine.store %[[S]], %P
// CHECK-NEXT: affine.yield %[[S]]
func.func @running_total(%A: memref<4x4xi32>, %P: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %u = pad.undef : i32
    %is = arith.cmpi eq, %a, %u : i32
    pad.assume %is : i1
  }
  %total = affine.for %io = 0 to 4 iter_args(%s = %zero) -> (i32) {
    %row = affine.for %ii = 0 to 4 iter_args(%t = %s) -> (i32) {
      %n = affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) -> i32 {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %sum = arith.addi %t, %a : i32
        affine.store %sum, %P[%io, %ii] : memref<4x4xi32>
        affine.yield %sum : i32
      } else {
        affine.yield %t : i32
      }
      affine.yield %n : i32
    }
    affine.yield %row : i32
  } {pad.stage = "compute"}
  affine.for %ii = 2 to 4 {
    %u = pad.undef : i32
    affine.store %u, %P[3, %ii] : memref<4x4xi32>
  } {pad.of_padding, pad.stage = "P_padding"}
  func.return
}

// -----

// A scan of each row, which starts anew with the next.
// CHECK-LABEL: @scan_of_rows
// CHECK-NOT: scf.if
// CHECK: return
func.func @scan_of_rows(%A: memref<3x8xf32>, %P: memref<3x8xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 3 {
    affine.for %j = 5 to 8 {
      %a = affine.load %A[%i, %j] : memref<3x8xf32>
      %u = pad.undef : f32
      %is = arith.cmpf ueq, %a, %u : f32
      pad.assume %is : i1
    }
  }
  scf.for %i = %c0 to %c3 step %c1 {
    %last = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %one) -> (f32) {
      %in = arith.cmpi slt, %j, %c5 : index
      %n = scf.if %in -> (f32) {
        %a = memref.load %A[%i, %j] : memref<3x8xf32>
        %m = arith.mulf %t, %a : f32
        memref.store %m, %P[%i, %j] : memref<3x8xf32>
        scf.yield %m : f32
      } else {
        scf.yield %t : f32
      }
      scf.yield %n : f32
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 3 {
    affine.for %j = 5 to 8 {
      %u = pad.undef : f32
      affine.store %u, %P[%i, %j] : memref<3x8xf32>
    }
  } {pad.of_padding, pad.stage = "P_padding"}
  func.return
}
