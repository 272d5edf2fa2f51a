// RUN: pad-opt %s -p pad-lower-index-arithmetic --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p pad-lower-index-arithmetic --split-input-file | filecheck %s

// Any sign: computed, without a choice.
// CHECK-LABEL: @any_sign
// CHECK-NOT: arith.select
// CHECK: arith.shrsi
// CHECK: arith.xori
// CHECK: arith.divui
// CHECK: arith.xori
func.func @any_sign(%A: memref<40xf32>, %n: index, %x: f32) {
  // expected-remark@+1 {{the division has to mind signs: the dividend n may be}}
  affine.store %x, %A[symbol(%n) floordiv 7 + 20] : memref<40xf32>
  func.return
}

// -----

// CHECK-LABEL: @any_sign_of_integers
// CHECK: arith.floordivsi %x
// CHECK: arith.floordivsi %x
func.func @any_sign_of_integers(%x: i32, %y: i32) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  // expected-remark@+1 {{the division has to mind signs: the dividend x may be -1}}
  %q = arith.floordivsi %x, %c7 : i32
  // expected-remark@+1 {{the division has to mind signs: the divisor y may be -1}}
  %r = arith.floordivsi %x, %y : i32
  func.return %q, %r : i32, i32
}

// -----

// An index that multiplies two others: nothing is known of it.
// CHECK-LABEL: @product
// CHECK: arith.shrsi
func.func @product(%A: memref<40xf32>, %m: index, %n: index, %x: f32) {
  %mn = arith.muli %m, %n : index
  // expected-remark@+1 {{the division has to mind signs: the dividend m * n may be}}
  affine.store %x, %A[symbol(%mn) floordiv 7 + 20] : memref<40xf32>
  func.return
}

// -----

// CHECK-LABEL: @in_parallel
// CHECK: affine.parallel
// CHECK-NEXT: arith.divui
func.func @in_parallel(%A: memref<100x100xf32>, %B: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %B, %c0 : memref<?xf32>
  affine.parallel (%i) = (0) to (100) {
    // expected-remark@+1 {{the division stays in the loop, which does not carry it: its iterations have no order}}
    %q = arith.floordivsi %i, %n : index
    memref.store %x, %A[%i, %q] : memref<100x100xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @changing_divisor
// CHECK: arith.divui
func.func @changing_divisor(%A: memref<100xf32>, %x: f32) {
  %c100 = arith.constant 100 : index
  affine.for %i = 2 to 100 {
    // expected-remark@+1 {{which does not carry it: i is not known before it}}
    %q = arith.floordivsi %c100, %i : index
    memref.store %x, %A[%q] : memref<100xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @square
// CHECK: arith.remui
func.func @square(%A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to 100 {
    %square = arith.muli %i, %i : index
    // expected-remark@+1 {{which does not carry it: i * i does not grow by the same in each iteration}}
    %r = arith.remsi %square, %n : index
    memref.store %x, %A[%r] : memref<?xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @backwards
// CHECK: arith.remui
func.func @backwards(%A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c99 = arith.constant 99 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to 100 {
    %back = arith.subi %c99, %i : index
    // expected-remark@+1 {{which does not carry it: the dividend grows by -1, which may be negative}}
    %r = arith.remsi %back, %n : index
    memref.store %x, %A[%r] : memref<?xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @counted_by_data
// CHECK: arith.remui
func.func @counted_by_data(%A: memref<?xf32>, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %last = scf.while (%i = %m) : (index) -> index {
    %more = arith.cmpi sgt, %i, %c0 : index
    scf.condition(%more) %i : index
  } do {
  ^0(%i: index):
    %positive = arith.cmpi sgt, %i, %c0 : index
    scf.if %positive {
      // expected-remark@+1 {{which does not carry it: it is no counted loop}}
      %r = arith.remsi %i, %n : index
      memref.store %x, %A[%r] : memref<?xf32>
    }
    %next = arith.subi %i, %c1 : index
    scf.yield %next : index
  }
  func.return
}

// -----

// A divisor that may be poison where nothing divides by it.
// CHECK-LABEL: @flagged
// CHECK: scf.if
// CHECK: arith.divui
func.func @flagged(%A: memref<?xf32>, %m: index, %low: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %n = arith.shli %c5, %m : index
  %natural = arith.cmpi sge, %low, %c0 : index
  pad.assume %natural : i1
  %some = arith.cmpi sgt, %m, %c0 : index
  scf.if %some {
    affine.for %i = 0 to 100 {
      %positive = arith.cmpi sgt, %n, %c0 : index
      scf.if %positive {
        %j = arith.addi %i, %low : index
        // expected-remark@+1 {{which does not carry it: n may be poison where nothing divides by it}}
        %q = arith.divsi %j, %n : index
        memref.store %x, %A[%q] : memref<?xf32>
      }
    }
  }
  func.return
}

// -----

// What is divided has been divided itself, by what may be 0 where the loop does not run: that is
// divided before the loop by 1 at least, and the remainder of it, which is of another number then,
// stays inside.
// CHECK-LABEL: @divided_dividend
// CHECK: arith.maxsi
// CHECK-NEXT: %q = arith.divui
// CHECK-NEXT: affine.for
// CHECK: scf.if
// CHECK: scf.if
// CHECK-NEXT: arith.remui %q
func.func @divided_dividend(%A: memref<?xf32>, %B: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %A, %c0 : memref<?xf32>
  %n = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to 10 {
    %some = arith.cmpi sgt, %m, %i : index
    scf.if %some {
      %q = arith.divsi %n, %m : index
      %some_too = arith.cmpi sgt, %n, %c0 : index
      scf.if %some_too {
        %r = arith.remsi %q, %n : index
        memref.store %x, %B[%r] : memref<?xf32>
      }
    }
  }
  func.return
}

// -----

// What the dividend grows by is a quotient, though the first dividend is 0.
// CHECK-LABEL: @divided_growth
// CHECK: affine.for
// CHECK: arith.remui
func.func @divided_growth(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %l = memref.dim %C, %c0 : memref<?xf32>
  %m = memref.dim %A, %c0 : memref<?xf32>
  %n = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to 10 {
    %some = arith.cmpi sgt, %m, %i : index
    scf.if %some {
      %q = arith.divsi %l, %m : index
      %d = arith.muli %i, %q : index
      %some_too = arith.cmpi sgt, %n, %c0 : index
      scf.if %some_too {
        // expected-remark@+1 {{which does not carry it: i * (l // m) does not grow by the same in each iteration}}
        %r = arith.remsi %d, %n : index
        memref.store %x, %B[%r] : memref<?xf32>
      }
    }
  }
  func.return
}
