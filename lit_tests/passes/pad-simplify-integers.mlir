// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// RFC 77: "When encountering a T.assume statement, this should be used for later simplifications": remainders and
// quotients that round towards zero, of numbers of either sign.
// CHECK-LABEL: @towards_zero
// CHECK-COUNT-2: pad.assume
// CHECK-NEXT: affine.store %n, %A[0]
// CHECK-NEXT: %[[Q:.*]] = arith.constant 0 : i32
// CHECK-NEXT: affine.store %[[Q]], %A[1]
// CHECK-NEXT: affine.store %n, %A[2]
// CHECK-NEXT: func.return
func.func @towards_zero(%A: memref<4xi32>, %n: i32) {
  %low = arith.constant -8 : i32
  %c8 = arith.constant 8 : i32
  %more = arith.cmpi sgt, %n, %low : i32
  %less = arith.cmpi slt, %n, %c8 : i32
  pad.assume %more : i1
  pad.assume %less : i1
  %r = arith.remsi %n, %c8 : i32
  affine.store %r, %A[0] : memref<4xi32>
  %q = arith.divsi %n, %c8 : i32
  affine.store %q, %A[1] : memref<4xi32>
  %s = arith.remsi %n, %low : i32
  affine.store %s, %A[2] : memref<4xi32>
  func.return
}

// -----

// What is assumed of a remainder: 8 divides n, whatever its sign; of a quotient: n is below 16.
// CHECK-LABEL: @of_remainders
// CHECK: pad.assume
// CHECK: %[[R:.*]] = arith.constant 0 : i32
// CHECK-NEXT: affine.store %[[R]], %A[0]
// CHECK: pad.assume
// CHECK-NOT: scf.if
// CHECK: affine.store %n, %A[1]
// CHECK: func.return
func.func @of_remainders(%A: memref<4xi32>, %n: i32, %m: index) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %r8 = arith.remsi %n, %c8 : i32
  %even = arith.cmpi eq, %r8, %c0 : i32
  pad.assume %even : i1
  %r4 = arith.remsi %n, %c4 : i32
  affine.store %r4, %A[0] : memref<4xi32>
  %two = arith.constant 2 : index
  %eight = arith.constant 8 : index
  %sixteen = arith.constant 16 : index
  %q = arith.divsi %m, %eight : index
  %small = arith.cmpi slt, %q, %two : index
  pad.assume %small : i1
  %p = arith.cmpi slt, %m, %sixteen : index
  scf.if %p {
    affine.store %n, %A[1] : memref<4xi32>
  }
  func.return
}

// -----

// `n floordiv 5 + n mod 5` is n where n is one of 0 to 4; on indices too, and with a remainder that adds up anywhere.
// CHECK-LABEL: @sums
// CHECK: affine.store %n, %A[0]
// CHECK: affine.store %m, %B[0]
// CHECK-NEXT: affine.store %k, %B[1]
// CHECK-NEXT: func.return
func.func @sums(%A: memref<4xi32>, %B: memref<4xindex>, %n: i32, %m: index, %k: index) {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  %low = arith.cmpi sge, %n, %c0 : i32
  %high = arith.cmpi slt, %n, %c5 : i32
  pad.assume %low : i1
  pad.assume %high : i1
  %q = arith.floordivsi %n, %c5 : i32
  %r = arith.remsi %n, %c5 : i32
  %s = arith.addi %q, %r : i32
  affine.store %s, %A[0] : memref<4xi32>
  %i0 = arith.constant 0 : index
  %i5 = arith.constant 5 : index
  %from = arith.cmpi sge, %m, %i0 : index
  %to = arith.cmpi slt, %m, %i5 : index
  %both = arith.andi %from, %to : i1
  pad.assume %both : i1
  %t = affine.apply affine_map<(d0) -> (d0 floordiv 5 + d0 mod 5)>(%m)
  affine.store %t, %B[0] : memref<4xindex>
  %d = arith.divsi %k, %i5 : index
  %e = arith.remsi %k, %i5 : index
  %f = arith.muli %d, %i5 : index
  %g = arith.addi %f, %e : index
  affine.store %g, %B[1] : memref<4xindex>
  func.return
}

// -----

// "B[0] < 4" is assumed: a later load of B[0] is below 10, with other loads and stores of other buffers between.
// CHECK-LABEL: @loaded
// CHECK: pad.assume
// CHECK-NEXT: affine.store %x, %A[1]
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: func.return
func.func @loaded(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %c4 = arith.constant 4 : i32
  %c10 = arith.constant 10 : i32
  %b = affine.load %B[0] : memref<1xi32>
  %less = arith.cmpi slt, %b, %c4 : i32
  pad.assume %less : i1
  affine.store %x, %A[1] : memref<4xi32>
  %again = affine.load %B[0] : memref<1xi32>
  %p = arith.cmpi slt, %again, %c10 : i32
  scf.if %p {
    affine.store %x, %A[0] : memref<4xi32>
  }
  func.return
}

// -----

// Of floats, in a loop that does not write the buffer, by a third load of the cell.
// CHECK-LABEL: @loaded_floats
// CHECK: pad.assume
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.store %x, %A[%[[I]]]
// CHECK-NEXT: }
func.func @loaded_floats(%A: memref<4xf32>, %B: memref<4xf32>, %C: memref<1xf32>, %x: f32) {
  %four = arith.constant 4.0 : f32
  %ten = arith.constant 10.0 : f32
  %c1 = arith.constant 1 : index
  %b = affine.load %B[1] : memref<4xf32>
  %less = arith.cmpf olt, %b, %four : f32
  pad.assume %less : i1
  %second = memref.load %B[%c1] : memref<4xf32>
  affine.store %second, %C[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    %again = affine.load %B[1] : memref<4xf32>
    %p = arith.cmpf ult, %again, %ten : f32
    scf.if %p {
      affine.store %x, %A[%i] : memref<4xf32>
    }
  }
  func.return
}

// -----

// What `pad.size` says of an argument: its least value, what divides it, and which sizes it is.
// CHECK-LABEL: @sizes
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: affine.store %x, %A[1]
// CHECK-NEXT: affine.store %x, %A[2]
// CHECK-NEXT: func.return
func.func @sizes(%A: memref<?xf32> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0, min = 4, multiple = 8}]},
                 %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %p = arith.cmpi sgt, %n, %c2 : index
  scf.if %p {
    affine.store %x, %A[0] : memref<?xf32>
  }
  %r = arith.remsi %n, %c8 : index
  %q = arith.cmpi eq, %r, %c0 : index
  scf.if %q {
    affine.store %x, %A[1] : memref<?xf32>
  }
  affine.if affine_set<()[s0] : (s0 mod 4 == 0)>()[%n] {
    affine.store %x, %A[2] : memref<?xf32>
  }
  func.return
}

// -----

// The guard of a loop to a size that `pad.size` bounds; `memref.dim` is that size.
// CHECK-LABEL: @sizes_inside
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A[%[[I]], 0]
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %x, %A[0, 0]
// CHECK-NEXT: func.return
func.func @sizes_inside(%A: memref<?x4xf32> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0, min = 16}]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i, 0] : memref<?x4xf32>
    }
  }
  %d = memref.dim %A, %c0 : memref<?x4xf32>
  %p = arith.cmpi sge, %d, %c12 : index
  scf.if %p {
    affine.store %x, %A[0, 0] : memref<?x4xf32>
  }
  func.return
}

// -----

// Products of two values, and divisions by one.
// CHECK-LABEL: @products
// CHECK-COUNT-4: pad.assume
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: affine.store %x, %A[1]
// CHECK-NEXT: affine.store %x, %A[2]
// CHECK-NEXT: affine.store %x, %A[3]
// CHECK-NEXT: func.return
func.func @products(%A: memref<4xf32>, %n: index, %m: index, %i: index, %j: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %j0 = arith.cmpi sge, %j, %c0 : index
  %jm = arith.cmpi slt, %j, %m : index
  %i0 = arith.cmpi sge, %i, %c0 : index
  %in = arith.cmpi slt, %i, %n : index
  pad.assume %j0 : i1
  pad.assume %jm : i1
  pad.assume %i0 : i1
  pad.assume %in : i1
  %row = arith.muli %i, %m : index
  %place = arith.addi %row, %j : index
  %all = arith.muli %n, %m : index
  %inside = arith.cmpi slt, %place, %all : index
  scf.if %inside {
    affine.store %x, %A[0] : memref<4xf32>
  }
  %q = arith.floordivsi %place, %m : index
  %same = arith.cmpi eq, %q, %i : index
  scf.if %same {
    affine.store %x, %A[1] : memref<4xf32>
  }
  %d = arith.divsi %place, %m : index
  %also = arith.cmpi eq, %d, %i : index
  scf.if %also {
    affine.store %x, %A[2] : memref<4xf32>
  }
  %r = arith.remsi %place, %m : index
  %rest = arith.cmpi eq, %r, %j : index
  scf.if %rest {
    affine.store %x, %A[3] : memref<4xf32>
  }
  func.return
}

// -----

// In loops to sizes, as an array in row-major order has them.
// CHECK-LABEL: @row_major
// CHECK: affine.for %[[I:.*]] = 0 to %n {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %m {
// CHECK-NEXT: affine.store %x, %A[%[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @row_major(%A: memref<?x?xf32>, %n: index, %m: index, %x: f32) {
  %all = arith.muli %n, %m : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %place = arith.addi %row, %j : index
      %inside = arith.cmpi slt, %place, %all : index
      scf.if %inside {
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  func.return
}

// -----

// Choices, shifts, masks, and bits that are cut off where there are none.
// CHECK-LABEL: @bits
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.store %x, %A[0]
// CHECK-NEXT: affine.store %x, %A[1]
// CHECK-NEXT: affine.store %x, %A[2]
// CHECK-NEXT: affine.store %x, %A[3]
// CHECK-NEXT: }
func.func @bits(%A: memref<4xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 16 {
    %less = arith.cmpi slt, %i, %n : index
    %min = arith.select %less, %i, %n : index
    %p = arith.cmpi sle, %min, %n : index
    scf.if %p {
      affine.store %x, %A[0] : memref<4xf32>
    }
    %up = arith.shli %i, %c2 : index
    %down = arith.shrsi %up, %c2 : index
    %q = arith.cmpi eq, %down, %i : index
    scf.if %q {
      affine.store %x, %A[1] : memref<4xf32>
    }
    %low = arith.andi %up, %c3 : index
    %r = arith.cmpi eq, %low, %c0 : index
    scf.if %r {
      affine.store %x, %A[2] : memref<4xf32>
    }
    %wide = arith.index_cast %i : index to i32
    %narrow = arith.trunci %wide : i32 to i8
    %back = arith.index_cast %narrow : i8 to index
    %s = arith.cmpi eq, %back, %i : index
    scf.if %s {
      affine.store %x, %A[3] : memref<4xf32>
    }
  }
  func.return
}

// -----

// Values that are stored, in place of those computed with shifts and choices; `nsw` says that nothing wraps around.
// CHECK-LABEL: @stored
// CHECK-NEXT: affine.store %n, %A[0]
// CHECK-NEXT: affine.store %n, %A[1]
// CHECK: affine.store %[[ONE:.*]], %A[2]
// CHECK-NEXT: func.return
func.func @stored(%A: memref<4xi32>, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %up = arith.shli %n, %c2 overflow<nsw> : i32
  %down = arith.shrsi %up, %c2 : i32
  affine.store %down, %A[0] : memref<4xi32>
  %wide = arith.extsi %n : i32 to i64
  %narrow = arith.trunci %wide : i64 to i32
  affine.store %narrow, %A[1] : memref<4xi32>
  %bit = arith.extui %c : i1 to i32
  %p = arith.cmpi sle, %bit, %c1 : i32
  %one = arith.select %p, %c1, %c0 : i32
  affine.store %one, %A[2] : memref<4xi32>
  func.return
}

// -----

// The same, as somebody else asked for it from the text of the RFC: a floor division of what may be negative stays.
// CHECK-LABEL: @bin_of
// CHECK: affine.for %[[R:.*]] = 0 to 9 {
// CHECK-NEXT: %[[Q:.*]] = arith.constant 0 : i64
// CHECK-NEXT: affine.store %[[Q]], %votes[%[[R]], 0]
// CHECK-NEXT: affine.store %shift, %votes[%[[R]], 1]
// CHECK-NEXT: %[[F:.*]] = arith.floordivsi %shift
// CHECK-NEXT: affine.store %[[F]], %votes[%[[R]], 2]
// CHECK-NEXT: %[[D:.*]] = arith.divsi %shift
// CHECK-NEXT: affine.store %[[D]], %votes[%[[R]], 3]
// CHECK: %[[U:.*]] = affine.apply affine_map<(d0) -> (d0 - 4)>(%t)
// CHECK-NEXT: affine.store %[[U]], %slots
func.func @bin_of(%votes: memref<9x7xi64>, %slots: memref<20xindex>, %shift: i64, %t: index) {
  %m12 = arith.constant -12 : i64
  %c12 = arith.constant 12 : i64
  %c4 = arith.constant 4 : i64
  %t5 = arith.constant 5 : index
  %t10 = arith.constant 10 : index
  %above = arith.cmpi sgt, %shift, %m12 : i64
  pad.assume %above : i1
  %below = arith.cmpi slt, %shift, %c12 : i64
  pad.assume %below : i1
  %from = arith.cmpi sge, %t, %t5 : index
  %to = arith.cmpi slt, %t, %t10 : index
  %range = arith.andi %from, %to : i1
  pad.assume %range : i1
  affine.for %r = 0 to 9 {
    %q = arith.divsi %shift, %c12 : i64
    affine.store %q, %votes[%r, 0] : memref<9x7xi64>
    %m = arith.remsi %shift, %c12 : i64
    affine.store %m, %votes[%r, 1] : memref<9x7xi64>
    %f = arith.floordivsi %shift, %c12 : i64
    affine.store %f, %votes[%r, 2] : memref<9x7xi64>
    %q4 = arith.divsi %shift, %c4 : i64
    affine.store %q4, %votes[%r, 3] : memref<9x7xi64>
  }
  affine.for %s = 0 to 20 {
    %u = affine.apply affine_map<(d0)[s0] -> (s0 floordiv 5 + s0 mod 5)>(%s)[%t]
    affine.store %u, %slots[%s] : memref<20xindex>
  }
  func.return
}

// -----

// Likewise: what is assumed of a cell, in a loop that writes another buffer; and of sizes, what divides them.
// CHECK-LABEL: @gather_weights
// CHECK-NOT: scf.if
// CHECK-NOT: affine.if
// CHECK-NOT: arith.remsi
// CHECK-NOT: memref.store %v, %slow
// CHECK: func.return
func.func @gather_weights(%depth: memref<1xi32>, %X: memref<?x16xf32>, %Y: memref<?x16xf32>, %slow: memref<1xf32>,
    %rows: index {pad.size = [{of = "X", dim = 0, min = 8, multiple = 8}, {of = "Y", dim = 0}]}, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %four = arith.constant 4 : i32
  %ten = arith.constant 10 : i32
  %d = memref.load %depth[%c0] : memref<1xi32>
  %shallow = arith.cmpi slt, %d, %four : i32
  pad.assume %shallow : i1
  scf.for %i = %c0 to %rows step %c1 {
    %again = memref.load %depth[%c0] : memref<1xi32>
    %fits = arith.cmpi slt, %again, %ten : i32
    scf.if %fits {
      memref.store %v, %Y[%i, %c1] : memref<?x16xf32>
    } else {
      memref.store %v, %slow[%c0] : memref<1xf32>
    }
  }
  %rest = arith.remsi %rows, %c8 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  scf.if %whole {
    affine.for %o = 0 to affine_map<()[s0] -> (s0 floordiv 8)>()[%rows] {
      affine.for %k = 0 to 8 {
        affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 8 - d1 >= 0)>(%o, %k)[%rows] {
          %x = affine.load %X[%o * 8 + %k, 3] : memref<?x16xf32>
          affine.store %x, %Y[%o * 8 + %k, 4] : memref<?x16xf32>
        }
      }
    }
  } else {
    memref.store %v, %slow[%c0] : memref<1xf32>
  }
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%rows] {
    affine.store %v, %Y[0, 5] : memref<?x16xf32>
  }
  func.return
}

// -----

// Likewise: three assumes that determine a number together.
// CHECK-LABEL: @tile_sum
// CHECK-COUNT-3: pad.assume
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @tile_sum(%A: memref<4x8xi64>, %S: memref<1xi64>, %used: i32) {
  %zero = arith.constant 0 : i64
  %c8 = arith.constant 8 : i32
  %c32 = arith.constant 32 : i32
  %rest = arith.remsi %used, %c8 : i32
  %none = arith.constant 0 : i32
  %whole = arith.cmpi eq, %rest, %none : i32
  pad.assume %whole : i1
  %c24 = arith.constant 24 : i32
  %least = arith.cmpi sgt, %used, %c24 : i32
  pad.assume %least : i1
  %notmore = arith.cmpi sle, %used, %c32 : i32
  pad.assume %notmore : i1
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
      %ati = arith.index_cast %at : index to i32
      %in = arith.cmpi slt, %ati, %used : i32
      scf.if %in {
        %s = affine.load %S[0] : memref<1xi64>
        %a = affine.load %A[%i, %j] : memref<4x8xi64>
        %t = arith.addi %s, %a : i64
        affine.store %t, %S[0] : memref<1xi64>
      }
    }
  } {pad.stage = "total"}
  func.return
}

// -----

// What overflows in spite of its flag is poison: any number will do, one of its type.
// CHECK-LABEL: @overflows
// CHECK-NEXT: arith.constant {{-?[0-9]+}} : i8
// CHECK-NEXT: affine.store
func.func @overflows(%A: memref<1xi8>) {
  %hundred = arith.constant 100 : i8
  %x = arith.muli %hundred, %hundred overflow<nsw> : i8
  affine.store %x, %A[0] : memref<1xi8>
  func.return
}

// -----

// Of a quotient by any divisor that is not 0, by which nothing is divided.
// CHECK-LABEL: @any_divisor
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @any_divisor(%A: memref<4xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %known = arith.cmpi sge, %n, %c0 : index
  pad.assume %known : i1
  %d = arith.divsi %n, %m : index
  %q = arith.cmpi sle, %d, %n : index
  scf.if %q {
    affine.store %x, %A[1] : memref<4xf32>
  }
  func.return
}
