// RUN: pad-opt %s -p pad-raise-loops --split-input-file --verify-diagnostics | filecheck %s

// Parallel loops, one of which reduces, and a bound that comes from memory: one remark, for the loop.
// CHECK-LABEL: @histogram_rows(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %zero = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: affine.parallel (%r) = (0) to (16) {
// CHECK-NEXT:   %total = affine.for %c = 0 to 32 iter_args(%total_1 = %zero) -> (f32) {
// CHECK-NEXT:     %a = affine.load %A[%r, %c] : memref<16x32xf32>
// CHECK-NEXT:     %s = arith.addf %total_1, %a : f32
// CHECK-NEXT:     affine.yield %s : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.store %total, %S[%r] : memref<16xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %r_1 = 0 to 16 {
// CHECK-NEXT:   %m = affine.load %len[%r_1] : memref<16xindex>
// CHECK-NEXT:   scf.for %c_1 = %c0 to %m step %c1 {
// CHECK-NEXT:     %k = memref.load %idx[%r_1, %c_1] : memref<16x32xindex>
// CHECK-NEXT:     %h = memref.load %H[%r_1, %k] : memref<16x8xf32>
// CHECK-NEXT:     %a_1 = memref.load %A[%r_1, %c_1] : memref<16x32xf32>
// CHECK-NEXT:     %s_1 = arith.addf %h, %a_1 : f32
// CHECK-NEXT:     memref.store %s_1, %H[%r_1, %k] : memref<16x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @histogram_rows(%A: memref<16x32xf32>, %idx: memref<16x32xindex>, %H: memref<16x8xf32>, %S: memref<16xf32>, %len: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%r) = (%c0) to (%c16) step (%c1) {
    %total = scf.parallel (%c) = (%c0) to (%c32) step (%c1) init (%zero) -> f32 {
      %a = memref.load %A[%r, %c] : memref<16x32xf32>
      scf.reduce(%a : f32) {
      ^bb0(%x: f32, %y: f32):
        %s = arith.addf %x, %y : f32
        scf.reduce.return %s : f32
      }
    }
    memref.store %total, %S[%r] : memref<16xf32>
    scf.reduce
  }
  scf.for %r = %c0 to %c16 step %c1 {
    %m = memref.load %len[%r] : memref<16xindex>
    // expected-remark@+1 {{loop 'c' stays scf.for: its upper bound is not affine: it is computed by 'memref.load'}}
    scf.for %c = %c0 to %m step %c1 {
      %k = memref.load %idx[%r, %c] : memref<16x32xindex>
      %h = memref.load %H[%r, %k] : memref<16x8xf32>
      %a = memref.load %A[%r, %c] : memref<16x32xf32>
      %s = arith.addf %h, %a : f32
      memref.store %s, %H[%r, %k] : memref<16x8xf32>
    }
  }
  func.return
}

// -----

// Loops that count, and that only look so: (a) and (c) are raised; (b) ends by what it loads; (d)
// never ends where n is the greatest i32.
// CHECK-LABEL: @counted(
// CHECK-NEXT: %n_1 = arith.index_cast %n : i32 to index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %c99 = arith.constant 99 : index
// CHECK-NEXT: %i0 = arith.constant 0 : i32
// CHECK-NEXT: %i1 = arith.constant 1 : i32
// CHECK-NEXT: affine.for %i = 0 to 99 step 3 {
// CHECK-NEXT:   %a = affine.load %A[%i] : memref<100xf32>
// CHECK-NEXT:   affine.store %a, %B[%i] : memref<100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.store %x, %A[99] : memref<100xf32>
// CHECK-NEXT: %f = scf.while (%i_1 = %c0) : (index) -> index {
// CHECK-NEXT:   %a_1 = memref.load %A[%i_1] : memref<100xf32>
// CHECK-NEXT:   %more = arith.cmpf olt, %a_1, %x : f32
// CHECK-NEXT:   scf.condition(%more) %i_1 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_2: index):
// CHECK-NEXT:   %next = arith.addi %i_2, %c3 : index
// CHECK-NEXT:   scf.yield %next : index
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_3 = 0 to affine_map<(d0) -> (d0)>(%n_1) {
// CHECK-NEXT:   affine.store %x, %B[%i_3] : memref<100xf32>
// CHECK-NEXT: }
// CHECK-NEXT: %h = scf.while (%i_4 = %i0) : (i32) -> i32 {
// CHECK-NEXT:   %more_1 = arith.cmpi sle, %i_4, %n : i32
// CHECK-NEXT:   scf.condition(%more_1) %i_4 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_5: i32):
// CHECK-NEXT:   %at = arith.index_cast %i_5 : i32 to index
// CHECK-NEXT:   memref.store %x, %B[%at] : memref<100xf32>
// CHECK-NEXT:   %next_1 = arith.addi %i_5, %i1 : i32
// CHECK-NEXT:   scf.yield %next_1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @counted(%A: memref<100xf32>, %B: memref<100xf32>, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c99 = arith.constant 99 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  // (a) counts: 0, 3, .., 96
  %e = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %c99 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %a = memref.load %A[%i] : memref<100xf32>
    memref.store %a, %B[%i] : memref<100xf32>
    %next = arith.addi %i, %c3 : index
    scf.yield %next : index
  }
  memref.store %x, %A[%e] : memref<100xf32>
  // (b) ends by data
  // expected-remark@+1 {{loop 'i' stays scf.while: 'memref.load'}}
  %f = scf.while (%i = %c0) : (index) -> index {
    %a = memref.load %A[%i] : memref<100xf32>
    %more = arith.cmpf olt, %a, %x : f32
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c3 : index
    scf.yield %next : index
  }
  // (c) i32, up to the argument, with slt and step 1: no wrap before it ends
  %g = scf.while (%i = %i0) : (i32) -> i32 {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %B[%at] : memref<100xf32>
    %next = arith.addi %i, %i1 : i32
    scf.yield %next : i32
  }
  // (d) i32, sle: never ends for n = 2147483647
  // expected-remark@+1 {{loop 'i' stays scf.while: its iterator, of i32, is not shown to end before it wraps around past 2147483647}}
  %h = scf.while (%i = %i0) : (i32) -> i32 {
    %more = arith.cmpi sle, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %B[%at] : memref<100xf32>
    %next = arith.addi %i, %i1 : i32
    scf.yield %next : i32
  }
  func.return
}

// -----

// Loops in a loop that stays: one over its iterator stays too.
// CHECK-LABEL: @loaded(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c32 = arith.constant 32 : index
// CHECK-NEXT: affine.for %i = 0 to 16 {
// CHECK-NEXT:   %n = affine.load %len[%i] : memref<16xindex>
// CHECK-NEXT:   scf.for %j = %c0 to %n step %c1 {
// CHECK-NEXT:     scf.for %k = %j to %c32 step %c1 {
// CHECK-NEXT:       memref.store %x, %A[%i, %k] : memref<16x32xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.for %k_1 = affine_map<(d0) -> (d0)>(%i) to 32 {
// CHECK-NEXT:       affine.store %x, %A[%i, %k_1] : memref<16x32xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @loaded(%A: memref<16x32xf32>, %len: memref<16xindex>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %n = memref.load %len[%i] : memref<16xindex>
    // expected-remark@+1 {{loop 'j' stays scf.for: its upper bound is not affine: it is computed by 'memref.load'}}
    scf.for %j = %c0 to %n step %c1 {
      // expected-remark@+1 {{loop 'k' stays scf.for: its lower bound is not affine: '%j' is given by 'scf.for'}}
      scf.for %k = %j to %c32 step %c1 {
        memref.store %x, %A[%i, %k] : memref<16x32xf32>
      }
      scf.for %k = %i to %c32 step %c1 {
        memref.store %x, %A[%i, %k] : memref<16x32xf32>
      }
    }
  }
  func.return
}

// -----

// Steps that are not constant, or 0.
// CHECK-LABEL: @steps(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c64 = arith.constant 64 : index
// CHECK-NEXT: scf.for %i = %c0 to %c64 step %n {
// CHECK-NEXT:   memref.store %x, %A[%i] : memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %i_1 = %c64 to %c64 step %c0 {
// CHECK-NEXT:   memref.store %x, %A[%i_1] : memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @steps(%A: memref<64xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  // expected-remark@+1 {{loop 'i' stays scf.for: its step is not constant}}
  scf.for %i = %c0 to %c64 step %n {
    memref.store %x, %A[%i] : memref<64xf32>
  }
  // expected-remark@+1 {{loop 'i' stays scf.for: its step is 0, and must be positive}}
  scf.for %i = %c64 to %c64 step %c0 {
    memref.store %x, %A[%i] : memref<64xf32>
  }
  func.return
}

// -----

// A product of an iterator, in a bound and in an index.
// CHECK-LABEL: @product(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: affine.for %i = 0 to 8 {
// CHECK-NEXT:   %row = arith.muli %i, %m : index
// CHECK-NEXT:   scf.for %j = %c0 to %row step %c1 {
// CHECK-NEXT:     memref.store %x, %A[%j] : memref<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.for %j_1 = 0 to 8 {
// CHECK-NEXT:     %at = arith.addi %row, %j_1 : index
// CHECK-NEXT:     memref.store %x, %A[%at] : memref<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @product(%A: memref<64xf32>, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %row = arith.muli %i, %m : index
    // expected-remark@+1 {{loop 'j' stays scf.for: its upper bound is not affine: it is computed by 'arith.muli'}}
    scf.for %j = %c0 to %row step %c1 {
      memref.store %x, %A[%j] : memref<64xf32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %at = arith.addi %row, %j : index
      // expected-remark@+1 {{access to A stays memref.store: its index is not affine: it is computed by 'arith.muli'}}
      memref.store %x, %A[%at] : memref<64xf32>
    }
  }
  func.return
}

// -----

// Integers that may wrap around: an iterator, and an index.
// CHECK-LABEL: @wraps(
// CHECK-NEXT: %c0 = arith.constant 0 : i32
// CHECK-NEXT: %c3 = arith.constant 3 : i32
// CHECK-NEXT: scf.for %i = %c0 to %n step %c3 : i32 {
// CHECK-NEXT:   %at = arith.index_cast %i : i32 to index
// CHECK-NEXT:   memref.store %x, %A[%at] : memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: affine.for %i_1 = 0 to 64 step 3 {
// CHECK-NEXT:   %i_2 = arith.index_cast %i_1 : index to i32
// CHECK-NEXT:   affine.store %x, %A[%i_1] : memref<64xf32>
// CHECK-NEXT:   %far = arith.muli %n, %i_2 : i32
// CHECK-NEXT:   %sum = arith.addi %far, %i_2 : i32
// CHECK-NEXT:   %to = arith.index_cast %sum : i32 to index
// CHECK-NEXT:   memref.store %x, %A[%to] : memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @wraps(%A: memref<64xf32>, %n: i32, %x: f32) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c64 = arith.constant 64 : i32
  // expected-remark@+1 {{loop 'i' stays scf.for: its iterator, of i32, is not shown to end before it wraps around past 2147483647}}
  scf.for %i = %c0 to %n step %c3 : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %A[%at] : memref<64xf32>
  }
  scf.for %i = %c0 to %c64 step %c3 : i32 {
    %at = arith.index_cast %i : i32 to index
    memref.store %x, %A[%at] : memref<64xf32>
    %far = arith.muli %n, %i : i32
    %sum = arith.addi %far, %i : i32
    %to = arith.index_cast %sum : i32 to index
    // expected-remark@+1 {{access to A stays memref.store: its index is not affine: it is computed by 'arith.muli'}}
    memref.store %x, %A[%to] : memref<64xf32>
  }
  func.return
}

// -----

// An upper bound that is a maximum.
// CHECK-LABEL: @max_of_uppers(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: affine.for %i = 0 to 8 {
// CHECK-NEXT:   %a = arith.addi %n, %i : index
// CHECK-NEXT:   %b = arith.addi %m, %i : index
// CHECK-NEXT:   %end = arith.maxsi %a, %b : index
// CHECK-NEXT:   scf.for %j = %c0 to %end step %c1 {
// CHECK-NEXT:     memref.store %x, %A[%j] : memref<64xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @max_of_uppers(%A: memref<64xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = arith.addi %n, %i : index
    %b = arith.addi %m, %i : index
    %end = arith.maxsi %a, %b : index
    // expected-remark@+1 {{loop 'j' stays scf.for: its upper bound is not affine: it is computed by 'arith.maxsi'}}
    scf.for %j = %c0 to %end step %c1 {
      memref.store %x, %A[%j] : memref<64xf32>
    }
  }
  func.return
}

// -----

// Loops of `while` that do not count, or not surely.
// CHECK-LABEL: @whiles(
// CHECK-NEXT: %u = arith.minsi %n, %n : index
// CHECK-NEXT: %v = arith.muli %n, %n : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c63 = arith.constant 63 : index
// CHECK-NEXT: %a = scf.while (%i = %c0) : (index) -> index {
// CHECK-NEXT:   %more = arith.cmpi ne, %i, %n : index
// CHECK-NEXT:   scf.condition(%more) %i : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_1: index):
// CHECK-NEXT:   memref.store %x, %A[%i_1] : memref<64xf32>
// CHECK-NEXT:   %next = arith.addi %i_1, %c2 : index
// CHECK-NEXT:   scf.yield %next : index
// CHECK-NEXT: }
// CHECK-NEXT: %b = scf.while (%i_2 = %c1) : (index) -> index {
// CHECK-NEXT:   %more_1 = arith.cmpi slt, %i_2, %c63 : index
// CHECK-NEXT:   scf.condition(%more_1) %i_2 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_3: index):
// CHECK-NEXT:   memref.store %x, %A[%i_3] : memref<64xf32>
// CHECK-NEXT:   %next_1 = arith.muli %i_3, %c2 : index
// CHECK-NEXT:   scf.yield %next_1 : index
// CHECK-NEXT: }
// CHECK-NEXT: %c = scf.while (%i_4 = %c0) : (index) -> index {
// CHECK-NEXT:   memref.store %x, %A[%i_4] : memref<64xf32>
// CHECK-NEXT:   %next_2 = arith.addi %i_4, %c1 : index
// CHECK-NEXT:   %more_2 = arith.cmpi slt, %next_2, %c63 : index
// CHECK-NEXT:   scf.condition(%more_2) %next_2 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_5: index):
// CHECK-NEXT:   scf.yield %i_5 : index
// CHECK-NEXT: }
// CHECK-NEXT: %d, %d_1 = scf.while (%i_6 = %c0, %e = %c63) : (index, index) -> (index, index) {
// CHECK-NEXT:   %more_3 = arith.cmpi slt, %i_6, %e : index
// CHECK-NEXT:   scf.condition(%more_3) %i_6, %e : index, index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_7: index, %e_1: index):
// CHECK-NEXT:   memref.store %x, %A[%i_7] : memref<64xf32>
// CHECK-NEXT:   %next_3 = arith.addi %i_7, %c1 : index
// CHECK-NEXT:   %less = arith.subi %e_1, %c1 : index
// CHECK-NEXT:   scf.yield %next_3, %less : index, index
// CHECK-NEXT: }
// CHECK-NEXT: %f = scf.while (%i_8 = %c0) : (index) -> index {
// CHECK-NEXT:   %more_4 = arith.cmpi slt, %i_8, %n : index
// CHECK-NEXT:   scf.condition(%more_4) %i_8 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_9: index):
// CHECK-NEXT:   affine.store %x, %A[0] : memref<64xf32>
// CHECK-NEXT:   %next_4 = arith.subi %i_9, %c1 : index
// CHECK-NEXT:   scf.yield %next_4 : index
// CHECK-NEXT: }
// CHECK-NEXT: %g = scf.while (%i_10 = %c0) : (index) -> index {
// CHECK-NEXT:   %more_5 = arith.cmpi ult, %i_10, %n : index
// CHECK-NEXT:   scf.condition(%more_5) %i_10 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_11: index):
// CHECK-NEXT:   memref.store %x, %A[%i_11] : memref<64xf32>
// CHECK-NEXT:   %next_5 = arith.addi %i_11, %c1 : index
// CHECK-NEXT:   scf.yield %next_5 : index
// CHECK-NEXT: }
// CHECK-NEXT: %h = scf.while (%i_12 = %c0) : (index) -> index {
// CHECK-NEXT:   %near = arith.cmpi slt, %i_12, %n : index
// CHECK-NEXT:   %more_6 = arith.andi %near, %flag : i1
// CHECK-NEXT:   scf.condition(%more_6) %i_12 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_13: index):
// CHECK-NEXT:   memref.store %x, %A[%i_13] : memref<64xf32>
// CHECK-NEXT:   %next_6 = arith.addi %i_13, %c1 : index
// CHECK-NEXT:   scf.yield %next_6 : index
// CHECK-NEXT: }
// CHECK-NEXT: %least = arith.constant -2147483648 : i32
// CHECK-NEXT: %one = arith.constant 1 : i32
// CHECK-NEXT: %k = scf.while (%i_14 = %one) : (i32) -> i32 {
// CHECK-NEXT:   %more_7 = arith.cmpi sge, %i_14, %least : i32
// CHECK-NEXT:   scf.condition(%more_7) %i_14 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_15: i32):
// CHECK-NEXT:   %next_7 = arith.subi %i_15, %one : i32
// CHECK-NEXT:   scf.yield %next_7 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %p, %p_1 = scf.while (%i_16 = %c0, %j = %c0) : (index, index) -> (index, index) {
// CHECK-NEXT:   %near_1 = arith.cmpi slt, %i_16, %n : index
// CHECK-NEXT:   %low = arith.cmpi slt, %j, %n : index
// CHECK-NEXT:   %more_8 = arith.andi %near_1, %low : i1
// CHECK-NEXT:   scf.condition(%more_8) %i_16, %j : index, index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_17: index, %j_1: index):
// CHECK-NEXT:   %next_8 = arith.addi %i_17, %c1 : index
// CHECK-NEXT:   %other = arith.addi %j_1, %c2 : index
// CHECK-NEXT:   scf.yield %next_8, %other : index, index
// CHECK-NEXT: }
// CHECK-NEXT: %q = scf.while (%i_18 = %u) : (index) -> index {
// CHECK-NEXT:   %more_9 = arith.cmpi sgt, %i_18, %v : index
// CHECK-NEXT:   scf.condition(%more_9) %i_18 : index
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%i_19: index):
// CHECK-NEXT:   %next_9 = arith.subi %i_19, %c1 : index
// CHECK-NEXT:   scf.yield %next_9 : index
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @whiles(%A: memref<64xf32>, %n: index, %x: f32, %flag: i1) {
  %u = arith.minsi %n, %n : index
  %v = arith.muli %n, %n : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  // meets no bound
  // expected-remark@+1 {{loop 'i' stays scf.while: its counter is not shown to meet the bound that it must not be equal to}}
  %a = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi ne, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %A[%i] : memref<64xf32>
    %next = arith.addi %i, %c2 : index
    scf.yield %next : index
  }
  // doubles
  // expected-remark@+1 {{loop 'i' stays scf.while: no value that it carries is advanced by a constant in each round}}
  %b = scf.while (%i = %c1) : (index) -> index {
    %more = arith.cmpi slt, %i, %c63 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %A[%i] : memref<64xf32>
    %next = arith.muli %i, %c2 : index
    scf.yield %next : index
  }
  // does the work before the test
  // expected-remark@+1 {{loop 'i' stays scf.while: 'memref.store'}}
  %c = scf.while (%i = %c0) : (index) -> index {
    memref.store %x, %A[%i] : memref<64xf32>
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi slt, %next, %c63 : index
    scf.condition(%more) %next : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  // its bound changes
  // expected-remark@+1 {{loop 'i' stays scf.while: the bound or the start of its counter is not affine: '%e' is given by 'scf.while'}}
  %d:2 = scf.while (%i = %c0, %e = %c63) : (index, index) -> (index, index) {
    %more = arith.cmpi slt, %i, %e : index
    scf.condition(%more) %i, %e : index, index
  } do {
  ^bb0(%i: index, %e: index):
    memref.store %x, %A[%i] : memref<64xf32>
    %next = arith.addi %i, %c1 : index
    %less = arith.subi %e, %c1 : index
    scf.yield %next, %less : index, index
  }
  // away from its bound
  // expected-remark@+1 {{loop 'i' stays scf.while: its counter changes by -1 in each round, not towards its bound}}
  %f = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %A[%c0] : memref<64xf32>
    %next = arith.subi %i, %c1 : index
    scf.yield %next : index
  }
  // no sign
  // expected-remark@+1 {{loop 'i' stays scf.while: its counter is compared as an unsigned number, and not shown to be at least 0}}
  %g = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %A[%i] : memref<64xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  // a condition on data too
  // expected-remark@+1 {{loop 'i' stays scf.while: its condition compares no counter with a bound}}
  %h = scf.while (%i = %c0) : (index) -> index {
    %near = arith.cmpi slt, %i, %n : index
    %more = arith.andi %near, %flag : i1
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %A[%i] : memref<64xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  // i32 that counts down to the least of all
  %least = arith.constant -2147483648 : i32
  %one = arith.constant 1 : i32
  // expected-remark@+1 {{loop 'i' stays scf.while: its iterator, of i32, is not shown to end before it wraps around past -2147483648}}
  %k = scf.while (%i = %one) : (i32) -> i32 {
    %more = arith.cmpi sge, %i, %least : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.subi %i, %one : i32
    scf.yield %next : i32
  }
  // two counters
  // expected-remark@+1 {{loop 'i' stays scf.while: its condition compares several counters}}
  %p:2 = scf.while (%i = %c0, %j = %c0) : (index, index) -> (index, index) {
    %near = arith.cmpi slt, %i, %n : index
    %low = arith.cmpi slt, %j, %n : index
    %more = arith.andi %near, %low : i1
    scf.condition(%more) %i, %j : index, index
  } do {
  ^bb0(%i: index, %j: index):
    %next = arith.addi %i, %c1 : index
    %other = arith.addi %j, %c2 : index
    scf.yield %next, %other : index, index
  }
  // between bounds of which the greater counts
  // expected-remark@+1 {{loop 'i' stays scf.while: its counter goes from min(n, n) to v, which is not affine}}
  %q = scf.while (%i = %u) : (index) -> index {
    %more = arith.cmpi sgt, %i, %v : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.subi %i, %c1 : index
    scf.yield %next : index
  }
  func.return
}

// -----

// Indices from memory stay, and what the affine dialect cannot say.
// CHECK-LABEL: @gathers(
// CHECK-NEXT: affine.for %i = 0 to 64 {
// CHECK-NEXT:   %k = affine.load %idx[%i] : memref<64xindex>
// CHECK-NEXT:   %a = memref.load %A[%k] : memref<64xf32>
// CHECK-NEXT:   affine.store %a, %B[%i] : memref<64xf32>
// CHECK-NEXT:   %t = memref.load %A[%i] {nontemporal = true} : memref<64xf32>
// CHECK-NEXT:   affine.store %t, %A[%i] : memref<64xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @gathers(%A: memref<64xf32>, %idx: memref<64xindex>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %k = memref.load %idx[%i] : memref<64xindex>
    // expected-remark@+1 {{access to A stays memref.load: its index is not affine: it is computed by 'memref.load'}}
    %a = memref.load %A[%k] : memref<64xf32>
    memref.store %a, %B[%i] : memref<64xf32>
    %t = memref.load %A[%i] {nontemporal = true} : memref<64xf32>
    memref.store %t, %A[%i] : memref<64xf32>
  }
  func.return
}

// -----

// Nothing counts towards the end: the flag is what it is.
// CHECK-LABEL: @flag(
// CHECK: scf.while
func.func @flag(%A: memref<16xf32>, %go: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  // expected-remark@+1 {{its condition compares no counter with a bound}}
  %r = scf.while (%i = %c0) : (index) -> index {
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %A[%i] : memref<16xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  func.return
}

// -----

// What is compared is the same in each round.
// CHECK-LABEL: @no_counter(
// CHECK: scf.while
func.func @no_counter(%A: memref<16xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  // expected-remark@+1 {{gives its condition, or a part of it, and compares no counter with a bound}}
  %r = scf.while (%i = %c0) : (index) -> index {
    %go = arith.cmpi slt, %n, %m : index
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    memref.store %x, %A[%i] : memref<16xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  func.return
}
