// Arithmetic, near misses.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{max-waste=inf}' --split-input-file --verify-diagnostics | filecheck %s

// The factor may be negative, where the guard says i > 5, or 0, where nothing passes.
// CHECK-LABEL: @product_other_sign
// CHECK: scf.if
func.func @product_other_sign(%B: memref<1xi32>, %x: i32, %n: index) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c5 = arith.constant 5 : index
    %a0 = arith.muli %i, %n : index
    %a1 = arith.muli %n, %c5 : index
    %in = arith.cmpi slt, %a0, %a1 : index
    // expected-remark@+1 {{iteration [0] is not shown to store the same value}}
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The sum may wrap around.
// CHECK-LABEL: @i32_sum_wraps
// CHECK: scf.if
func.func @i32_sum_wraps(%B: memref<1xi32>, %x: i32, %m: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %k = arith.index_cast %i : index to i32
    %s = arith.addi %k, %m : i32
    %in = arith.cmpi sge, %s, %m : i32
    // expected-remark@+1 {{iteration [0] is not shown to store the same value}}
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The shift loses bits: 10 to 31 become 40 to 124, and 32 is -128.
// CHECK-LABEL: @shift_past_i8
// CHECK: scf.if
func.func @shift_past_i8(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (20 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %k = arith.index_cast %i : index to i8
    %c2 = arith.constant 2 : i8
    %c40 = arith.constant 40 : i8
    %m = arith.shli %k, %c2 : i8
    %in = arith.cmpi slt, %m, %c40 : i8
    // expected-remark@+1 {{iteration [10] is not shown to store the same value}}
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The other arm of the choice lets 8 to 11 through, not 4 to 7.
// CHECK-LABEL: @select_other_arm
// CHECK: scf.if
func.func @select_other_arm(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<16xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xi32>
    } else {
      affine.store %zero, %A[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %h = arith.cmpi slt, %i, %c8 : index
    %j = arith.subi %i, %c8 : index
    // expected-remark@+1 {{the result of 'arith.select' is not shown to be the same at iteration [8]}}
    %m = arith.select %h, %i, %j : index
    %in = arith.cmpi slt, %m, %c4 : index
    // expected-remark@+1 {{iteration [4] is not shown to store the same value}}
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Division towards zero: 13 lets through too, 12 does not.
// CHECK-LABEL: @divsi_is_not_floor
// CHECK: scf.if
func.func @divsi_is_not_floor(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<64xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 - 12 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<64xi32>
    } else {
      affine.store %zero, %A[%i] : memref<64xi32>
    }
  }
  affine.for %i = 0 to 64 {
    %c20 = arith.constant 20 : index
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %d = arith.subi %i, %c20 : index
    %q = arith.divsi %d, %c8 : index
    %in = arith.cmpi sge, %q, %c0 : index
    // expected-remark@+1 {{iteration [12] is not shown to store the same value}}
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<64xi32>
      %t = arith.addi %b, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The choice is out of bounds.
// CHECK-LABEL: @clamped_read_out_of_bounds
// CHECK: scf.if
func.func @clamped_read_out_of_bounds(%A: memref<16xf32>, %C: memref<16xf32>, %x: f32) {
  %c15 = arith.constant 16 : index
  %S = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    %c16 = arith.constant 16 : index
    %in = arith.cmpi slt, %i, %c16 : index
    // expected-remark@+1 {{'memref.load' would access A[16], out of bounds}}
    scf.if %in {
      %h = arith.cmpi sgt, %i, %c15 : index
      %at = arith.select %h, %c15, %i : index
      %v = memref.load %A[%at] : memref<16xf32>
      affine.store %v, %S[%i] : memref<32xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 16 {
    %v = affine.load %S[%i] : memref<32xf32>
    affine.store %v, %C[%i] : memref<16xf32>
  }
  func.return
}
