// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// Neither zero is greater than 0.0: in the padding the inner if does nothing.
// CHECK-LABEL: @count_positive
// CHECK-NOT: affine.if
// CHECK: scf.if
// CHECK: return
func.func @count_positive(%A: memref<3x8xf32>, %H: memref<2xi64>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  affine.for %ji = 4 to 8 {
    %a = affine.load %A[2, %ji] : memref<3x8xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is : i1
  }
  affine.for %jo = 0 to 3 {
    affine.for %ji = 0 to 8 {
      affine.if affine_set<(d0, d1) : (19 - d0 * 8 - d1 >= 0)>(%jo, %ji) {
        %a = affine.load %A[%jo, %ji] : memref<3x8xf32>
        %pos = arith.cmpf ogt, %a, %zero : f32
        // expected-remark@+1 {{its condition is not one on indices alone}}
        scf.if %pos {
          %h = affine.load %H[0] : memref<2xi64>
          %n = arith.addi %h, %one : i64
          affine.store %n, %H[0] : memref<2xi64>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// x[99] is in bounds, and what is there is multiplied by 0.
// CHECK-LABEL: @sparse_dot
// CHECK-NOT: scf.if
// CHECK: return
func.func @sparse_dot(%col: memref<16xi32>, %val: memref<16xi64>, %x: memref<100xi64>, %y: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %none = arith.constant 0 : i64
  %last = arith.constant 99 : i32
  scf.for %k = %c11 to %c16 step %c1 {
    %c = memref.load %col[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %last : i32
    pad.assume %cs : i1
    %v = memref.load %val[%k] : memref<16xi64>
    %vs = arith.cmpi eq, %v, %none : i64
    pad.assume %vs : i1
  }
  scf.for %k = %c0 to %c16 step %c1 {
    %in = arith.cmpi slt, %k, %c11 : index
    scf.if %in {
      %c = memref.load %col[%k] : memref<16xi32>
      %at = arith.index_cast %c : i32 to index
      %xv = memref.load %x[%at] : memref<100xi64>
      %v = memref.load %val[%k] : memref<16xi64>
      %p = arith.muli %v, %xv : i64
      %s = memref.load %y[%c0] : memref<1xi64>
      %t = arith.addi %s, %p : i64
      memref.store %t, %y[%c0] : memref<1xi64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// One index in some of the padding, another one in the rest.
// CHECK-LABEL: @two_indices
// CHECK-NOT: affine.if
// CHECK: return
func.func @two_indices(%col: memref<16xi32>, %val: memref<16xi64>, %x: memref<100xi64>, %y: memref<1xi64>) {
  %none = arith.constant 0 : i64
  %c7 = arith.constant 7 : i32
  %c99 = arith.constant 99 : i32
  affine.for %k = 11 to 14 {
    %c = affine.load %col[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %c7 : i32
    pad.assume %cs : i1
  }
  affine.for %k = 14 to 16 {
    %c = affine.load %col[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %c99 : i32
    pad.assume %cs : i1
  }
  affine.for %k = 11 to 16 {
    %v = affine.load %val[%k] : memref<16xi64>
    %vs = arith.cmpi eq, %v, %none : i64
    pad.assume %vs : i1
  }
  affine.for %k = 0 to 16 {
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) {
      %c = affine.load %col[%k] : memref<16xi32>
      %at = arith.index_cast %c : i32 to index
      %xv = memref.load %x[%at] : memref<100xi64>
      %v = affine.load %val[%k] : memref<16xi64>
      %p = arith.muli %v, %xv : i64
      %s = affine.load %y[0] : memref<1xi64>
      %t = arith.addi %s, %p : i64
      affine.store %t, %y[0] : memref<1xi64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// It is not known what H[8] holds, but 0 is added to it.
// CHECK-LABEL: @weighted
// CHECK-NOT: affine.if
// CHECK: return
func.func @weighted(%A: memref<16xi32>, %W: memref<16xi64>, %H: memref<9xi64>) {
  %zero = arith.constant 0 : i64
  %eight = arith.constant 8 : i32
  affine.for %k = 11 to 16 {
    %c = affine.load %A[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %eight : i32
    pad.assume %cs : i1
    %w = affine.load %W[%k] : memref<16xi64>
    %ws = arith.cmpi eq, %w, %zero : i64
    pad.assume %ws : i1
  }
  affine.for %k = 0 to 16 {
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) {
      %c = affine.load %A[%k] : memref<16xi32>
      %at = arith.index_cast %c : i32 to index
      %w = affine.load %W[%k] : memref<16xi64>
      %h = memref.load %H[%at] : memref<9xi64>
      %n = arith.addi %h, %w : i64
      memref.store %n, %H[%at] : memref<9xi64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The rows of the padding are empty: their loop does not run.
// CHECK-LABEL: @rows
// CHECK-NOT: affine.if
// CHECK: return
func.func @rows(%P: memref<9xindex>, %V: memref<40xf32>, %y: memref<8xf32>) {
  %c40 = arith.constant 40 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  affine.for %i = 6 to 9 {
    %p = affine.load %P[%i] : memref<9xindex>
    %is = arith.cmpi eq, %p, %c40 : index
    pad.assume %is : i1
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %lo = affine.load %P[%i] : memref<9xindex>
      %hi = affine.load %P[%i + 1] : memref<9xindex>
      scf.for %k = %lo to %hi step %c1 {
        %v = memref.load %V[%k] : memref<40xf32>
        %s = affine.load %y[%i] : memref<8xf32>
        %t = arith.addf %s, %v : f32
        affine.store %t, %y[%i] : memref<8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Of the padding it is known which arm runs; in the other one, which may trap, nothing is added.
// CHECK-LABEL: @both_arms
// CHECK-NOT: affine.if
// CHECK: scf.if
// CHECK: return
func.func @both_arms(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %is = arith.cmpi eq, %a, %one : i32
    pad.assume %is : i1
  }
  affine.for %ii = 2 to 4 {
    affine.store %one, %B[3, %ii] : memref<4x4xi32>
  } {pad.stage = "B_padding"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %pos = arith.cmpi sgt, %a, %zero : i32
        // expected-remark@+1 {{its condition is not one on indices alone}}
        scf.if %pos {
          affine.store %a, %B[%io, %ii] : memref<4x4xi32>
        } else {
          affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
          %q = arith.divsi %one, %a : i32
          affine.store %q, %A[0, 0] : memref<4x4xi32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What an if on data gives, where the arm is known.
// CHECK-LABEL: @given
// CHECK-NOT: affine.if
// CHECK: scf.if
// CHECK: return
func.func @given(%A: memref<16xf32>, %init: i64) -> i64 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  affine.for %k = 11 to 16 {
    %c = affine.load %A[%k] : memref<16xf32>
    %cs = arith.cmpf oeq, %c, %zero : f32
    pad.assume %cs : i1
  }
  %n = affine.for %k = 0 to 16 iter_args(%t = %init) -> (i64) {
    %r = affine.if affine_set<(d0) : (10 - d0 >= 0)>(%k) -> i64 {
      %c = affine.load %A[%k] : memref<16xf32>
      %pos = arith.cmpf ogt, %c, %zero : f32
      // expected-remark@+1 {{its condition is not one on indices alone}}
      %q = scf.if %pos -> (i64) {
        %u = arith.addi %t, %one : i64
        scf.yield %u : i64
      } else {
        scf.yield %t : i64
      }
      affine.yield %q : i64
    } else {
      affine.yield %t : i64
    }
    affine.yield %r : i64
  } {pad.stage = "compute"}
  func.return %n : i64
}

// -----

// An index from padding leads to another one, and to a formula of both.
// CHECK-LABEL: @permuted
// CHECK-NOT: scf.if
// CHECK: return
func.func @permuted(%perm: memref<16xindex>, %col: memref<16xi32>, %val: memref<16xi64>, %x: memref<100xi64>, %y: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %none = arith.constant 0 : i64
  %last = arith.constant 99 : i32
  scf.for %k = %c11 to %c16 step %c1 {
    %at = memref.load %perm[%k] : memref<16xindex>
    %first = arith.cmpi eq, %at, %c11 : index
    pad.assume %first : i1
    %c = memref.load %col[%k] : memref<16xi32>
    %cs = arith.cmpi eq, %c, %last : i32
    pad.assume %cs : i1
    %v = memref.load %val[%k] : memref<16xi64>
    %vs = arith.cmpi eq, %v, %none : i64
    pad.assume %vs : i1
  }
  scf.for %k = %c0 to %c16 step %c1 {
    %in = arith.cmpi slt, %k, %c11 : index
    scf.if %in {
      %j = memref.load %perm[%k] : memref<16xindex>
      %c = memref.load %col[%j] : memref<16xi32>
      %cast = arith.index_cast %c : i32 to index
      %at = arith.subi %cast, %k : index
      %xv = memref.load %x[%at] : memref<100xi64>
      %v = memref.load %val[%k] : memref<16xi64>
      %p = arith.muli %v, %xv : i64
      %s = memref.load %y[%c0] : memref<1xi64>
      %t = arith.addi %s, %p : i64
      memref.store %t, %y[%c0] : memref<1xi64>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// No one sees the quotient, but the divisor wraps around in the padding, so it may not be poison.
// CHECK-LABEL: @divisor_by_a_flag
// CHECK-NOT: affine.if
// CHECK: arith.addi %{{.*}}, %{{[a-z_0-9]*}} : i32
// CHECK: arith.divsi
// CHECK: return
func.func @divisor_by_a_flag(%A: memref<8xi32>, %B: memref<8xi32>) {
  %one = arith.constant 1 : i32
  %most = arith.constant 2147483647 : i32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %is = arith.cmpi eq, %a, %most : i32
    pad.assume %is : i1
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xi32>
      %n = arith.addi %a, %one overflow<nsw> : i32
      %q = arith.divsi %one, %n : i32
      affine.store %q, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    %u = pad.undef : i32
    affine.store %u, %B[%i] : memref<8xi32>
  } {pad.of_padding, pad.stage = "B_padding"}
  func.return
}
