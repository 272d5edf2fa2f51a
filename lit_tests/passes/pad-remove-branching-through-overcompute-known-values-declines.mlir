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

// -----

// The total holds what the padding adds.
// CHECK-LABEL: @total_is_kept
// CHECK: affine.if
func.func @total_is_kept(%A: memref<4x4xi32>, %P: memref<4x4xi32>, %S: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %u = pad.undef : i32
    %is = arith.cmpi eq, %a, %u : i32
    pad.assume %is : i1
  }
  %total = affine.for %io = 0 to 4 iter_args(%s = %zero) -> (i32) {
    %row = affine.for %ii = 0 to 4 iter_args(%t = %s) -> (i32) {
      // expected-remark@+1 {{A[3, 2] may hold anything}}
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
  affine.store %total, %S[0] : memref<1xi32>
  func.return
}

// -----

// The padding comes first: what it adds is in each cell after it.
// CHECK-LABEL: @padding_in_front
// CHECK: affine.if
func.func @padding_in_front(%A: memref<2x8xi32>, %P: memref<2x8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ii = 0 to 2 {
    %a = affine.load %A[0, %ii] : memref<2x8xi32>
    %u = pad.undef : i32
    %is = arith.cmpi eq, %a, %u : i32
    pad.assume %is : i1
  }
  %total = affine.for %io = 0 to 2 iter_args(%s = %zero) -> (i32) {
    %row = affine.for %ii = 0 to 8 iter_args(%t = %s) -> (i32) {
      // expected-remark@+1 {{A[0, 0] may hold anything}}
      %n = affine.if affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0)>(%io, %ii) -> i32 {
        %a = affine.load %A[%io, %ii] : memref<2x8xi32>
        %sum = arith.addi %t, %a : i32
        affine.store %sum, %P[%io, %ii] : memref<2x8xi32>
        affine.yield %sum : i32
      } else {
        affine.yield %t : i32
      }
      affine.yield %n : i32
    }
    affine.yield %row : i32
  } {pad.stage = "compute"}
  affine.for %ii = 0 to 2 {
    %u = pad.undef : i32
    affine.store %u, %P[0, %ii] : memref<2x8xi32>
  } {pad.of_padding, pad.stage = "P_padding"}
  func.return
}

// -----

// Here the next row starts with what the padding of the last one gave.
// CHECK-LABEL: @scan_of_all
// CHECK: scf.if
func.func @scan_of_all(%A: memref<3x8xf32>, %P: memref<3x8xf32>) {
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
  %all = scf.for %i = %c0 to %c3 step %c1 iter_args(%r = %one) -> (f32) {
    %last = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %r) -> (f32) {
      %in = arith.cmpi slt, %j, %c5 : index
      // expected-remark@+1 {{A[0, 5] may hold anything}}
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
    scf.yield %last : f32
  } {pad.stage = "compute"}
  affine.for %i = 0 to 3 {
    affine.for %j = 5 to 8 {
      %u = pad.undef : f32
      affine.store %u, %P[%i, %j] : memref<3x8xf32>
    }
  } {pad.of_padding, pad.stage = "P_padding"}
  func.return
}
