// Neither arm may run everywhere.
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p 'pad-remove-branching-through-overcompute{stage=compute}' | filecheck %s

// 100 / 0.
// CHECK-LABEL: @divides(
// CHECK: affine.if
// CHECK: else
func.func @divides(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{guard kept: without the guard, iteration [0, 0] is not shown to store the same value in B[0, 0], which may be read later; the value does not come from a buffer, so no padding changes it; nor may the second arm replace the first: without the guard, 'arith.divsi' would run at iteration [3, 2], where its divisor may be 0, or -1 with a dividend that overflows (A[3, 2] holds 0 : i32); pad A with a safe divisor, such as 1}}
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
      } else {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %b = arith.divsi %hundred, %a : i32
        affine.store %b, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// %A may be -0.0 there, and %x NaN.
// CHECK-LABEL: @sign_of_zero(
// CHECK: affine.if
// CHECK: else
func.func @sign_of_zero(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %b = arith.mulf %a, %x : f32
      // expected-remark@+1 {{guard kept: without the guard, iteration [0, 0] is not shown to store the same value in B[0, 0], which may be read later; the value does not come from a buffer, so no padding changes it}}
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
      } else {
        affine.store %b, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// %A[14] is not there.
// CHECK-LABEL: @beyond(
// CHECK: affine.if
// CHECK: else
func.func @beyond(%A: memref<14xi32>, %B: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{guard kept: overcompute would add 14 instances to 2, more than max-waste=1 allows}}
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
      } else {
        %a = affine.load %A[%io * 4 + %ii] : memref<14xi32>
        %b = arith.muli %a, %zero : i32
        affine.store %b, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The caller may see what %seen holds.
// CHECK-LABEL: @one_store_more(
// CHECK: affine.if
// CHECK: else
func.func @one_store_more(%A: memref<4x4xi32>, %B: memref<4x4xi32>, %seen: memref<4x4xi8>) {
  %zero = arith.constant 0 : i32
  %yes = arith.constant 1 : i8
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    pad.assume %is : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{guard kept: no store of the first arm is to the cell of seen that its else arm stores; nor may the second arm replace the first: without the guard, iteration [3, 2] is not shown to store the same value in seen[3, 2], which may be read later; the value does not come from a buffer, so no padding changes it}}
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
      } else {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        affine.store %a, %B[%io, %ii] : memref<4x4xi32>
        affine.store %yes, %seen[%io, %ii] : memref<4x4xi8>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// %A[6] and %A[7] are overwritten before they would be read.
// CHECK-LABEL: @each_other(
// CHECK: affine.if
// CHECK: else
func.func @each_other(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[6] : memref<8xi32>
  affine.store %zero, %A[7] : memref<8xi32>
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{guard kept: no store of the first arm is to the cell of A that its else arm stores; nor may the second arm replace the first: without the guard, iteration [6] is not shown to store the same value in B[6], which may be read later (A[6] may hold anything); pad A with a value that does not change B[6], or stores there what the else arm did}}
    affine.if affine_set<(d0) : (d0 - 6 >= 0)>(%i) {
      affine.store %zero, %B[%i] : memref<8xi32>
    } else {
      %a = affine.load %A[%i] : memref<8xi32>
      %m = arith.addi %a, %a : i32
      affine.store %m, %B[%i] : memref<8xi32>
      affine.store %m, %A[7 - %i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
