// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// RFC 77: "Only conditionals that do not depend on mutable values should be merged": the second condition is on what the
// first if may have stored.
// CHECK-LABEL: @mutable
// CHECK: scf.if
// CHECK: scf.if
func.func @mutable(%A: memref<4xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %a = affine.load %A[0] : memref<4xf32>
  %p = arith.cmpf olt, %a, %zero : f32
  scf.if %p {
    affine.store %x, %A[0] : memref<4xf32>
  }
  %b = affine.load %A[0] : memref<4xf32>
  %q = arith.cmpf olt, %b, %zero : f32
  scf.if %q {
    affine.store %zero, %A[1] : memref<4xf32>
  }
  func.return
}

// -----

// `x < y` and `x >= y` leave out NaN, so are no opposites; what stands between has an effect; another i1.
// CHECK-LABEL: @not_the_same
// CHECK-COUNT-5: scf.if
// CHECK-NOT: scf.if
func.func @not_the_same(%A: memref<8xf32>, %x: f32, %y: f32, %c: i1, %d: i1) {
  %less = arith.cmpf olt, %x, %y : f32
  scf.if %less {
    affine.store %x, %A[0] : memref<8xf32>
  }
  %more = arith.cmpf oge, %x, %y : f32
  scf.if %more {
    affine.store %x, %A[1] : memref<8xf32>
  }
  scf.if %c {
    affine.store %x, %A[2] : memref<8xf32>
  }
  affine.store %y, %A[2] : memref<8xf32>
  scf.if %c {
    affine.store %x, %A[3] : memref<8xf32>
  }
  scf.if %d {
    affine.store %x, %A[4] : memref<8xf32>
  }
  func.return
}

// -----

// Two loads of a cell with a store between, to what may be the cell; in a loop, a later iteration loads anew.
// CHECK-LABEL: @stored_between
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.if
func.func @stored_between(%A: memref<4xi32>, %n: index, %x: i32) {
  %c4 = arith.constant 4 : i32
  %a = memref.load %A[%n] : memref<4xi32>
  %p = arith.cmpi slt, %a, %c4 : i32
  scf.if %p {
    affine.store %x, %A[0] : memref<4xi32>
    %b = memref.load %A[%n] : memref<4xi32>
    %q = arith.cmpi slt, %b, %c4 : i32
    scf.if %q {
      affine.store %x, %A[1] : memref<4xi32>
    }
  }
  %c = affine.load %A[2] : memref<4xi32>
  %r = arith.cmpi slt, %c, %c4 : i32
  pad.assume %r : i1
  affine.for %i = 0 to 4 {
    %d = affine.load %A[2] : memref<4xi32>
    %s = arith.cmpi slt, %d, %c4 : i32
    scf.if %s {
      affine.store %x, %A[%i] : memref<4xi32>
    }
  }
  func.return
}

// -----

// Neither part implies the other, and `a >= b` says more than `a == b` where nothing is known.
// CHECK-LABEL: @independent
// CHECK: arith.andi
// CHECK: arith.cmpi sge
func.func @independent(%A: memref<8xf32>, %x: f32, %n: index, %m: index) {
  %c5 = arith.constant 5 : index
  %p = arith.cmpi slt, %n, %c5 : index
  %q = arith.cmpi slt, %m, %c5 : index
  %pq = arith.andi %p, %q : i1
  scf.if %pq {
    affine.store %x, %A[0] : memref<8xf32>
  }
  affine.store %x, %A[1] : memref<8xf32>
  %ge = arith.cmpi sge, %n, %m : index
  scf.if %ge {
    affine.store %x, %A[2] : memref<8xf32>
  }
  func.return
}

// -----

// An i32 wraps around: `n + 1 > n` fails for the largest one. A cast of a large index loses bits, and a number that is
// read without a sign is large where it has one.
// CHECK-LABEL: @wraps
// CHECK-COUNT-4: scf.if
func.func @wraps(%A: memref<8xf32>, %x: f32, %n: i32, %i: index) {
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %s = arith.addi %n, %c1 : i32
  %p = arith.cmpi sgt, %s, %n : i32
  scf.if %p {
    affine.store %x, %A[0] : memref<8xf32>
  }
  %z = arith.constant 0 : index
  %natural = arith.cmpi sge, %i, %z : index
  pad.assume %natural : i1
  %k = arith.index_cast %i : index to i32
  %q = arith.cmpi sge, %k, %c0 : i32
  scf.if %q {
    affine.store %x, %A[1] : memref<8xf32>
  }
  affine.store %x, %A[2] : memref<8xf32>
  %r = arith.cmpi ult, %n, %c1 : i32
  scf.if %r {
    affine.store %x, %A[3] : memref<8xf32>
  }
  affine.store %x, %A[4] : memref<8xf32>
  %t = arith.cmpi sle, %n, %c0 : i32
  scf.if %t {
    affine.store %x, %A[5] : memref<8xf32>
  }
  func.return
}

// -----

// What an assume says of undef holds of some value, not of another that is undef too.
// CHECK-LABEL: @of_undef
// CHECK: scf.if
func.func @of_undef(%A: memref<8xf32>, %x: f32, %n: i32) {
  %c3 = arith.constant 3 : i32
  %u = pad.undef : i32
  %small = arith.cmpi sle, %u, %c3 : i32
  pad.assume %small : i1
  %below = arith.cmpi slt, %n, %u : i32
  pad.assume %below : i1
  %p = arith.cmpi slt, %n, %c3 : i32
  scf.if %p {
    affine.store %x, %A[0] : memref<8xf32>
  }
  func.return
}

// -----

// An index of undef too, and one that is made of it.
// CHECK-LABEL: @of_undef_index
// CHECK: scf.if
func.func @of_undef_index(%A: memref<8xf32>, %x: f32, %n: index, %m: index) {
  %u = pad.undef : index
  %below = arith.cmpi slt, %n, %u : index
  pad.assume %below : i1
  %above = arith.cmpi slt, %u, %m : index
  pad.assume %above : i1
  %p = arith.cmpi slt, %n, %m : index
  scf.if %p {
    affine.store %x, %A[0] : memref<8xf32>
  }
  func.return
}

// -----

// The extent of a buffer whose size may be undef, by way of memory.
// CHECK-LABEL: @extent_of_undef
// CHECK: scf.if
func.func @extent_of_undef(%A: memref<8xf32>, %x: f32, %n: index, %m: index, %S: memref<1xindex>, %c: i1) {
  %zero = arith.constant 0 : index
  %u = pad.undef : index
  scf.if %c {
    affine.store %u, %S[0] : memref<1xindex>
  }
  %s = affine.load %S[0] : memref<1xindex>
  %B = memref.alloc(%s) : memref<?xf32>
  %v = pad.undef : f32
  memref.store %v, %B[%zero] : memref<?xf32>
  %d = memref.dim %B, %zero : memref<?xf32>
  %below = arith.cmpi slt, %n, %d : index
  pad.assume %below : i1
  %above = arith.cmpi slt, %d, %m : index
  pad.assume %above : i1
  %p = arith.cmpi slt, %n, %m : index
  scf.if %p {
    affine.store %x, %A[0] : memref<8xf32>
  }
  memref.dealloc %B : memref<?xf32>
  func.return
}

// -----

// What looks alike, as somebody else wrote it: NaN, numbers that wrap around, with and without a sign, a cell that the
// first if may change, and an i8 that is negative from 128 on.
// CHECK-LABEL: @thresholds
// CHECK-COUNT-7: scf.if
// CHECK: affine.for
// CHECK: arith.cmpi sge
// CHECK-NEXT: scf.if
// CHECK: func.return
func.func @thresholds(%out: memref<8xf32>, %small: memref<200xf32>, %cell: memref<1xi32>, %v: f32, %w: f32, %n: i32) {
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %six = arith.constant 6 : i32
  %ten = arith.constant 10 : i32
  %zero8 = arith.constant 0 : i8
  // (a) not complementary: neither holds if v or w is NaN
  %below = arith.cmpf olt, %v, %w : f32
  scf.if %below {
    affine.store %v, %out[0] : memref<8xf32>
  }
  %above = arith.cmpf oge, %v, %w : f32
  scf.if %above {
    affine.store %w, %out[1] : memref<8xf32>
  }
  // (b) not identical: n + 1 wraps at 2147483647
  %lt5 = arith.cmpi slt, %n, %five : i32
  scf.if %lt5 {
    affine.store %v, %out[2] : memref<8xf32>
  }
  %n1 = arith.addi %n, %one : i32
  %lt6 = arith.cmpi slt, %n1, %six : i32
  scf.if %lt6 {
    affine.store %w, %out[3] : memref<8xf32>
  }
  // (c) neither implies the other: one unsigned, one signed
  %u = arith.cmpi ult, %n, %ten : i32
  %s = arith.cmpi slt, %n, %five : i32
  %us = arith.andi %u, %s : i1
  scf.if %us {
    affine.store %v, %out[4] : memref<8xf32>
  }
  // (d) the first if may change what the second one reads
  %c = affine.load %cell[0] : memref<1xi32>
  %pos = arith.cmpi sgt, %c, %five : i32
  scf.if %pos {
    affine.store %n, %cell[0] : memref<1xi32>
  }
  %d = affine.load %cell[0] : memref<1xi32>
  %neg = arith.cmpi sle, %d, %five : i32
  scf.if %neg {
    affine.store %v, %out[5] : memref<8xf32>
  }
  // (e) 128..199 are negative as i8
  affine.for %i = 0 to 200 {
    %b = arith.index_cast %i : index to i8
    %nn = arith.cmpi sge, %b, %zero8 : i8
    scf.if %nn {
      affine.store %v, %small[%i] : memref<200xf32>
    }
  }
  func.return
}

// -----

// A comparison of vectors is a mask, though it holds of a vector and itself wherever nothing is NaN.
// CHECK-LABEL: @vectors
// CHECK: arith.cmpi sle, %v, %v : vector<4xi32>
// CHECK: arith.cmpf ueq, %w, %w : vector<4xf32>
func.func @vectors(%v: vector<4xi32>, %w: vector<4xf32>) -> (vector<4xi1>, vector<4xi1>) {
  %p = arith.cmpi sle, %v, %v : vector<4xi32>
  %q = arith.cmpf ueq, %w, %w : vector<4xf32>
  func.return %p, %q : vector<4xi1>, vector<4xi1>
}

// -----

// Where the first if may stop the program, what may divide by zero stays after it.
// CHECK-LABEL: @may_stop
// CHECK: scf.if
// CHECK: arith.divsi
// CHECK: scf.if
func.func @may_stop(%A: memref<4xi32>, %c: i1, %n: i32, %m: i32) {
  scf.if %c {
    cf.assert %c, "stop"
    affine.store %n, %A[0] : memref<4xi32>
  }
  %d = arith.divsi %n, %m : i32
  scf.if %c {
    affine.store %d, %A[1] : memref<4xi32>
  }
  func.return
}

// -----

// What is never reached keeps its assume: a condition that is false there is not written as such.
// CHECK-LABEL: @never
// CHECK: pad.assume %c
// CHECK: %[[N:.*]] = arith.xori %c, %{{.*}} : i1
// CHECK: pad.assume %[[N]]
// CHECK: %[[M:.*]] = arith.cmpi sgt, %n, %{{.*}} : i32
// CHECK: pad.assume %[[M]]
func.func @never(%A: memref<4xi32>, %c: i1, %n: i32) {
  %true = arith.constant true
  %three = arith.constant 3 : i32
  pad.assume %c : i1
  %no = arith.xori %c, %true : i1
  pad.assume %no : i1
  %less = arith.cmpi slt, %n, %three : i32
  pad.assume %less : i1
  %more = arith.cmpi sgt, %n, %three : i32
  pad.assume %more : i1
  scf.if %more {
    affine.store %n, %A[0] : memref<4xi32>
  }
  func.return
}

// -----

// What stands between needs the result of the first, so the second cannot run with it.
// CHECK-LABEL: @result_between
// CHECK: scf.if
// CHECK: arith.addf
// CHECK-NEXT: scf.if
func.func @result_between(%A: memref<8xf32>, %x: f32, %c: i1) {
  %z = arith.constant 0.0 : f32
  %r = scf.if %c -> (f32) {
    affine.store %x, %A[0] : memref<8xf32>
    scf.yield %x : f32
  } else {
    scf.yield %z : f32
  }
  %s = arith.addf %r, %x : f32
  scf.if %c {
    affine.store %s, %A[1] : memref<8xf32>
  }
  func.return
}
