// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: not pad-opt %s -p 'pad-remove-branching-through-overcompute{max-waste=-1}' 2>&1 | filecheck %s --check-prefix=WASTE
// WASTE: max-waste is -1.0, but must be a number >= 0, or inf

// Nothing says what the padding holds, and whether it may be read.
// CHECK-LABEL: @wrong_value
// CHECK: affine.if
func.func @wrong_value(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{the guard stays: it would store another value}}
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @forbidden
// CHECK: affine.if
func.func @forbidden(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %B: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{cell [3, 2] may not be read}}
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @out_of_bounds
// CHECK: affine.if
func.func @out_of_bounds(%A: memref<14xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{'affine.store' would be out of bounds at index [14]}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<14xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A fact ends when the cell is written.
// CHECK-LABEL: @overwritten
// CHECK: affine.if
func.func @overwritten(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.store %x, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the guard stays}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A sum from the caller may be -0.0, and -0.0 + 0.0 is 0.0.
// CHECK-LABEL: @from_the_caller
// CHECK: affine.if
func.func @from_the_caller(%A: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the guard stays}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @division
// CHECK: affine.if
func.func @division(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'arith.divsi' would run where its divisor may be 0 or overflow}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.divsi %x, %a : i32
      affine.store %t, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @data
// CHECK: scf.if
func.func @data(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi32>
    %c = arith.cmpi slt, %a, %x : i32
    // expected-remark@+1 {{its condition is not one on indices alone}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// More is added than there is.
// CHECK-LABEL: @waste
// CHECK: affine.if
func.func @waste(%B: memref<16xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{it would add 13 instances to 3, more than max-waste=1 times as many}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 16 {
    affine.store %y, %B[%i] : memref<16xi32>
  }
  func.return
}
