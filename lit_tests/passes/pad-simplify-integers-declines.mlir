// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// -1 floordiv 8 is -1 and -1 remsi 8 is -1: what holds of numbers from 0 does not of others.
// CHECK-LABEL: @negative
// CHECK: arith.floordivsi
// CHECK: arith.floordivsi
// CHECK: arith.remsi
// CHECK: arith.addi
// CHECK: arith.remui
func.func @negative(%A: memref<4xi32>, %n: i32) {
  %low = arith.constant -7 : i32
  %c5 = arith.constant 5 : i32
  %more = arith.cmpi sgt, %n, %low : i32
  %less = arith.cmpi slt, %n, %c5 : i32
  pad.assume %more : i1
  pad.assume %less : i1
  %f = arith.floordivsi %n, %c5 : i32
  affine.store %f, %A[0] : memref<4xi32>
  %q = arith.floordivsi %n, %c5 : i32
  %r = arith.remsi %n, %c5 : i32
  %s = arith.addi %q, %r : i32
  affine.store %s, %A[1] : memref<4xi32>
  %u = arith.remui %n, %c5 : i32
  affine.store %u, %A[2] : memref<4xi32>
  func.return
}

// -----

// RFC 77: "the assumption may be invalidated by later writes to the buffer": by a store, by a call, by another iteration.
// CHECK-LABEL: @written
// CHECK: scf.if
// CHECK: scf.if
// CHECK: affine.for
// CHECK: scf.if
func.func private @writes(memref<1xi32>)
func.func @written(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %c4 = arith.constant 4 : i32
  %b = affine.load %B[0] : memref<1xi32>
  %p = arith.cmpi slt, %b, %c4 : i32
  pad.assume %p : i1
  affine.store %x, %B[0] : memref<1xi32>
  %c = affine.load %B[0] : memref<1xi32>
  %q = arith.cmpi slt, %c, %c4 : i32
  scf.if %q {
    affine.store %x, %A[0] : memref<4xi32>
  }
  pad.assume %q : i1
  func.call @writes(%B) : (memref<1xi32>) -> ()
  %d = affine.load %B[0] : memref<1xi32>
  %r = arith.cmpi slt, %d, %c4 : i32
  scf.if %r {
    affine.store %x, %A[1] : memref<4xi32>
  }
  pad.assume %r : i1
  affine.for %i = 0 to 4 {
    %e = affine.load %B[0] : memref<1xi32>
    %s = arith.cmpi slt, %e, %c4 : i32
    scf.if %s {
      affine.store %x, %A[%i] : memref<4xi32>
    }
    %t = arith.addi %e, %e : i32
    affine.store %t, %B[0] : memref<1xi32>
  }
  func.return
}

// -----

// A size of at least 4 need not be 5, and one of another buffer is not told.
// CHECK-LABEL: @sizes
// CHECK: scf.if
// CHECK: scf.if
func.func @sizes(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"},
                 %n: index {pad.size = [{of = "A", dim = 0, min = 4}]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %p = arith.cmpi sgt, %n, %c4 : index
  scf.if %p {
    affine.store %x, %A[0] : memref<?xf32>
  }
  affine.store %x, %A[1] : memref<?xf32>
  %d = memref.dim %B, %c0 : memref<?xf32>
  %q = arith.cmpi sge, %d, %c4 : index
  scf.if %q {
    affine.store %x, %B[0] : memref<?xf32>
  }
  func.return
}

// -----

// A product of i32 may wrap around; a divisor of unknown sign; n * m is no multiple of 4 where only one of them may be.
// CHECK-LABEL: @products
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.if
func.func @products(%A: memref<4xf32>, %a: i32, %n: index, %m: index, %x: f32) {
  %zero = arith.constant 0 : i32
  %square = arith.muli %a, %a : i32
  %p = arith.cmpi sge, %square, %zero : i32
  scf.if %p {
    affine.store %x, %A[0] : memref<4xf32>
  }
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %known = arith.cmpi sge, %n, %c0 : index
  pad.assume %known : i1
  %d = arith.divsi %n, %m : index
  %q = arith.cmpi sge, %d, %c0 : index
  scf.if %q {
    affine.store %x, %A[1] : memref<4xf32>
  }
  affine.store %x, %A[2] : memref<4xf32>
  %nm = arith.muli %n, %m : index
  %rest = arith.remsi %nm, %c4 : index
  %r = arith.cmpi eq, %rest, %c0 : index
  scf.if %r {
    affine.store %x, %A[3] : memref<4xf32>
  }
  func.return
}

// -----

// A shift loses bits, and so does cutting off: `n` is not `(n << 2) >> 2`, nor its low byte.
// CHECK-LABEL: @bits
// CHECK: arith.shli
// CHECK: arith.shrsi
// CHECK: arith.trunci
// CHECK: arith.extsi
// CHECK: arith.extui
// CHECK: scf.if
func.func @bits(%A: memref<4xi32>, %n: i32, %c: i1, %x: i32) {
  %c2 = arith.constant 2 : i32
  %up = arith.shli %n, %c2 : i32
  %down = arith.shrsi %up, %c2 : i32
  affine.store %down, %A[0] : memref<4xi32>
  %byte = arith.trunci %n : i32 to i8
  %signed = arith.extsi %byte : i8 to i32
  affine.store %signed, %A[1] : memref<4xi32>
  %unsigned = arith.extui %byte : i8 to i32
  %p = arith.cmpi eq, %unsigned, %signed : i32
  scf.if %p {
    affine.store %x, %A[2] : memref<4xi32>
  }
  func.return
}

// -----

// A remainder of a number of unknown sign, and what wraps around, are not written into an index.
// CHECK-LABEL: @as_index
// CHECK: %[[R:.*]] = arith.remsi
// CHECK: memref.store %x, %A[%[[R]]]
// CHECK: %[[K:.*]] = arith.index_cast
// CHECK: memref.store %x, %A[%[[K]]]
// CHECK: affine.store %x, %A[symbol(%[[K]])]
func.func @as_index(%A: memref<?xf32>, %n: index, %m: i32, %x: f32) {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : i32
  %r = arith.remsi %n, %c3 : index
  memref.store %x, %A[%r] : memref<?xf32>
  %s = arith.addi %m, %c1 : i32
  %k = arith.index_cast %s : i32 to index
  memref.store %x, %A[%k] : memref<?xf32>
  affine.store %x, %A[symbol(%k)] : memref<?xf32>
  func.return
}

// -----

// Facts that do not reach, as somebody else wrote them: a cell that grows, an assume in an arm, a number that wraps
// around, and what is said of another size.
// CHECK-LABEL: @countdown
// CHECK: affine.for
// CHECK: scf.if
// CHECK: scf.if %verbose
// CHECK: pad.assume
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.if
// CHECK: affine.if
// CHECK: func.return
func.func @countdown(%state: memref<2xi32>, %log: memref<32xi32>, %A: memref<?x?xf32>, %B: memref<40xf32>, %n: i32, %verbose: i1,
    %h: index {pad.size = [{of = "A", dim = 0, multiple = 8}]}, %w: index {pad.size = [{of = "A", dim = 1}]}, %v: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %five = arith.constant 5 : i32
  %ten = arith.constant 10 : i32
  %b = affine.load %state[0] : memref<2xi32>
  %low = arith.cmpi slt, %b, %four : i32
  pad.assume %low : i1
  // (a) holds at most for the first iterations: the cell grows
  affine.for %i = 0 to 32 {
    %now = affine.load %state[0] : memref<2xi32>
    %small = arith.cmpi slt, %now, %ten : i32
    scf.if %small {
      affine.store %now, %log[%i] : memref<32xi32>
    }
    %next = arith.addi %now, %one : i32
    affine.store %next, %state[0] : memref<2xi32>
  }
  // (b) assumed only where verbose
  scf.if %verbose {
    %p = arith.cmpi sge, %n, %zero : i32
    pad.assume %p : i1
  }
  %r = arith.remsi %n, %five : i32
  %nonneg = arith.cmpi sge, %r, %zero : i32
  scf.if %nonneg {
    affine.store %one, %state[1] : memref<2xi32>
  }
  // (c) n + 1 wraps
  %bound = arith.cmpi sge, %n, %four : i32
  scf.if %bound {
    %n1 = arith.addi %n, %one : i32
    %still = arith.cmpi sge, %n1, %four : i32
    scf.if %still {
      affine.store %n1, %log[0] : memref<32xi32>
    }
  }
  // (d) the multiple is of h, not of w; and h may be 0
  %rw = arith.remsi %w, %c8 : index
  %ew = arith.cmpi eq, %rw, %c0 : index
  scf.if %ew {
    affine.store %v, %B[0] : memref<40xf32>
  }
  affine.if affine_set<()[s0] : (s0 - 8 >= 0)>()[%h] {
    affine.store %v, %B[1] : memref<40xf32>
  }
  func.return
}

// -----

// An index has 64 bits: of 2^64, which is more than 10, it is 0.
// CHECK-LABEL: @wider_than_an_index
// CHECK: affine.if affine_set<(d0, d1) : (d0 - 5 >= 0, d1 - 3 >= 0)>
func.func @wider_than_an_index(%A: memref<8xf32>, %x: i128, %v: f32) {
  %ten = arith.constant 10 : i128
  %more = arith.cmpi sgt, %x, %ten : i128
  pad.assume %more : i1
  %i = arith.index_cast %x : i128 to index
  affine.for %j = 0 to 8 {
    affine.if affine_set<(d0)[s0] : (s0 - 5 >= 0, d0 - 3 >= 0)>(%j)[%i] {
      affine.store %v, %A[%j] : memref<8xf32>
    }
  }
  func.return
}

// -----

// An assume says of undef that some value makes it hold, for each assume another: nothing follows of %n. So it is where
// undef comes out of an if or a loop, or was stored.
// CHECK-LABEL: @chosen
// CHECK: pad.assume
// CHECK: pad.assume
// CHECK: scf.if
func.func @chosen(%A: memref<8xi32>, %n: i32, %b: i1) {
  %five = arith.constant 5 : i32
  %u = pad.undef : i32
  %x = scf.if %b -> (i32) {
    scf.yield %u : i32
  } else {
    %v = arith.addi %u, %five : i32
    scf.yield %v : i32
  }
  %is = arith.cmpi eq, %x, %five : i32
  pad.assume %is : i1
  %too = arith.cmpi eq, %x, %n : i32
  pad.assume %too : i1
  %equal = arith.cmpi eq, %n, %five : i32
  scf.if %equal {
    affine.store %n, %A[0] : memref<8xi32>
  }
  func.return
}

// -----

// CHECK-LABEL: @carried
// CHECK: pad.assume
// CHECK: pad.assume
// CHECK: scf.if
func.func @carried(%A: memref<8xi32>, %n: i32) {
  %five = arith.constant 5 : i32
  %u = pad.undef : i32
  %x = affine.for %i = 0 to 8 iter_args(%w = %n) -> (i32) {
    affine.yield %u : i32
  }
  %is = arith.cmpi eq, %x, %five : i32
  pad.assume %is : i1
  %too = arith.cmpi eq, %x, %n : i32
  pad.assume %too : i1
  %equal = arith.cmpi eq, %n, %five : i32
  scf.if %equal {
    affine.store %n, %A[0] : memref<8xi32>
  }
  func.return
}

// -----

// CHECK-LABEL: @stored
// CHECK: pad.assume
// CHECK: pad.assume
// CHECK: scf.if
func.func @stored(%A: memref<8xi32>, %n: i32) {
  %five = arith.constant 5 : i32
  %u = pad.undef : i32
  affine.store %u, %A[1] : memref<8xi32>
  %x = affine.load %A[1] : memref<8xi32>
  %is = arith.cmpi eq, %x, %five : i32
  pad.assume %is : i1
  %too = arith.cmpi eq, %x, %n : i32
  pad.assume %too : i1
  %equal = arith.cmpi eq, %n, %five : i32
  scf.if %equal {
    affine.store %n, %A[0] : memref<8xi32>
  }
  func.return
}

// -----

// Another buffer holds no undef.
// CHECK-LABEL: @elsewhere
// CHECK-NOT: scf.if
// CHECK: return
func.func @elsewhere(%A: memref<8xi32>, %B: memref<8xi32>, %n: i32) {
  %five = arith.constant 5 : i32
  %u = pad.undef : i32
  affine.store %u, %B[1] : memref<8xi32>
  %x = affine.load %A[1] : memref<8xi32>
  %is = arith.cmpi eq, %x, %five : i32
  pad.assume %is : i1
  %too = arith.cmpi eq, %x, %n : i32
  pad.assume %too : i1
  %equal = arith.cmpi eq, %n, %five : i32
  scf.if %equal {
    affine.store %n, %A[0] : memref<8xi32>
  }
  func.return
}

// -----

// What a logarithm gives is not exact: of 1024 it may be a little more than 10. Where an approximation is allowed, it may
// be anything near, and a negative number of bits shifts to poison.
// CHECK-LABEL: @rounded_logarithms
// CHECK: arith.fptosi
// CHECK: scf.if
// CHECK: math.log2 {{.*}} fastmath<afn>
// CHECK: arith.fptosi
// CHECK: scf.if
// CHECK: arith.shli
// CHECK: scf.if
func.func @rounded_logarithms(%A: memref<16xi32>) {
  %ten = arith.constant 10 : i32
  %c1009 = arith.constant 1009 : i32
  %six = arith.constant 6 : i32
  affine.for %i = 0 to 16 {
    %k = arith.index_cast %i : index to i32
    %n = arith.addi %k, %c1009 : i32
    %f = arith.sitofp %n : i32 to f32
    %log = math.log2 %f : f32
    %up = math.ceil %log : f32
    %bits = arith.fptosi %up : f32 to i32
    %p = arith.cmpi eq, %bits, %ten : i32
    scf.if %p {
      affine.store %n, %A[%i] : memref<16xi32>
    }
    %m = arith.subi %n, %ten : i32
    %g = arith.sitofp %m : i32 to f32
    %near = math.log2 %g fastmath<afn> : f32
    %above = math.ceil %near : f32
    %about = arith.fptosi %above : f32 to i32
    %q = arith.cmpi eq, %about, %ten : i32
    scf.if %q {
      affine.store %m, %A[%i] : memref<16xi32>
    }
    %by = arith.subi %k, %six : i32
    %shifted = arith.shli %ten, %by : i32
    %r = arith.cmpi sge, %shifted, %ten : i32
    scf.if %r {
      affine.store %k, %A[%i] : memref<16xi32>
    }
  }
  func.return
}
