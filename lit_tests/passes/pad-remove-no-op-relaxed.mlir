// fp=relaxed: a zero that is stored over one of either sign need not be. The results may differ by that.
// RUN: pad-opt %s -p 'pad-remove-no-op{fp=relaxed}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv --fp relaxed %s %t.mlir
// RUN: not pad-tv %s %t.mlir 2>&1 | filecheck %s --check-prefix=STRICT

// RFC 77: `T.assume(B[0] == 0.0); B[0] = 0.0`.
// STRICT: @sum: not validated
// CHECK-LABEL: @sum
// CHECK: pad.assume
// CHECK-NEXT: affine.for
// CHECK: affine.store %{{.*}}, %B[0]
func.func @sum(%A: memref<16xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %known = affine.load %B[0] : memref<1xf32>
  %holds = arith.cmpf oeq, %known, %zero : f32
  pad.assume %holds {pad.user} : i1
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    %s = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<16xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %B[0] : memref<1xf32>
  }
  func.return
}

// A tail of a row, where the assume says so of it, of a zero of the other sign; an infinity may change with it.
// STRICT: @tail: refuted
// CHECK-LABEL: @tail
// CHECK: pad.assume
// CHECK-NOT: affine.store %minus_zero
// CHECK: arith.divf
// CHECK: func.return
func.func @tail(%A: memref<4x8xf64>, %B: memref<4x8xf64>) {
  %zero = arith.constant 0.0 : f64
  %minus_zero = arith.constant -0.0 : f64
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %b = affine.load %B[%i, %j] : memref<4x8xf64>
      %is_zero = arith.cmpf oeq, %b, %zero : f64
      %c5 = arith.constant 5 : index
      %inside = arith.cmpi slt, %j, %c5 : index
      %holds = arith.ori %inside, %is_zero : i1
      pad.assume %holds : i1
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 6 to 8 {
      affine.store %minus_zero, %B[%i, %j] : memref<4x8xf64>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf64>
      %b = affine.load %B[%i, %j] : memref<4x8xf64>
      %q = arith.divf %a, %b : f64
      affine.store %q, %A[%i, %j] : memref<4x8xf64>
    }
  }
  func.return
}

// Of two stores one goes, and one stays: what it is over may be more than a zero. An assume that compares does not
// see the sign.
// STRICT: @one_of_two: refuted
// CHECK-LABEL: @one_of_two
// CHECK-NOT: affine.store %zero, %B[0]
// CHECK: affine.store %zero, %B[1]
// CHECK: pad.assume
func.func @one_of_two(%A: memref<2xf32>, %B: memref<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %b = affine.load %B[0] : memref<2xf32>
  %holds = arith.cmpf oeq, %b, %zero : f32
  pad.assume %holds {pad.user} : i1
  affine.store %zero, %B[0] : memref<2xf32>
  affine.store %zero, %B[1] : memref<2xf32>
  affine.for %i = 0 to 2 {
    %c = affine.load %B[%i] : memref<2xf32>
    %less = arith.cmpf olt, %c, %one : f32
    pad.assume %less : i1
    %n = arith.negf %c : f32
    affine.store %n, %A[%i] : memref<2xf32>
  }
  func.return
}

// Cell by cell, in loops of another dialect.
// STRICT: @blocked_dot: not validated
// CHECK-LABEL: @blocked_dot
// CHECK: pad.assume
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: affine.store %{{.*}}, %acc
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @blocked_dot(%acc: memref<3x5xf64>, %A: memref<3x5x8xf64>, %X: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %c5 step %c1 {
      %old = memref.load %acc[%i, %j] : memref<3x5xf64>
      %cleared = arith.cmpf oeq, %old, %zero : f64
      pad.assume %cleared : i1
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      affine.store %zero, %acc[%i, %j] : memref<3x5xf64>
      affine.for %k = 0 to 8 {
        %s = affine.load %acc[%i, %j] : memref<3x5xf64>
        %a = affine.load %A[%i, %j, %k] : memref<3x5x8xf64>
        %x = affine.load %X[%k] : memref<8xf64>
        %p = arith.mulf %a, %x : f64
        %t = arith.addf %s, %p : f64
        affine.store %t, %acc[%i, %j] : memref<3x5xf64>
      }
    }
  } {pad.stage = "dot"}
  func.return
}

// Where the data says so.
// STRICT: @maybe: {{refuted|not validated}}
// CHECK-LABEL: @maybe
// CHECK: pad.assume
// CHECK-NEXT: func.return
func.func @maybe(%B: memref<4xf32>, %c: i1) {
  %zero = arith.constant 0.0 : f32
  %b = affine.load %B[2] : memref<4xf32>
  %holds = arith.cmpf oeq, %b, %zero : f32
  pad.assume %holds {pad.user} : i1
  scf.if %c {
    affine.store %zero, %B[2] : memref<4xf32>
  }
  func.return
}
