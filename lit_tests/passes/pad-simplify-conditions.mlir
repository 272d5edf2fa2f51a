// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// RFC 77: "If two sequential IfThenElseStmt have identical conditions, they should be merged", in the function's own
// block too, where nothing is around; on an i1 that is given, on an integer, and on a float.
// CHECK-LABEL: @own_block
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: affine.store %x, %A[1]
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %x, %A[7]
// CHECK-NEXT: %[[FIVE:.*]] = arith.constant 5 : i32
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %n, %[[FIVE]] : i32
// CHECK-NEXT: scf.if %[[LESS]] {
// CHECK-NEXT: affine.store %x, %A[2]
// CHECK-NEXT: affine.store %x, %A[4]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %x, %A[3]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @own_block(%A: memref<8xf32>, %x: f32, %c: i1, %n: i32) {
  scf.if %c {
    affine.store %x, %A[0] : memref<8xf32>
  }
  scf.if %c {
    affine.store %x, %A[1] : memref<8xf32>
  }
  affine.store %x, %A[7] : memref<8xf32>
  %c5 = arith.constant 5 : i32
  %less = arith.cmpi slt, %n, %c5 : i32
  scf.if %less {
    affine.store %x, %A[2] : memref<8xf32>
  }
  %other = arith.cmpi sge, %n, %c5 : i32
  scf.if %other {
    affine.store %x, %A[3] : memref<8xf32>
  }
  %c4 = arith.constant 4 : i32
  %again = arith.cmpi sle, %n, %c4 : i32
  scf.if %again {
    affine.store %x, %A[4] : memref<8xf32>
  }
  func.return
}

// -----

// "Similarly, if two sequential IfThenElseStmt have complementary conditions": of a float, NaN is on one side.
// CHECK-LABEL: @floats
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %x, %y : f32
// CHECK-NEXT: scf.if %[[LESS]] {
// CHECK-NEXT: affine.store %x, %A[%[[I:.*]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %y, %B[%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @floats(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 8 {
    %less = arith.cmpf olt, %x, %y : f32
    scf.if %less {
      affine.store %x, %A[%i] : memref<8xf32>
    }
    %not = arith.cmpf ule, %y, %x : f32
    scf.if %not {
      affine.store %y, %B[%i] : memref<8xf32>
    }
  }
  func.return
}

// -----

// On what was loaded before both: nothing that the first one stores changes it.
// CHECK-LABEL: @loaded_before
// CHECK: %[[A:.*]] = affine.load %A
// CHECK: arith.cmpi slt, %[[A]]
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.store %zero, %A
// CHECK-NEXT: affine.store %zero, %B
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @loaded_before(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %less = arith.cmpi slt, %a, %zero : i32
    scf.if %less {
      affine.store %zero, %A[%i] : memref<8xi32>
    }
    %more = arith.cmpi sgt, %zero, %a : i32
    scf.if %more {
      affine.store %zero, %B[%i] : memref<8xi32>
    }
  }
  func.return
}

// -----

// Three on one i1 and its opposite, in a loop; what two have become is there for the third.
// CHECK-LABEL: @negated
// CHECK: scf.if %c {
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: affine.store %x, %B
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %x, %C
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @negated(%A: memref<8xf32>, %B: memref<8xf32>, %C: memref<8xf32>, %x: f32, %c: i1) {
  %true = arith.constant true
  affine.for %i = 0 to 8 {
    scf.if %c {
      affine.store %x, %A[%i] : memref<8xf32>
    }
    %not = arith.xori %c, %true : i1
    scf.if %not {
      affine.store %x, %C[%i] : memref<8xf32>
    }
    scf.if %c {
      affine.store %x, %B[%i] : memref<8xf32>
    }
  }
  func.return
}

// -----

// Nested ifs on the same i1: the inner one is decided, in both arms, and where a conjunction has more parts.
// CHECK-LABEL: @nested
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: scf.if %d {
// CHECK-NEXT: affine.store %x, %A[4]
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %x, %A[3]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @nested(%A: memref<8xf32>, %x: f32, %c: i1, %d: i1) {
  %both = arith.andi %d, %c : i1
  scf.if %c {
    scf.if %c {
      affine.store %x, %A[0] : memref<8xf32>
    } else {
      affine.store %x, %A[1] : memref<8xf32>
    }
    scf.if %both {
      affine.store %x, %A[4] : memref<8xf32>
    }
  } else {
    scf.if %both {
      affine.store %x, %A[2] : memref<8xf32>
    } else {
      affine.store %x, %A[3] : memref<8xf32>
    }
  }
  func.return
}

// -----

// A value chosen by the same i1, inside a loop in the arm.
// CHECK-LABEL: @nested_select
// CHECK: %[[LESS:.*]] = arith.cmpf olt
// CHECK-NEXT: scf.if %[[LESS]] {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: affine.store %x, %A[%[[J]]]
// CHECK-NEXT: }
func.func @nested_select(%A: memref<8xf32>, %x: f32, %y: f32) {
  %less = arith.cmpf olt, %x, %y : f32
  scf.if %less {
    affine.for %j = 0 to 4 {
      %z = scf.if %less -> (f32) {
        scf.yield %x : f32
      } else {
        scf.yield %y : f32
      }
      affine.store %z, %A[%j] : memref<8xf32>
    }
  }
  func.return
}

// -----

// Of `n < 5 and n < 10` the part that implies the other, whichever comes first; of `or`, the weaker one.
// CHECK-LABEL: @conjunction
// CHECK-NOT: arith.andi
// CHECK-NOT: arith.ori
// CHECK: %[[FIVE:.*]] = arith.cmpi slt, %n, %c5 : index
// CHECK-NEXT: scf.if %[[FIVE]] {
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: affine.store %x, %A[1]
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %x, %A[5]
// CHECK: %[[TEN:.*]] = arith.cmpi slt, %m, %{{.*}} : i32
// CHECK-NEXT: scf.if %[[TEN]] {
// CHECK-NEXT: affine.store %x, %A[2]
func.func @conjunction(%A: memref<8xf32>, %x: f32, %n: index, %m: i32) {
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %p = arith.cmpi slt, %n, %c5 : index
  %q = arith.cmpi slt, %n, %c10 : index
  %pq = arith.andi %p, %q : i1
  scf.if %pq {
    affine.store %x, %A[0] : memref<8xf32>
  }
  %qp = arith.andi %q, %p : i1
  scf.if %qp {
    affine.store %x, %A[1] : memref<8xf32>
  }
  affine.store %x, %A[5] : memref<8xf32>
  %i5 = arith.constant 5 : i32
  %i10 = arith.constant 10 : i32
  %r = arith.cmpi slt, %m, %i5 : i32
  %s = arith.cmpi slt, %m, %i10 : i32
  %rs = arith.ori %r, %s : i1
  scf.if %rs {
    affine.store %x, %A[2] : memref<8xf32>
  }
  func.return
}

// -----

// Parts on data and on indices, of which an if around decides some.
// CHECK-LABEL: @conjunction_inside
// CHECK: scf.if
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: affine.store %x, %A
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @conjunction_inside(%A: memref<8xf32>, %x: f32, %c: i1, %n: index) {
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 8 {
    %p = arith.cmpi slt, %i, %n : index
    %q = arith.cmpi sle, %i, %n : index
    %range = arith.cmpi slt, %i, %c8 : index
    %qr = arith.andi %q, %range : i1
    %qrc = arith.andi %qr, %c : i1
    scf.if %p {
      scf.if %qrc {
        affine.store %x, %A[%i] : memref<8xf32>
      }
    }
  }
  func.return
}

// -----

// `a >= b` under `a <= b` is `a == b`, and `a < b` stays, of all its forms the sharpest: by an if, by an assume, by the other part.
// CHECK-LABEL: @meets
// CHECK: scf.if
// CHECK-NEXT: %[[E:.*]] = arith.cmpi eq, %a, %b : i32
// CHECK-NEXT: scf.if %[[E]] {
// CHECK: %[[N:.*]] = arith.cmpi slt, %a, %b : i32
// CHECK-NEXT: scf.if %[[N]] {
// CHECK: pad.assume
// CHECK-NEXT: %[[F:.*]] = arith.cmpi eq, %n, %m : index
// CHECK-NEXT: scf.if %[[F]] {
// CHECK: %[[G:.*]] = arith.cmpi eq, %m, %k : index
// CHECK-NEXT: scf.if %[[G]] {
func.func @meets(%A: memref<8xf32>, %x: f32, %a: i32, %b: i32, %n: index, %m: index, %k: index) {
  %le = arith.cmpi sle, %a, %b : i32
  scf.if %le {
    %ge = arith.cmpi sge, %a, %b : i32
    scf.if %ge {
      affine.store %x, %A[0] : memref<8xf32>
    }
    affine.store %x, %A[1] : memref<8xf32>
    %lt = arith.cmpi slt, %a, %b : i32
    scf.if %lt {
      affine.store %x, %A[2] : memref<8xf32>
    }
  }
  %known = arith.cmpi sge, %n, %m : index
  pad.assume %known : i1
  %less = arith.cmpi sle, %n, %m : index
  scf.if %less {
    affine.store %x, %A[3] : memref<8xf32>
  }
  affine.store %x, %A[4] : memref<8xf32>
  %up = arith.cmpi sle, %m, %k : index
  %down = arith.cmpi sge, %m, %k : index
  %both = arith.andi %up, %down : i1
  scf.if %both {
    affine.store %x, %A[5] : memref<8xf32>
  }
  func.return
}

// -----

// A load became a constant: what compares it with another is decided, of floats too.
// CHECK-LABEL: @constants
// CHECK-NOT: arith.cmp
// CHECK-NOT: scf.if
// CHECK: affine.store %x, %C[1]
// CHECK-NEXT: affine.store %x, %C[4]
// CHECK-NEXT: affine.store %x, %C[5]
// CHECK-NEXT: func.return
func.func @constants(%A: memref<1xi32>, %B: memref<1xf32>, %C: memref<8xf32>, %x: f32) {
  %c3 = arith.constant 3 : i32
  %c7 = arith.constant 7 : i32
  %f3 = arith.constant 3.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  affine.store %c3, %A[0] : memref<1xi32>
  affine.store %f3, %B[0] : memref<1xf32>
  %a = affine.load %A[0] : memref<1xi32>
  %p = arith.cmpi slt, %a, %c7 : i32
  scf.if %p {
    affine.store %x, %C[1] : memref<8xf32>
  } else {
    affine.store %x, %C[2] : memref<8xf32>
  }
  %b = affine.load %B[0] : memref<1xf32>
  %q = arith.cmpf oge, %b, %nan : f32
  scf.if %q {
    affine.store %x, %C[3] : memref<8xf32>
  } else {
    affine.store %x, %C[4] : memref<8xf32>
  }
  %twice = arith.muli %a, %a : i32
  %r = arith.cmpi ugt, %twice, %c7 : i32
  scf.if %r {
    affine.store %x, %C[5] : memref<8xf32>
  }
  func.return
}

// -----

// Conditions on i32 from `index_cast`: decided by the loop, merged with one on the index, and by the cast back.
// CHECK-LABEL: @casts
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: %[[K:.*]] = arith.index_cast %[[I]]
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: arith.cmpi slt, %[[K]]
// CHECK-NEXT: scf.if
// CHECK-NEXT: affine.store %x, %B[%[[I]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A[%[[J]]]
// CHECK-NEXT: }
func.func @casts(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  %c16 = arith.constant 16 : i32
  %c8 = arith.constant 8 : i32
  %e = arith.constant 8 : index
  affine.for %i = 0 to 16 {
    %k = arith.index_cast %i : index to i32
    %p = arith.cmpi ult, %k, %c16 : i32
    scf.if %p {
      affine.store %x, %A[%i] : memref<16xf32>
    }
    %q = arith.cmpi slt, %k, %c8 : i32
    scf.if %q {
      affine.store %x, %B[%i] : memref<16xf32>
    }
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    }
  }
  affine.for %i = 0 to 16 {
    %k = arith.index_cast %i : index to i32
    %l = arith.addi %k, %c8 : i32
    %m = arith.index_cast %l : i32 to index
    %r = arith.cmpi sge, %m, %e : index
    scf.if %r {
      affine.store %x, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// -----

// The same, as somebody else asked for it from the text of the RFC: one if is left of three.
// CHECK-LABEL: @prepare
// CHECK: %[[F:.*]] = arith.cmpi sgt, %mode
// CHECK-NEXT: scf.if %[[F]] {
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %none, %hist
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %lo, %edges[0]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %hi, %edges[256]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @prepare(%hist: memref<256xi64>, %edges: memref<257xf64>, %mode: i32, %lo: f64, %hi: f64) {
  %none = arith.constant 0 : i64
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %fresh = arith.cmpi sgt, %mode, %c3 : i32
  scf.if %fresh {
    affine.for %b = 0 to 256 {
      affine.store %none, %hist[%b] : memref<256xi64>
    }
  }
  %again = arith.cmpi sge, %mode, %c4 : i32
  scf.if %again {
    affine.store %lo, %edges[0] : memref<257xf64>
  }
  %old = arith.cmpi sle, %mode, %c3 : i32
  scf.if %old {
    affine.store %hi, %edges[256] : memref<257xf64>
  }
  func.return
}

// -----

// Likewise: nested ifs on one i1, a range that a loop proves, antisymmetry, and a conjunction.
// CHECK-LABEL: @clip_rows
// CHECK: scf.for
// CHECK-NEXT: scf.if %saturate {
// CHECK-NEXT: scf.for
// CHECK-NEXT: %[[P:.*]] = memref.load %img
// CHECK-NEXT: %[[Q:.*]] = arith.minsi %[[P]], %limit
// CHECK-NEXT: memref.store %[[Q]], %img
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: %[[Y:.*]] = arith.index_cast
// CHECK-NEXT: %[[LE:.*]] = arith.cmpi sle, %[[Y]], %k
// CHECK-NEXT: scf.if %[[LE]] {
// CHECK-NEXT: %[[EQ:.*]] = arith.cmpi eq, %[[Y]], %k
// CHECK-NEXT: scf.if %[[EQ]] {
// CHECK-NEXT: memref.store %two
// CHECK: %[[N:.*]] = arith.cmpi slt, %n, %five : i32
// CHECK-NEXT: scf.if %[[N]] {
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @clip_rows(%img: memref<12x20xi16>, %row_flags: memref<12xi32>, %saturate: i1, %limit: i16, %n: i32, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c20 = arith.constant 20 : index
  %five = arith.constant 5 : i32
  %ten = arith.constant 10 : i32
  %twelve = arith.constant 12 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  scf.for %y = %c0 to %c12 step %c1 {
    scf.if %saturate {
      scf.for %x = %c0 to %c20 step %c1 {
        %p = memref.load %img[%y, %x] : memref<12x20xi16>
        scf.if %saturate {
          %q = arith.minsi %p, %limit : i16
          memref.store %q, %img[%y, %x] : memref<12x20xi16>
        } else {
          %q = arith.maxsi %p, %limit : i16
          memref.store %q, %img[%y, %x] : memref<12x20xi16>
        }
      }
    }
    %yi = arith.index_cast %y : index to i32
    %in = arith.cmpi slt, %yi, %twelve : i32
    scf.if %in {
      %le = arith.cmpi sle, %yi, %k : i32
      scf.if %le {
        %ge = arith.cmpi sge, %yi, %k : i32
        scf.if %ge {
          memref.store %two, %row_flags[%y] : memref<12xi32>
        }
      }
    }
  }
  %small = arith.cmpi slt, %n, %five : i32
  %smallish = arith.cmpi slt, %n, %ten : i32
  %both = arith.andi %small, %smallish : i1
  scf.if %both {
    memref.store %one, %row_flags[%c0] : memref<12xi32>
  }
  func.return
}

// -----

// Likewise: which of two loads is the smaller one.
// CHECK-LABEL: @pick_kernel
// CHECK-NOT: affine.load
// CHECK-NOT: arith.cmpi
// CHECK-NOT: scf.if
// CHECK: affine.for
// CHECK: affine.store %x, %A
// CHECK-NOT: affine.store %x, %B
// CHECK: func.return
func.func @pick_kernel(%A: memref<6x10xf64>, %B: memref<6x10xf64>, %x: f64) {
  %seven = arith.constant 7 : i32
  %sixteen = arith.constant 16 : i32
  %cfg = memref.alloca() : memref<2xi32>
  affine.store %seven, %cfg[0] : memref<2xi32>
  affine.store %sixteen, %cfg[1] : memref<2xi32>
  %width = affine.load %cfg[0] : memref<2xi32>
  %limit = affine.load %cfg[1] : memref<2xi32>
  %narrow = arith.cmpi ult, %width, %limit : i32
  scf.if %narrow {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 10 {
        affine.store %x, %A[%i, %j] : memref<6x10xf64>
      }
    }
  } else {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 10 {
        affine.store %x, %B[%i, %j] : memref<6x10xf64>
      }
    }
  }
  func.return
}

// -----

// `true` holds of all numbers, not of NaN or of equal ones only.
// CHECK-LABEL: @always
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: %[[EQUAL:.*]] = arith.cmpf ueq, %x, %y
// CHECK-NEXT: scf.if %[[EQUAL]] {
// CHECK-NEXT: affine.store %y, %A[1]
func.func @always(%A: memref<4xf32>, %x: f32, %y: f32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %c = arith.cmpf true, %one, %two : f32
  scf.if %c {
    affine.store %x, %A[0] : memref<4xf32>
  }
  %d = arith.cmpf true, %x, %y : f32
  scf.if %d {
    %e = arith.cmpf ueq, %x, %y : f32
    scf.if %e {
      affine.store %y, %A[1] : memref<4xf32>
    }
  }
  func.return
}

// -----

// What undef is stored in still has its extents, of an argument and of a local buffer: what is assumed of them holds.
// CHECK-LABEL: @extents_beside_undef
// CHECK-NOT: scf.if
// CHECK: affine.store %x, %A[%{{.*}}]
// CHECK-NOT: scf.if
// CHECK: affine.store %x, %A[%{{.*}}]
// CHECK-NOT: scf.if
func.func @extents_beside_undef(%A: memref<?xf32>, %x: f32, %n: index, %m: index) {
  %zero = arith.constant 0 : index
  %B = memref.alloc(%m) : memref<?xf32>
  %u = pad.undef : f32
  affine.for %i = 0 to %m {
    affine.store %u, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %u, %A[%i] : memref<?xf32>
  }
  %a = memref.dim %A, %zero : memref<?xf32>
  %b = memref.dim %B, %zero : memref<?xf32>
  %equal = arith.cmpi eq, %a, %n : index
  pad.assume %equal : i1
  %below = arith.cmpi slt, %zero, %n : index
  pad.assume %below : i1
  %within = arith.cmpi sle, %a, %b : index
  pad.assume %within : i1
  %p = arith.cmpi slt, %zero, %a : index
  scf.if %p {
    affine.store %x, %A[%zero] : memref<?xf32>
  }
  %q = arith.cmpi sle, %n, %b : index
  scf.if %q {
    affine.store %x, %A[%zero] : memref<?xf32>
  }
  memref.dealloc %B : memref<?xf32>
  func.return
}
