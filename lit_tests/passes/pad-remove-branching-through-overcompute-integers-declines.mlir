// Conditions on integers, near misses.
// RUN: pad-opt %s -p pad-remove-branching-through-overcompute --split-input-file --verify-diagnostics | filecheck %s

// As i8, 128 is less than 100: the guard lets it through, and what is there is not 0.
// CHECK-LABEL: @wraps
// CHECK: scf.if
func.func @wraps(%B: memref<1xi64>, %x: i64) {
  %A = memref.alloc() : memref<132xi64>
  %zero = arith.constant 0 : i64
  %c100 = arith.constant 100 : i8
  affine.for %i = 0 to 132 {
    affine.store %x, %A[%i] : memref<132xi64>
  }
  affine.for %i = 100 to 127 {
    affine.store %zero, %A[%i] : memref<132xi64>
  }
  affine.for %i = 0 to 132 {
    %k = arith.index_cast %i : index to i8
    %in = arith.cmpi slt, %k, %c100 : i8
    // expected-remark@+1 {{without the guard, iteration [127] is not shown to store the same value in B[0]}}
    scf.if %in {
      %b = affine.load %B[0] : memref<1xi64>
      %a = affine.load %A[%i] : memref<132xi64>
      %t = arith.addi %b, %a : i64
      affine.store %t, %B[0] : memref<1xi64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The number may be anything.
// CHECK-LABEL: @data
// CHECK: scf.if
func.func @data(%A: memref<16xi32>, %B: memref<1xi32>, %N: memref<1xi32>) {
  %n = affine.load %N[0] : memref<1xi32>
  affine.for %i = 0 to 16 {
    %k = arith.index_cast %i : index to i32
    %m = arith.addi %k, %n : i32
    %in = arith.cmpi slt, %m, %n : i32
    // expected-remark@+1 {{its condition is not one on indices alone}}
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

// The index goes beyond i16 in the product, so the load may be anywhere that its cast says: 40 * 1000 is -25536.
// CHECK-LABEL: @address
// CHECK: affine.if
func.func @address(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c1000 = arith.constant 1000 : i16
  affine.for %i = 0 to 64 {
    // expected-remark@+1 {{out of bounds}}
    affine.if affine_set<(d0) : (32 - d0 >= 0)>(%i) {
      %k = arith.index_cast %i : index to i16
      %m = arith.muli %k, %c1000 overflow<nsw> : i16
      %d = arith.index_cast %m : i16 to index
      %c = arith.constant 1000 : index
      %at = arith.floordivsi %d, %c : index
      %a = memref.load %A[%at] : memref<64xf32>
      affine.store %a, %B[%i] : memref<64xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The weight is 0 at one end only.
// CHECK-LABEL: @weighted_at_one_end
// CHECK: affine.if
func.func @weighted_at_one_end(%a: memref<10xi64>, %sum: memref<1xi64>) {
  %nine = arith.constant 9 : i64
  affine.for %i = 0 to 10 {
    // expected-remark@+1 {{iteration [1] is not shown to store the same value in sum[0]}}
    affine.if affine_set<(d0) : (d0 - 2 >= 0, 8 - d0 >= 0)>(%i) {
      %n = arith.index_cast %i : index to i64
      %m = arith.subi %nine, %n : i64
      %w = arith.muli %m, %n : i64
      %x = affine.load %a[%i] : memref<10xi64>
      %y = arith.muli %x, %w : i64
      %s = affine.load %sum[0] : memref<1xi64>
      %t = arith.addi %s, %y : i64
      affine.store %t, %sum[0] : memref<1xi64>
    }
  } {pad.stage = "add"}
  func.return
}

// -----

// Of 2^64 + 5 the index is 5, and it is not less than 100: what an i128 is cast to does not stand for it.
// CHECK-LABEL: @wider_than_an_index
// CHECK: scf.if
// CHECK: scf.if
func.func @wider_than_an_index(%n: i128, %A: memref<8xf32>) {
  %i = arith.index_cast %n : i128 to index
  %most = arith.constant 100 : i128
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f32
  affine.for %k = 0 to 8 {
    %is_five = arith.cmpi eq, %i, %c5 : index
    // expected-remark@+1 {{is not shown to store the same value in A[0]}}
    scf.if %is_five {
      %is_less = arith.cmpi slt, %n, %most : i128
      // expected-remark@+1 {{is not shown to store the same value in A[0]}}
      scf.if %is_less {
        affine.store %one, %A[%k] : memref<8xf32>
      }
    }
  } {pad.stage = "s"}
  func.return
}
