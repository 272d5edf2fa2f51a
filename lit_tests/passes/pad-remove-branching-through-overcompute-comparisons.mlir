// Maxima and their positions by comparisons: nothing is below the least value, nor below -inf.
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p pad-remove-branching-through-overcompute | filecheck %s

// The padding may not be greater than what was found, however little that is; the position stays.
// CHECK-LABEL: @argmax
// CHECK-NOT: affine.if
func.func @argmax(%A: memref<8xi32>) -> (i32, index) {
  %lo = arith.constant -2147483648 : i32
  %c0 = arith.constant 0 : index
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %holds = arith.cmpi eq, %a, %lo : i32
    pad.assume %holds : i1
  }
  %m, %k = affine.for %j = 0 to 8 iter_args(%bm = %lo, %bi = %c0) -> (i32, index) {
    %x, %y = affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) -> (i32, index) {
      %a = affine.load %A[%j] : memref<8xi32>
      %g = arith.cmpi sgt, %a, %bm : i32
      %nm = arith.select %g, %a, %bm : i32
      %ni = arith.select %g, %j, %bi : index
      affine.yield %nm, %ni : i32, index
    } else {
      affine.yield %bm, %bi : i32, index
    }
    affine.yield %x, %y : i32, index
  } {pad.stage = "argmax"}
  return %m, %k : i32, index
}

// -----

// Where it may be equal, both are the same value.
// CHECK-LABEL: @max
// CHECK-NOT: affine.if
func.func @max(%M: memref<1xi8>, %B: memref<8xi8>) {
  %lo = arith.constant 0 : i8
  affine.for %i = 6 to 8 {
    %b = affine.load %B[%i] : memref<8xi8>
    %holds = arith.cmpi eq, %b, %lo : i8
    pad.assume %holds : i1
  }
  affine.for %j = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
      %m = affine.load %M[0] : memref<1xi8>
      %b = affine.load %B[%j] : memref<8xi8>
      %g = arith.cmpi uge, %b, %m : i8
      %nm = arith.select %g, %b, %m : i8
      affine.store %nm, %M[0] : memref<1xi8>
    }
  } {pad.stage = "max"}
  return
}

// -----

// A NaN that was found stays: it is not less than infinity either.
// CHECK-LABEL: @min_of_floats
// CHECK-NOT: affine.if
func.func @min_of_floats(%A: memref<8xf32>, %M: memref<1xf32>) {
  %hi = arith.constant 0x7F800000 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %hi : f32
    pad.assume %holds : i1
  }
  affine.for %j = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
      %m = affine.load %M[0] : memref<1xf32>
      %a = affine.load %A[%j] : memref<8xf32>
      %g = arith.cmpf olt, %a, %m : f32
      %nm = arith.select %g, %a, %m : f32
      affine.store %nm, %M[0] : memref<1xf32>
    }
  } {pad.stage = "min_of_floats"}
  return
}

// -----

// A NaN that was found would go: it is not greater than -inf.
// CHECK-LABEL: @not_greater
func.func @not_greater(%A: memref<8xf32>, %M: memref<1xf32>) {
  %lo = arith.constant 0xFF800000 : f32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %holds = arith.cmpf oeq, %a, %lo : f32
    pad.assume %holds : i1
  }
  affine.for %j = 0 to 8 {
    // CHECK: affine.if
    // expected-remark@+1 {{without the guard, iteration [6] is not shown to store the same value in M[0], which may be read later (A[6] holds -inf : f32; 'arith.cmpf' cannot be evaluated for -inf and the value loaded from M); pad A with a value that does not change M[0]}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) {
      %m = affine.load %M[0] : memref<1xf32>
      %a = affine.load %A[%j] : memref<8xf32>
      %g = arith.cmpf ogt, %m, %a : f32
      %nm = arith.select %g, %m, %a : f32
      affine.store %nm, %M[0] : memref<1xf32>
    }
  } {pad.stage = "not_greater"}
  return
}

// -----

// The last of equal values: the position of padding would come out where all are the least.
// CHECK-LABEL: @last
func.func @last(%A: memref<8xi32>) -> index {
  %lo = arith.constant -2147483648 : i32
  %c0 = arith.constant 0 : index
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %holds = arith.cmpi eq, %a, %lo : i32
    pad.assume %holds : i1
  }
  %m, %k = affine.for %j = 0 to 8 iter_args(%bm = %lo, %bi = %c0) -> (i32, index) {
    // CHECK: affine.if
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [6] of the loops around it (A[6] holds -2147483648 : i32; 'arith.cmpi' cannot be evaluated for -2147483648 and %bm}}
    %x, %y = affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) -> (i32, index) {
      %a = affine.load %A[%j] : memref<8xi32>
      %g = arith.cmpi sge, %a, %bm : i32
      %nm = arith.select %g, %a, %bm : i32
      %ni = arith.select %g, %j, %bi : index
      affine.yield %nm, %ni : i32, index
    } else {
      affine.yield %bm, %bi : i32, index
    }
    affine.yield %x, %y : i32, index
  } {pad.stage = "last"}
  return %k : index
}

// -----

// What is carried may be poison, and with it the position.
// CHECK-LABEL: @poison
func.func @poison(%A: memref<8xi32>, %S: memref<8xi32>) -> index {
  %lo = arith.constant -2147483648 : i32
  %c0 = arith.constant 0 : index
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %holds = arith.cmpi eq, %a, %lo : i32
    pad.assume %holds : i1
  }
  %m, %k = affine.for %j = 0 to 8 iter_args(%bm = %lo, %bi = %c0) -> (i32, index) {
    // CHECK: affine.if
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [6] of the loops around it (A[6] holds -2147483648 : i32; 'arith.cmpi' cannot be evaluated for -2147483648 and %bm (which may be poison))}}
    %x, %y = affine.if affine_set<(d0) : (5 - d0 >= 0)>(%j) -> (i32, index) {
      %a = affine.load %A[%j] : memref<8xi32>
      %g = arith.cmpi sgt, %a, %bm : i32
      %nm = arith.select %g, %a, %bm : i32
      %ni = arith.select %g, %j, %bi : index
      affine.yield %nm, %ni : i32, index
    } else {
      affine.yield %bm, %bi : i32, index
    }
    %s = affine.load %S[%j] : memref<8xi32>
    %shifted = arith.shli %x, %s : i32
    affine.yield %shifted, %y : i32, index
  } {pad.stage = "poison"}
  return %k : index
}
