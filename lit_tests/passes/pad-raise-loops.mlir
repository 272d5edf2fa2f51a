// RUN: pad-opt %s -p pad-raise-loops --split-input-file | filecheck %s

// A tiled image from another compiler: dynamic sizes, a minimum, an if with two arms; the stage stays.
// CHECK-LABEL: @blur(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = memref.dim %A, %c0 : memref<?x64xf32>
// CHECK-NEXT: affine.for %io = 1 to affine_map<(d0, d1) -> (d0 - d1)>(%n, %margin) step 8 {
// CHECK-NEXT:   affine.for %i = affine_map<(d0) -> (d0)>(%io) to min affine_map<(d0, d1, d2) -> (d0 + 8, d1 - d2)>(%io, %n, %margin) {
// CHECK-NEXT:     affine.for %j = 1 to 15 {
// CHECK-NEXT:       %a = affine.load %A[%i - 1, %j] : memref<?x64xf32>
// CHECK-NEXT:       affine.if affine_set<(d0) : (-d0 + 13 >= 0)>(%j) {
// CHECK-NEXT:         %b = affine.load %A[%i, %j + 1] : memref<?x64xf32>
// CHECK-NEXT:         %s = arith.addf %a, %b : f32
// CHECK-NEXT:         affine.store %s, %B[%i, %j] : memref<?x64xf32>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         affine.store %a, %B[%i, %j] : memref<?x64xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: } {pad.stage = "blur"}
// CHECK-NEXT: func.return
func.func @blur(%A: memref<?x64xf32>, %B: memref<?x64xf32>, %margin: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %n = memref.dim %A, %c0 : memref<?x64xf32>
  %last = arith.subi %n, %margin : index
  scf.for %io = %c1 to %last step %c8 {
    %end = arith.addi %io, %c8 : index
    %stop = arith.minsi %end, %last : index
    scf.for %i = %io to %stop step %c1 {
      %above = arith.subi %i, %c1 : index
      scf.for %j = %c1 to %c15 step %c1 {
        %right = arith.addi %j, %c1 : index
        %inside = arith.cmpi slt, %right, %c15 : index
        %a = memref.load %A[%above, %j] : memref<?x64xf32>
        scf.if %inside {
          %b = memref.load %A[%i, %right] : memref<?x64xf32>
          %s = arith.addf %a, %b : f32
          memref.store %s, %B[%i, %j] : memref<?x64xf32>
        } else {
          memref.store %a, %B[%i, %j] : memref<?x64xf32>
        }
      }
    }
  } {pad.stage = "blur"}
  func.return
}

// -----

// Step other than 1, a lower bound on an outer iterator, iter_args, attributes.
// CHECK-LABEL: @triangle(
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.for %i = 0 to 32 step 3 {
// CHECK-NEXT:   %sum = affine.for %j = affine_map<(d0) -> (d0 + 2)>(%i) to 32 step 2 iter_args(%acc = %zero) -> (f32) {
// CHECK-NEXT:     %a = affine.load %A[%i, %j] : memref<32x32xf32>
// CHECK-NEXT:     %t = arith.addf %acc, %a : f32
// CHECK-NEXT:     affine.yield %t : f32
// CHECK-NEXT:   } {pad.loop = "columns"}
// CHECK-NEXT:   affine.store %sum, %S[%i] : memref<32xf32>
// CHECK-NEXT: } {pad.stage = "rows"}
// CHECK-NEXT: func.return
func.func @triangle(%A: memref<32x32xf32>, %S: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c32 step %c3 {
    %from = arith.addi %i, %c2 : index
    %sum = scf.for %j = %from to %c32 step %c2 iter_args(%acc = %zero) -> (f32) {
      %a = memref.load %A[%i, %j] : memref<32x32xf32>
      %t = arith.addf %acc, %a : f32
      scf.yield %t : f32
    } {pad.loop = "columns"}
    memref.store %sum, %S[%i] : memref<32xf32>
  } {pad.stage = "rows"}
  func.return
}

// -----

// i32 loops as a C compiler writes them: where they end tells that `i + 1` does not wrap.
// CHECK-LABEL: @c_loops(
// CHECK-NEXT: %rows = arith.constant 0 : index
// CHECK-NEXT: %columns = arith.constant 1 : index
// CHECK-NEXT: %rows_of = memref.dim %A, %rows : memref<?x?xf32>
// CHECK-NEXT: %columns_of = memref.dim %A, %columns : memref<?x?xf32>
// CHECK-NEXT: %n = arith.index_cast %rows_of : index to i32
// CHECK-NEXT: %n_1 = arith.index_cast %n : i32 to index
// CHECK-NEXT: affine.for %i = 0 to affine_map<(d0) -> (d0)>(%n_1) {
// CHECK-NEXT:   affine.for %j = 0 to min affine_map<(d0, d1) -> (d0 + 1, (d1 + 2147483648) mod 4294967296 - 2147483648)>(%i, %columns_of) {
// CHECK-NEXT:     affine.if affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>(%j, %i) {
// CHECK-NEXT:       affine.store %x, %A[%i, %j] : memref<?x?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @c_loops(%A: memref<?x?xf32>, %x: f32) {
  %rows = arith.constant 0 : index
  %columns = arith.constant 1 : index
  %rows_of = memref.dim %A, %rows : memref<?x?xf32>
  %columns_of = memref.dim %A, %columns : memref<?x?xf32>
  // Sizes beyond i32 wrap around, before the loops.
  %n = arith.index_cast %rows_of : index to i32
  %m = arith.index_cast %columns_of : index to i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %row = arith.index_cast %i : i32 to index
    %next = arith.addi %i, %c1 : i32
    %end = arith.minsi %next, %m : i32
    scf.for %j = %c0 to %end step %c1 : i32 {
      %col = arith.index_cast %j : i32 to index
      %below = arith.cmpi slt, %j, %i : i32
      scf.if %below {
        memref.store %x, %A[%row, %col] : memref<?x?xf32>
      }
    }
  }
  func.return
}

// -----

// `lower-affine` of floordiv, ceildiv and mod, of a number that may be negative.
// CHECK-LABEL: @divided(
// CHECK-NEXT: affine.for %i = affine_map<(d0) -> (d0)>(%n) to 64 {
// CHECK-NEXT:   %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<16x4xf32>
// CHECK-NEXT:   affine.store %a, %B[%i] : memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @divided(%A: memref<16x4xf32>, %B: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %m1 = arith.constant -1 : index
  scf.for %i = %n to %c64 step %c1 {
    %neg = arith.cmpi slt, %i, %c0 : index
    %flip = arith.subi %m1, %i : index
    %abs = arith.select %neg, %flip, %i : index
    %quot = arith.divsi %abs, %c4 : index
    %flop = arith.subi %m1, %quot : index
    %io = arith.select %neg, %flop, %quot : index
    %rem = arith.remsi %i, %c4 : index
    %low = arith.cmpi slt, %rem, %c0 : index
    %up = arith.addi %rem, %c4 : index
    %ii = arith.select %low, %up, %rem : index
    %a = memref.load %A[%io, %ii] : memref<16x4xf32>
    memref.store %a, %B[%i] : memref<64xf32>
  }
  func.return
}

// -----

// remui, divui, shifts and masks of what is not negative.
// CHECK-LABEL: @bits(
// CHECK-NEXT: affine.for %i = 0 to 64 {
// CHECK-NEXT:   %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<16x4xf32>
// CHECK-NEXT:   %b = affine.load %A[%i floordiv 4, %i mod 4] : memref<16x4xf32>
// CHECK-NEXT:   %s = arith.addf %a, %b : f32
// CHECK-NEXT:   affine.store %s, %B[%i] : memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @bits(%A: memref<16x4xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %io = arith.shrui %i, %c2 : index
    %ii = arith.andi %i, %c3 : index
    %jo = arith.divui %i, %c4 : index
    %ji = arith.remui %i, %c4 : index
    %a = memref.load %A[%io, %ii] : memref<16x4xf32>
    %b = memref.load %A[%jo, %ji] : memref<16x4xf32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %B[%i] : memref<64xf32>
  }
  func.return
}

// -----

// Sizes, and a product of sizes, that the loops compute anew.
// CHECK-LABEL: @sizes(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = memref.dim %A, %c0 : memref<?x?xf32>
// CHECK-NEXT: %m = memref.dim %A, %c1 : memref<?x?xf32>
// CHECK-NEXT: %nm = arith.muli %n, %m : index
// CHECK-NEXT: affine.for %i = 0 to affine_map<(d0) -> (d0)>(%n) {
// CHECK-NEXT:   affine.for %j = 0 to affine_map<(d0) -> (d0)>(%m) {
// CHECK-NEXT:     %a = affine.load %A[%i, %j] : memref<?x?xf32>
// CHECK-NEXT:     affine.store %a, %B[%nm - 1 - %j] : memref<?xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @sizes(%A: memref<?x?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.dim %A, %c1 : memref<?x?xf32>
    %nm = arith.muli %n, %m : index
    scf.for %j = %c0 to %m step %c1 {
      %last = arith.subi %nm, %c1 : index
      %at = arith.subi %last, %j : index
      %a = memref.load %A[%i, %j] : memref<?x?xf32>
      memref.store %a, %B[%at] : memref<?xf32>
    }
  }
  func.return
}

// -----

// Parallel loops: with bounds that are minima; with two reductions, over two axes.
// CHECK-LABEL: @parallel(
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: affine.parallel (%i, %j) = (0, 0) to (min(%n, 8), 16) step (1, 2) {
// CHECK-NEXT:   %a = affine.load %A[%i, %j] : memref<8x16xi32>
// CHECK-NEXT:   affine.store %a, %B[%i, %j] : memref<8x16xi32>
// CHECK-NEXT: } {pad.stage = "copy"}
// CHECK-NEXT: %0, %1 = affine.for %i_1 = 0 to 8 iter_args(%2 = %zero, %3 = %zero) -> (i32, i32) {
// CHECK-NEXT:   %4, %5 = affine.for %j_1 = 0 to 16 step 2 iter_args(%x = %2, %x_1 = %3) -> (i32, i32) {
// CHECK-NEXT:     %a_1 = affine.load %A[%i_1, %j_1] : memref<8x16xi32>
// CHECK-NEXT:     %s = arith.addi %x, %a_1 : i32
// CHECK-NEXT:     %s_1 = arith.maxsi %x_1, %a_1 : i32
// CHECK-NEXT:     affine.yield %s, %s_1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.yield %4, %5 : i32, i32
// CHECK-NEXT: } {pad.stage = "reduce"}
// CHECK-NEXT: affine.store %0, %S[0] : memref<2xi32>
// CHECK-NEXT: affine.store %1, %S[1] : memref<2xi32>
// CHECK-NEXT: func.return
func.func @parallel(%A: memref<8x16xi32>, %B: memref<8x16xi32>, %S: memref<2xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i32
  %end = arith.minsi %n, %c8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%end, %c16) step (%c1, %c2) {
    %a = memref.load %A[%i, %j] : memref<8x16xi32>
    memref.store %a, %B[%i, %j] : memref<8x16xi32>
  } {pad.stage = "copy"}
  %sum, %most = scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c16) step (%c1, %c2) init (%zero, %zero) -> (i32, i32) {
    %a = memref.load %A[%i, %j] : memref<8x16xi32>
    scf.reduce(%a, %a : i32, i32) {
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%x: i32, %y: i32):
      %s = arith.maxsi %x, %y : i32
      scf.reduce.return %s : i32
    }
  } {pad.stage = "reduce"}
  memref.store %sum, %S[%c0] : memref<2xi32>
  memref.store %most, %S[%c1] : memref<2xi32>
  func.return
}

// -----

// A loop that counts down, carries a sum, and is used after it; one that stops at a number it meets.
// CHECK-LABEL: @down(
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c60 = arith.constant 60 : index
// CHECK-NEXT: %zero = arith.constant 0 : i32
// CHECK-NEXT: %sum = affine.for %i = 0 to affine_map<(d0) -> ((d0 + 2) floordiv 2)>(%n) iter_args(%sum_1 = %zero) -> (i32) {
// CHECK-NEXT:   %a = affine.load %A[%n - %i * 2] : memref<64xi32>
// CHECK-NEXT:   %t = arith.addi %sum_1, %a : i32
// CHECK-NEXT:   affine.yield %t : i32
// CHECK-NEXT: }
// CHECK-NEXT: %0 = affine.apply affine_map<(d0) -> ((d0 + 2) floordiv 2)>(%n)
// CHECK-NEXT: %1 = arith.constant 0 : index
// CHECK-NEXT: %2 = arith.maxsi %0, %1 : index
// CHECK-NEXT: %3 = arith.constant -2 : index
// CHECK-NEXT: %4 = arith.muli %2, %3 : index
// CHECK-NEXT: %k = arith.addi %n, %4 : index
// CHECK-NEXT: %at = arith.addi %k, %c2 : index
// CHECK-NEXT: memref.store %sum, %A[%at] : memref<64xi32>
// CHECK-NEXT: affine.for %i_1 = 0 to 60 step 3 {
// CHECK-NEXT:   affine.store %zero, %A[%i_1 + 1] : memref<64xi32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %sum, %A[61] : memref<64xi32>
// CHECK-NEXT: func.return
func.func @down(%A: memref<64xi32>, %S: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c60 = arith.constant 60 : index
  %zero = arith.constant 0 : i32
  %s, %k = scf.while (%sum = %zero, %i = %n) : (i32, index) -> (i32, index) {
    %more = arith.cmpi sge, %i, %c0 : index
    scf.condition(%more) %sum, %i : i32, index
  } do {
  ^bb0(%sum: i32, %i: index):
    %a = memref.load %A[%i] : memref<64xi32>
    %t = arith.addi %sum, %a : i32
    %next = arith.subi %i, %c2 : index
    scf.yield %t, %next : i32, index
  }
  %at = arith.addi %k, %c2 : index
  memref.store %s, %A[%at] : memref<64xi32>
  %e = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi ne, %c60, %i : index
    %after = arith.addi %i, %c1 : index
    scf.condition(%more) %after : index
  } do {
  ^bb0(%i: index):
    memref.store %zero, %A[%i] : memref<64xi32>
    %next = arith.addi %i, %c2 : index
    scf.yield %next : index
  }
  memref.store %s, %A[%e] : memref<64xi32>
  func.return
}

// -----

// Vectors; an unsigned comparison and one of a counter in two ways; a loop in an if on data.
// CHECK-LABEL: @vectors(
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT:   affine.for %i = 0 to 64 step 8 {
// CHECK-NEXT:     %a = affine.vector_load %A[%i] : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:     affine.if affine_set<(d0) : (-d0 + 55 >= 0, d0 >= 0)>(%i) {
// CHECK-NEXT:       affine.vector_store %a, %B[%i + 8] : memref<64xf32>, vector<8xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @vectors(%A: memref<64xf32>, %B: memref<64xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c56 = arith.constant 56 : index
  %c64 = arith.constant 64 : index
  scf.if %c {
    scf.for %i = %c0 to %c64 step %c8 {
      %low = arith.cmpi ult, %i, %c56 : index
      %a = vector.load %A[%i] : memref<64xf32>, vector<8xf32>
      scf.if %low {
        %next = arith.addi %i, %c8 : index
        vector.store %a, %B[%next] : memref<64xf32>, vector<8xf32>
      }
    }
  }
  func.return
}

// -----

// `while` with two conditions, and with one on an unsigned number.
// CHECK-LABEL: @both(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c15 = arith.constant 15 : index
// CHECK-NEXT: %size = memref.dim %n, %c0 : memref<?xf32>
// CHECK-NEXT: affine.for %i = 0 to min affine_map<(d0) -> (d0, 16)>(%size) {
// CHECK-NEXT:   affine.for %j = affine_map<(d0) -> (d0)>(%i) to 15 {
// CHECK-NEXT:     affine.store %x, %A[%j] : memref<16xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @both(%A: memref<16xf32>, %n: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %size = memref.dim %n, %c0 : memref<?xf32>
  scf.while (%i = %c0) : (index) -> index {
    %near = arith.cmpi sgt, %size, %i : index
    %low = arith.cmpi sle, %i, %c15 : index
    %more = arith.andi %near, %low : i1
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    scf.while (%j = %i) : (index) -> index {
      %more = arith.cmpi ult, %j, %c15 : index
      scf.condition(%more) %j : index
    } do {
    ^bb0(%j: index):
      memref.store %x, %A[%j] : memref<16xf32>
      %next = arith.addi %j, %c1 : index
      scf.yield %next : index
    }
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  func.return
}

// -----

// A position that a loop carries is no dimension: what is stored there stays a `memref.store`.
// CHECK-LABEL: @in_turns(
// CHECK: affine.for %i = 0 to 16 {
// CHECK: affine.for %i_1 = 0 to 16 iter_args(%at = %c0) -> (index) {
// CHECK: memref.store %{{.*}}, %A[%at] : memref<16xf32>
func.func @in_turns(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    memref.store %x, %B[%i] : memref<16xf32>
  }
  %end = affine.for %i = 0 to 16 iter_args(%at = %c0) -> (index) {
    %b = affine.load %B[%i] : memref<16xf32>
    memref.store %b, %A[%at] : memref<16xf32>
    %other = arith.subi %c1, %at : index
    affine.yield %other : index
  }
  func.return
}
