// What is carried through padding and seen by nobody, each with a twin where somebody sees it.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s
// Row 3 of A is padding that may hold anything; its sum goes to a cell that nobody sees.
// CHECK-LABEL: @sum_of_padding
// CHECK-NOT: affine.if
// CHECK: affine.store %{{.*}}, %B[3]
func.func @sum_of_padding(%A: memref<4x4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    %sum = affine.for %j = 0 to 4 iter_args(%s = %zero) -> (i32) {
      %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    %twice = arith.addi %sum, %sum : i32
    affine.store %twice, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  %v = pad.undef : i32
  affine.store %v, %B[3] : memref<4xi32>
  func.return
}

// -----

// The caller sees it.
// CHECK-LABEL: @sum_is_left
// CHECK: affine.if
func.func @sum_is_left(%A: memref<4x4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    %sum = affine.for %j = 0 to 4 iter_args(%s = %zero) -> (i32) {
      // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
      %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    %twice = arith.addi %sum, %sum : i32
    affine.store %twice, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// It is read before it is made undef.
// CHECK-LABEL: @sum_is_read_later
// CHECK: affine.if
func.func @sum_is_read_later(%A: memref<4x4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    %sum = affine.for %j = 0 to 4 iter_args(%s = %zero) -> (i32) {
      // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
      %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    %twice = arith.addi %sum, %sum : i32
    affine.store %twice, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  %b = affine.load %B[3] : memref<4xi32>
  affine.store %b, %B[0] : memref<4xi32>
  %v = pad.undef : i32
  affine.store %v, %B[3] : memref<4xi32>
  func.return
}

// -----

// The stage itself reads it back.
// CHECK-LABEL: @sum_is_read_back
// CHECK: affine.if
func.func @sum_is_read_back(%A: memref<4x4xi32>, %B: memref<4xi32>, %C: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    %sum = affine.for %j = 0 to 4 iter_args(%s = %zero) -> (i32) {
      // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
      %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    %twice = arith.addi %sum, %sum : i32
    affine.store %twice, %B[%i] : memref<4xi32>
    %b = affine.load %B[%i] : memref<4xi32>
    affine.store %b, %C[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  %v = pad.undef : i32
  affine.store %v, %B[3] : memref<4xi32>
  func.return
}

// -----

// A division by it might be by zero.
// CHECK-LABEL: @sum_is_a_divisor
// CHECK: affine.if
func.func @sum_is_a_divisor(%A: memref<4x4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    %sum = affine.for %j = 0 to 4 iter_args(%s = %zero) -> (i32) {
      // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
      %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    %twice = arith.divsi %sum, %sum : i32
    affine.store %twice, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  %v = pad.undef : i32
  affine.store %v, %B[3] : memref<4xi32>
  func.return
}

// -----

// It decides what else happens.
// CHECK-LABEL: @sum_is_a_condition
// CHECK: affine.if
func.func @sum_is_a_condition(%A: memref<4x4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    %sum = affine.for %j = 0 to 4 iter_args(%s = %zero) -> (i32) {
      // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
      %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    %twice = arith.addi %sum, %sum : i32
    %more = arith.cmpi sgt, %twice, %zero : i32
    // expected-remark@+1 {{its condition is not one on indices alone}}
    scf.if %more {
      affine.store %zero, %B[0] : memref<4xi32>
    }
    affine.store %twice, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  %v = pad.undef : i32
  affine.store %v, %B[3] : memref<4xi32>
  func.return
}

// -----

// The next rows start from it: here row 3 comes first.
// CHECK-LABEL: @sum_goes_on
// CHECK: affine.if
func.func @sum_goes_on(%A: memref<4x4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[0, %j] : memref<4x4xi32>
  }
  %all = affine.for %i = 0 to 4 iter_args(%c = %zero) -> (i32) {
    %sum = affine.for %j = 0 to 4 iter_args(%s = %c) -> (i32) {
      // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
      %n = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> i32 {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    %twice = arith.addi %sum, %sum : i32
    affine.store %twice, %B[%i] : memref<4xi32>
    affine.yield %sum : i32
  } {pad.stage = "compute"}
  %v = pad.undef : i32
  affine.store %v, %B[0] : memref<4xi32>
  func.return
}

// -----

// It is stored when the stage is over, over what the stage left there.
// CHECK-LABEL: @sum_is_stored_later
// CHECK: affine.if
func.func @sum_is_stored_later(%A: memref<4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %u = pad.undef : i32
  affine.store %u, %A[3] : memref<4xi32>
  %sum = affine.for %i = 0 to 4 iter_args(%s = %zero) -> (i32) {
    // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
    %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.yield %t : i32
    } else {
      affine.yield %s : i32
    }
    affine.yield %n : i32
  } {pad.stage = "compute"}
  affine.store %sum, %B[3] : memref<4xi32>
  func.return
}

// -----

// It is what a loop inside starts from, which stores it where the caller sees it.
// CHECK-LABEL: @sum_starts_another
// CHECK: affine.if
func.func @sum_starts_another(%A: memref<4x4xi32>, %B: memref<4xi32>, %C: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %j = 0 to 4 {
    %u = pad.undef : i32
    affine.store %u, %A[3, %j] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration}}
    %n = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
      %a = affine.load %A[%i, 0] : memref<4x4xi32>
      affine.yield %a : i32
    } else {
      affine.yield %zero : i32
    }
    %r = affine.for %j = 0 to 4 iter_args(%s = %n) -> (i32) {
      affine.store %s, %C[%j] : memref<4xi32>
      affine.yield %zero : i32
    }
    affine.store %r, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  %v = pad.undef : i32
  affine.store %v, %B[3] : memref<4xi32>
  func.return
}
