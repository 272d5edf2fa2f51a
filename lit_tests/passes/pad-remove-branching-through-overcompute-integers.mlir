// Conditions on integers that are computed of indices: as frontends of C have them.
// RUN: pad-opt %s -p pad-remove-branching-through-overcompute --split-input-file --verify-diagnostics | filecheck %s

// A cast to i32, a product and a comparison: 3 * i < 37 is i < 13, and the rest is 0.
// CHECK-LABEL: @product
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @product(%B: memref<1xi32>, %x: i32) {
  %A = memref.alloc() : memref<16xi32>
  %zero = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c37 = arith.constant 37 : i32
  affine.for %i = 0 to 13 {
    affine.store %x, %A[%i] : memref<16xi32>
  }
  affine.for %i = 13 to 16 {
    affine.store %zero, %A[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %k = arith.index_cast %i : index to i32
    %m = arith.muli %k, %c3 : i32
    %in = arith.cmpi slt, %m, %c37 : i32
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

// One comparison without a sign for both ends: i - 2 <u 10 is 2 <= i < 12; through i64 and back.
// CHECK-LABEL: @both_ends
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @both_ends(%x: f32) -> f32 {
  %A = memref.alloc() : memref<16xf32>
  %zero = arith.constant -0.0 : f32
  %c2 = arith.constant 2 : i64
  %c10 = arith.constant 10 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %A[%i] : memref<16xf32>
  }
  affine.for %i = 2 to 12 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  %r = affine.for %i = 0 to 16 iter_args(%s = %zero) -> (f32) {
    %k = arith.index_cast %i : index to i64
    %d = arith.subi %k, %c2 : i64
    %n = arith.trunci %d : i64 to i32
    %in = arith.cmpi ult, %n, %c10 : i32
    %t = scf.if %in -> (f32) {
      %a = affine.load %A[%i] : memref<16xf32>
      %u = arith.addf %s, %a : f32
      scf.yield %u : f32
    } else {
      scf.yield %s : f32
    }
    affine.yield %t : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// A cast to i8 wraps around: 128 to 131 are -128 to -125, which are less than 100 too.
// CHECK-LABEL: @wraps
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @wraps(%B: memref<1xi64>, %x: i64) {
  %A = memref.alloc() : memref<132xi64>
  %zero = arith.constant 0 : i64
  %c100 = arith.constant 100 : i8
  affine.for %i = 0 to 132 {
    affine.store %x, %A[%i] : memref<132xi64>
  }
  affine.for %i = 100 to 128 {
    affine.store %zero, %A[%i] : memref<132xi64>
  }
  affine.for %i = 0 to 132 {
    %k = arith.index_cast %i : index to i8
    %in = arith.cmpi slt, %k, %c100 : i8
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

// What is computed from indices is a number where they are: the third power of 0; a weight that is 0 at both ends.
// CHECK-LABEL: @powers
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @powers(%sum: memref<1xi64>) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %n = arith.index_cast %i : index to i64
      %sq = arith.muli %n, %n : i64
      %cube = arith.muli %sq, %n : i64
      %s = affine.load %sum[0] : memref<1xi64>
      %t = arith.addi %s, %cube : i64
      affine.store %t, %sum[0] : memref<1xi64>
    }
  } {pad.stage = "add"}
  func.return
}

// -----

// CHECK-LABEL: @weighted
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @weighted(%a: memref<10xi64>, %sum: memref<1xi64>) {
  %nine = arith.constant 9 : i64
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0, 8 - d0 >= 0)>(%i) {
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

// A ramp that goes on by itself: the other arm stores the number that it has there. In f32, at the end of a size.
// CHECK-LABEL: @ramp
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @ramp(%a: memref<6x4xf32>, %n: index) {
  %last = arith.constant 23.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (22 - d0 * 4 - d1 >= 0)>(%i, %j) {
        %k = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
        %c = arith.index_cast %k : index to i32
        %f = arith.sitofp %c : i32 to f32
        affine.store %f, %a[%i, %j] : memref<6x4xf32>
      } else {
        affine.store %last, %a[%i, %j] : memref<6x4xf32>
      }
    }
  } {pad.stage = "fill"}
  func.return
}
