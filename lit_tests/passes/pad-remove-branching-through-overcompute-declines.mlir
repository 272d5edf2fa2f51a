// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: not pad-opt %s --split-input-file -p 'pad-remove-branching-through-overcompute{max-waste=-1}' 2>&1 | filecheck %s --check-prefix=WASTE
// WASTE: pad-remove-branching-through-overcompute: max-waste is -1.0, but must be a number >= 0, or inf

// Nothing says what the padding holds, and whether it may be read.
// CHECK-LABEL: @wrong_value
// CHECK: affine.if
func.func @wrong_value(%A: memref<4x4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{is not shown to store the same value in}}
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @forbidden
// CHECK: affine.if
func.func @forbidden(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %B: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{A[3, 2] would be read}}
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @out_of_bounds
// CHECK: affine.if
func.func @out_of_bounds(%A: memref<14xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{'affine.store' would access A[14], out of bounds}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<14xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A fact ends when the cell is written.
// CHECK-LABEL: @overwritten
// CHECK: affine.if
func.func @overwritten(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.store %x, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{guard kept: }}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A sum from the caller may be -0.0, and -0.0 + 0.0 is 0.0.
// CHECK-LABEL: @from_the_caller
// CHECK: affine.if
func.func @from_the_caller(%A: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{guard kept: }}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @division
// CHECK: affine.if
func.func @division(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{without the guard, 'arith.divsi' would run at iteration [3], where its divisor may be 0, or -1 with a dividend that overflows (A[3] may hold anything); pad A with a safe divisor, such as 1}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.divsi %x, %a : i32
      affine.store %t, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @data
// CHECK: scf.if
func.func @data(%A: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi32>
    %c = arith.cmpi slt, %a, %x : i32
    // expected-remark@+1 {{its condition is not one on indices alone}}
    scf.if %c {
      affine.store %x, %A[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// More is added than there is.
// CHECK-LABEL: @waste
// CHECK: affine.if
func.func @waste(%B: memref<16xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{overcompute would add 13 instances to 3, more than max-waste=1 allows}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 16 {
    affine.store %y, %B[%i] : memref<16xi32>
  }
  func.return
}

// -----

// A sum that starts at -0.0 may stay it.
// CHECK-LABEL: @from_minus_zero
// CHECK: affine.if
func.func @from_minus_zero(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%acc = %minus) -> (f32) {
    // expected-remark@+1 {{without the guard, the result of 'affine.if' is not shown to be the same at iteration [3] of the loops around it}}
    %new = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<4xf32>
      %next = arith.addf %acc, %a : f32
      affine.yield %next : f32
    } else {
      affine.yield %acc : f32
    }
    affine.yield %new : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// Without nsz: the product of a negative sum is -0.0 where it underflows, or meets a zero.
// CHECK-LABEL: @product_in_the_sum
// CHECK: affine.if
func.func @product_in_the_sum(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (f32) {
    // expected-remark@+1 {{the result of 'affine.if' is not shown to be the same at iteration [3]}}
    %new = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<4xf32>
      %next = arith.addf %acc, %a : f32
      affine.yield %next : f32
    } else {
      affine.yield %acc : f32
    }
    %a = affine.load %A[0] : memref<4xf32>
    %scaled = arith.mulf %new, %a : f32
    affine.yield %scaled : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// CHECK-LABEL: @wrong_constant
// CHECK: affine.if
func.func @wrong_constant(%A: memref<2x4xf32>, %B: memref<2xf32>) {
  %one = arith.constant 1.0 : f32
  affine.store %one, %A[0, 3] : memref<2x4xf32>
  affine.store %one, %A[1, 3] : memref<2x4xf32>
  affine.for %r = 0 to 2 {
    affine.for %i = 0 to 4 {
      // expected-remark@+1 {{without the guard, iteration [0, 3] is not shown to store the same value in B[0], which may be read later (A[0, 3] holds 1.000000e+00 : f32); pad A with a value that does not change B[0]}}
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %s = affine.load %B[%r] : memref<2xf32>
        %a = affine.load %A[%r, %i] : memref<2x4xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %B[%r] : memref<2xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// +0.0 and -0.0 are two values: the padding is promised bit-exactly.
// CHECK-LABEL: @other_zero
// CHECK: affine.if
func.func @other_zero(%B: memref<4xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  affine.store %zero, %B[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{would store -0.000000e+00 : f32 in B[3], which holds 0.000000e+00 : f32 and may be read later}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %minus, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An assume by oeq leaves the sign of a zero open: -0.0 + x is x, +0.0 + -0.0 is not.
// CHECK-LABEL: @some_zero
// CHECK: affine.if
func.func @some_zero(%A: memref<4xf32>, %B: memref<1xf32>) {
  %minus = arith.constant -0.0 : f32
  %a3 = affine.load %A[3] : memref<4xf32>
  %is = arith.cmpf oeq, %a3, %minus : f32
  pad.assume %is : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{without the guard, iteration [3] is not shown to store the same value in B[0], which may be read later (A[3] holds 0.0 or -0.0)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An infinity or a NaN times 0.0 is NaN.
// CHECK-LABEL: @not_finite
// CHECK: affine.if
func.func @not_finite(%A: memref<4xf32>, %C: memref<4xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(A[3] holds 0.000000e+00 : f32; C[3] may hold anything)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %c = affine.load %C[%i] : memref<4xf32>
      %p = arith.mulf %a, %c fastmath<ninf> : f32
      %t = arith.addf %s, %p : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// maxnumf drops a NaN: what -inf leaves of one is -inf.
// CHECK-LABEL: @drops_nan
// CHECK: affine.if
func.func @drops_nan(%A: memref<4xf32>, %B: memref<1xf32>) {
  %low = arith.constant 0xFF800000 : f32
  affine.store %low, %A[3] : memref<4xf32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<4xf32>
      %t = arith.maxnumf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// 0 - x and 1 / x are not x.
// CHECK-LABEL: @not_commutative
// CHECK: affine.if
func.func @not_commutative(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.subi %a, %s : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two reads of undef cells need not agree.
// CHECK-LABEL: @undef_twice
// CHECK: affine.if
func.func @undef_twice(%A: memref<4xi32>, %B: memref<1xi32>) {
  %u = pad.undef : i32
  affine.store %u, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{without the guard, iteration [3] is not shown to store the same value in B[0], which may be read later (A[3] may hold anything)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %b = affine.load %A[%i] : memref<4xi32>
      %d = arith.subi %a, %b : i32
      %t = arith.addi %s, %d : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What was loaded before the cell was overwritten is not what it holds.
// CHECK-LABEL: @loaded_before
// CHECK: affine.if
func.func @loaded_before(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %a = affine.load %A[3] : memref<4xi32>
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @assumed_of_an_old_value
// CHECK: affine.if
func.func @assumed_of_an_old_value(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  %old = affine.load %A[3] : memref<4xi32>
  affine.store %x, %A[3] : memref<4xi32>
  %is = arith.cmpi eq, %old, %zero : i32
  pad.assume %is : i1
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(A[3] may hold anything)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The nest that assumes may not run.
// CHECK-LABEL: @assumed_maybe
// CHECK: affine.if
func.func @assumed_maybe(%A: memref<4xi32>, %B: memref<1xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    %a = affine.load %A[3] : memref<4xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    pad.assume %is : i1
  }
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(A[3] may hold anything)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An unknown call may write what its caller knows of.
func.func private @g()
// CHECK-LABEL: @call_in_between
// CHECK: affine.if
func.func @call_in_between(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  func.call @g() : () -> ()
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(A[3] may hold anything)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// So it may a local buffer that another call was given.
func.func private @keep(memref<4xi32>)
func.func private @g()
// CHECK-LABEL: @kept
// CHECK: affine.if
func.func @kept(%B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %t = memref.alloc() : memref<4xi32>
  func.call @keep(%t) : (memref<4xi32>) -> ()
  affine.store %zero, %t[3] : memref<4xi32>
  func.call @g() : () -> ()
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(t[3] may hold anything)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %t[%i] : memref<4xi32>
      %n = arith.addi %s, %a : i32
      affine.store %n, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What vectors read is not looked at: guards go before there are any.
// CHECK-LABEL: @vectors_of_it
// CHECK: affine.if
func.func @vectors_of_it(%A: memref<4xi32>, %B: memref<1xi32>, %C: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %A[%c0] : memref<4xi32>, vector<4xi32>
  vector.store %v, %C[%c0] : memref<4xi32>, vector<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{without the guard, 'affine.load' would access A, of which 'vector.load' accesses vectors; remove the guard before vectorizing}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func private @id(memref<4xi32>) -> memref<4xi32>
// CHECK-LABEL: @same_buffer_from_a_call
// CHECK: affine.if
func.func @same_buffer_from_a_call(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  %other = func.call @id(%A) : (memref<4xi32>) -> memref<4xi32>
  affine.store %zero, %A[3] : memref<4xi32>
  affine.store %x, %other[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.load' would access a buffer that may alias another one}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @one_of_two
// CHECK: affine.if
func.func @one_of_two(%A: memref<4xi32>, %C: memref<4xi32>, %B: memref<1xi32>, %c: i1) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  %either = arith.select %c, %A, %C : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.load' would access a buffer that may alias another one}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %either[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @may_alias
// CHECK: affine.if
func.func @may_alias(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) attributes {pad.may_alias} {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.store %x, %B[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.load' would access a buffer that may alias another one}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<4xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Arguments of a later block may be one buffer.
// CHECK-LABEL: @later_block
// CHECK: affine.if
func.func @later_block(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  cf.br ^bb1(%A, %A : memref<4xi32>, memref<4xi32>)
^bb1(%p: memref<4xi32>, %q: memref<4xi32>):
  %zero = arith.constant 0 : i32
  affine.store %zero, %p[3] : memref<4xi32>
  affine.store %x, %q[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.load' would access a buffer that may alias another one}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %p[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// 0 * poison is poison: a shift by too much, or a conversion that does not fit.
// CHECK-LABEL: @poison
// CHECK: affine.if
func.func @poison(%A: memref<4xi32>, %S: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %h = affine.load %S[%i] : memref<4xi32>
      %p = arith.shli %one, %h : i32
      %a = affine.load %A[%i] : memref<4xi32>
      %m = arith.muli %a, %p : i32
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %m : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Poison that one inserted instance leaves in a dead cell, and reads back.
// CHECK-LABEL: @poison_in_memory
// CHECK: affine.if
func.func @poison_in_memory(%A: memref<4xi32>, %F: memref<4xf32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %tmp = memref.alloc() : memref<4xi32>
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(tmp[3] may hold anything; A[3] holds 0 : i32)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %f = affine.load %F[%i] : memref<4xf32>
      %p = arith.fptosi %f : f32 to i32
      affine.store %p, %tmp[%i] : memref<4xi32>
      %q = affine.load %tmp[%i] : memref<4xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %m = arith.muli %q, %a : i32
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %m : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The instance at 0 would read tmp[0], which only the one at 3 writes.
// CHECK-LABEL: @written_by_another_iteration
// CHECK: affine.if
func.func @written_by_another_iteration(%B: memref<8xf32>, %x: f32) {
  %tmp = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{tmp[0] would be read, but nothing says what it holds}}
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %tmp[(7 - %i) mod 4] : memref<4xf32>
      %t = affine.load %tmp[%i mod 4] : memref<4xf32>
      affine.store %t, %B[%i] : memref<8xf32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 8 {
    affine.store %x, %B[%i] : memref<8xf32>
  }
  func.return
}

// -----

// A later assume reads the cell, whatever it says of it.
// CHECK-LABEL: @assumed_later
// CHECK: affine.if
func.func @assumed_later(%A: memref<4xi32>, %x: i32) {
  %five = arith.constant 5 : i32
  %b = memref.alloc() : memref<4xi32>
  affine.store %five, %b[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in b[3]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      affine.store %a, %b[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  %c = affine.load %b[3] : memref<4xi32>
  %large = arith.cmpi sge, %c, %five : i32
  pad.assume %large : i1
  func.return
}

// -----

// The next iteration of the loop around the stage reads what this one leaves.
// CHECK-LABEL: @read_in_the_next_iteration
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK: affine.if
// CHECK: pad.stage = "compute"
func.func @read_in_the_next_iteration(%A: memref<4xi32>, %B: memref<4xi32>) {
  %five = arith.constant 5 : i32
  %b = memref.alloc() : memref<4xi32>
  affine.for %t = 0 to 2 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%t) {
      %v = affine.load %b[3] : memref<4xi32>
      affine.store %v, %B[%t] : memref<4xi32>
    }
    affine.if affine_set<(d0) : (0 - d0 >= 0)>(%t) {
      affine.store %five, %b[3] : memref<4xi32>
    }
    affine.for %i = 0 to 4 {
      // expected-remark@+1 {{is not shown to store the same value in b[3]}}
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %a = affine.load %A[%i] : memref<4xi32>
        affine.store %a, %b[%i] : memref<4xi32>
      }
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

// An iteration that runs at the same time may write the cell.
// CHECK-LABEL: @in_parallel
// CHECK: affine.if
func.func @in_parallel(%B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.parallel (%p) = (0) to (4) {
    affine.for %i = 0 to 4 {
      // expected-remark@+1 {{it is inside 'affine.parallel', whose iterations may run at once}}
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %p) {
        %s = affine.load %B[%i] : memref<4xi32>
        %t = arith.addi %s, %zero : i32
        affine.store %t, %B[%i] : memref<4xi32>
      }
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

// CHECK-LABEL: @deallocated
// CHECK: affine.if
func.func @deallocated(%x: i32) {
  %b = memref.alloc() : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{'affine.store' would access a buffer that may be deallocated by then}}
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %b[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// One inserted store spoils what another relies on.
// CHECK-LABEL: @spoiled
// CHECK: affine.if
func.func @spoiled(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to 4 {
      // expected-remark@+1 {{is not shown to store the same value in B[0]}}
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%i] : memref<4xi32>
        %n = arith.addi %s, %a : i32
        affine.store %n, %B[0] : memref<1xi32>
        affine.store %x, %A[%i] : memref<4xi32>
      }
    }
  } {pad.stage = "compute"}
  affine.store %zero, %A[3] : memref<4xi32>
  func.return
}

// -----

// In place, x + 1 changes the padding, and x[i - 1] brings a logical value into it.
// CHECK-LABEL: @in_place
// CHECK: affine.if
// CHECK: affine.if
func.func @in_place(%A: memref<4xi32>, %C: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.store %zero, %A[3] : memref<4xi32>
  affine.store %zero, %C[3] : memref<4xi32>
  affine.for %i = 1 to 4 {
    // expected-remark@+1 {{without the guard, iteration [3] would store 1 : i32 in A[3], which holds 0 : i32 and may be read later (A[3] holds 0 : i32)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %n = arith.addi %a, %one : i32
      affine.store %n, %A[%i] : memref<4xi32>
    }
    // expected-remark@+1 {{without the guard, iteration [3] is not shown to store the same value in C[3], which may be read later (C[2] may hold anything)}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %c = affine.load %C[%i - 1] : memref<4xi32>
      affine.store %c, %C[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @else
// CHECK: affine.if
func.func @else(%A: memref<4xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{no store of the first arm is to the cell of A that its else arm stores}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
    } else {
      affine.store %y, %A[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func private @g()
// CHECK-LABEL: @calls
// CHECK: affine.if
func.func @calls() {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{without the guard, 'func.call' would run more often, and it may trap or have an effect}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      func.call @g() : () -> ()
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @index_from_padding
// CHECK: affine.if
func.func @index_from_padding(%A: memref<4xindex>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{the index of 'memref.store' is not a quasi-affine function of the loops}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %k = affine.load %A[%i] : memref<4xindex>
      memref.store %x, %B[%k] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @branch_on_padding
// CHECK: affine.if
func.func @branch_on_padding(%A: memref<4xi1>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{it contains an 'scf.if' on data, which must not depend on padding}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i] : memref<4xi1>
      // expected-remark@+1 {{its condition is not one on indices alone}}
      scf.if %c {
        affine.store %x, %B[%i] : memref<4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @reached_by_data
// CHECK: affine.if
func.func @reached_by_data(%A: memref<4xi1>, %B: memref<4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    %c = affine.load %A[%i] : memref<4xi1>
    // expected-remark@+1 {{its condition is not one on indices alone}}
    scf.if %c {
      // expected-remark@+1 {{when it is reached cannot be expressed by the loops around it}}
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        affine.store %x, %B[%i] : memref<4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two products of sizes: the cells of a box in a box.
// CHECK-LABEL: @unknown_waste
// CHECK: affine.if
func.func @unknown_waste(%B: memref<4xi32>, %n: index, %m: index, %a: index, %b: index, %x: i32) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %m {
      // expected-remark@+1 {{the number of instances that overcompute would add cannot be counted; max-waste=inf allows any number}}
      affine.if affine_set<(d0, d1)[s0, s1] : (s0 - 1 - d0 >= 0, s1 - 1 - d1 >= 0)>(%j, %i)[%a, %b] {
        affine.store %x, %B[3] : memref<4xi32>
      }
    }
  } {pad.stage = "compute"}
  affine.store %x, %B[3] : memref<4xi32>
  func.return
}

// -----

// CHECK-LABEL: @several
// CHECK: affine.if
func.func @several(%B: memref<4xi32>, %x: i32) {
  // expected-remark@+1 {{it is the stage itself, and holds more than one operation}}
  affine.if affine_set<() : (1 >= 0)>() {
    affine.store %x, %B[0] : memref<4xi32>
    affine.store %x, %B[1] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A select on data is not a guard; one on indices is.
// CHECK-LABEL: @selects
// CHECK: arith.select
// CHECK: arith.select
func.func @selects(%A: memref<4xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : index
  %one = arith.constant 1 : index
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xi32>
    %positive = arith.cmpi sgt, %a, %zero : i32
    %relu = arith.select %positive, %a, %zero : i32
    %right = arith.cmpi sgt, %i, %two : index
    %left = arith.cmpi slt, %i, %one : index
    %either = arith.ori %right, %left : i1
    // expected-remark@+1 {{without the guard, the result of 'arith.select' is not shown to be the same at iteration [1] of the loops around it (A[1] may hold anything; 'arith.cmpi' cannot be evaluated for 0 and the value loaded from A); A[1] is data, not padding, so no layout helps: keep the guard, or let pad-partition-loops confine it to some of the iterations}}
    %b = arith.select %either, %relu, %zero : i32
    affine.store %b, %B[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The divisor's cell holds 2 only until an inserted store, which is dead otherwise, makes it 0.
// CHECK-LABEL: @division_by_changed_padding
// CHECK: affine.if
func.func @division_by_changed_padding(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  affine.store %two, %A[3] : memref<4xi32>
  affine.for %t = 0 to 2 {
    affine.for %i = 0 to 4 {
      // expected-remark@+1 {{without the guard, 'arith.divsi' would run at iteration [0, 3], where its divisor may be 0, or -1 with a dividend that overflows}}
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
        %a = affine.load %A[%i] : memref<4xi32>
        %q = arith.divsi %x, %a : i32
        affine.store %q, %B[%i] : memref<4xi32>
        affine.store %zero, %A[%i] : memref<4xi32>
      }
    }
  } {pad.stage = "compute"}
  affine.store %two, %A[3] : memref<4xi32>
  affine.store %two, %B[3] : memref<4xi32>
  func.return
}

// -----

// The cell may hold poison, which a product with 0 keeps, and the sum would too.
// CHECK-LABEL: @poison_in_memory
// CHECK: affine.if
func.func @poison_in_memory(%A: memref<4xi32>, %B: memref<1xi32>, %C: memref<4xi32>, %L: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %x = affine.load %A[0] : memref<4xi32>
  %y = affine.load %A[1] : memref<4xi32>
  %p = arith.addi %x, %y overflow<nsw> : i32
  affine.store %p, %C[3] : memref<4xi32>
  memref.copy %C, %L : memref<4xi32> to memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in B[0]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %l = affine.load %L[%i] : memref<4xi32>
      %t = arith.muli %l, %zero : i32
      %s = affine.load %B[0] : memref<1xi32>
      %u = arith.addi %s, %t : i32
      affine.store %u, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @reduces_inside
// CHECK: affine.if
func.func @reduces_inside(%A: memref<16xf32>, %B: memref<4xf32>, %zero: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{guard kept: it contains an 'scf.parallel' with a reduction, which is not supported; reduce in an scf.for}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = scf.parallel (%j) = (%c0) to (%c16) step (%c1) init (%zero) -> f32 {
        %a = memref.load %A[%j] : memref<16xf32>
        scf.reduce(%a : f32) {
        ^bb0(%l: f32, %r: f32):
          %t = arith.addf %l, %r : f32
          scf.reduce.return %t : f32
        }
      }
      affine.store %s, %B[%i] : memref<4xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Each iteration has a buffer of its own, of a size that is read from memory.
// CHECK-LABEL: @unknown_size
// CHECK: affine.if
func.func @unknown_size(%S: memref<4xindex>, %x: f32) {
  affine.for %i = 0 to 4 {
    %size = affine.load %S[%i] : memref<4xindex>
    %t = memref.alloc(%size) : memref<?xf32>
    // expected-remark@+1 {{guard kept: without the guard, 'affine.store' would access a buffer whose size is not known}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.store %x, %t[%i] : memref<?xf32>
    }
    memref.dealloc %t : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// A sum that has no name may be -0.0, which the padding's +0.0 would change.
// CHECK-LABEL: @without_a_name
// CHECK: arith.select
func.func @without_a_name(%A: memref<4xf32>, %x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %A[3] : memref<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%0 = %x) -> (f32) {
    %a = affine.load %A[%i] : memref<4xf32>
    %c3 = arith.constant 3 : index
    %c = arith.cmpi slt, %i, %c3 : index
    %1 = arith.addf %0, %a : f32
    // expected-remark@+1 {{the other operand may be -0.0 (does not matter with fastmath<nsz> on 'arith.addf')}}
    %2 = arith.select %c, %1, %0 : f32
    affine.yield %2 : f32
  } {pad.stage = "compute"}
  func.return %r : f32
}

// -----

// No instance stores to A, so that it may be memory that cannot be written, even with what it holds.
// CHECK-LABEL: @only_read
// CHECK-COUNT-2: affine.if
func.func @only_read(%A: memref<8xi32>, %B: memref<8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 4 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{without the guard, 'affine.store' would write a buffer that the function only reads}}
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
      // expected-remark@+1 {{would write a buffer that the function only reads}}
      affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
        affine.store %zero, %A[%i] : memref<8xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A comparison is poison where it is given what a flag of it rules out; without the flag the guard goes.
// CHECK-LABEL: @rules_out
// CHECK: affine.if
func.func @rules_out(%A: memref<8xf32>, %B: memref<1xi32>) {
  %zero = arith.constant 0.0 : f32
  %bits = arith.constant 2143289344 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %b = arith.bitcast %a : f32 to i32
    %holds = arith.cmpi eq, %b, %bits : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{'arith.cmpf' cannot be evaluated for nan and 0.000000e+00 (poison by its fastmath<nnan>; leave the flag out)}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xf32>
      %p = arith.cmpf ogt, %a, %zero fastmath<nnan> : f32
      %s = affine.load %B[0] : memref<1xi32>
      %v = arith.select %p, %c1, %c0 : i32
      %t = arith.addi %s, %v : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @allows
// CHECK-NOT: affine.if
func.func @allows(%A: memref<8xf32>, %B: memref<1xi32>) {
  %zero = arith.constant 0.0 : f32
  %bits = arith.constant 2143289344 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  affine.for %i = 6 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %b = arith.bitcast %a : f32 to i32
    %holds = arith.cmpi eq, %b, %bits : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xf32>
      %p = arith.cmpf ogt, %a, %zero : f32
      %s = affine.load %B[0] : memref<1xi32>
      %v = arith.select %p, %c1, %c0 : i32
      %t = arith.addi %s, %v : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Half of the iterations that the guard keeps out read data, and would add it: that decides, and not
// that w may be infinite where X is padding.
// CHECK-LABEL: @transposed
// CHECK: affine.if
func.func @transposed(%X: memref<10xf32>, %w: memref<2xf32>, %Y: memref<18xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %p = 0 to 1 {
    %x = affine.load %X[%p] : memref<10xf32>
    %is_zero = arith.cmpf oeq, %x, %z : f32
    pad.assume %is_zero : i1
  }
  affine.for %o = 0 to 18 {
    affine.store %z, %Y[%o] : memref<18xf32>
    affine.for %k = 0 to 2 {
      // expected-remark@+1 {{without the guard, iteration [1, 0] is not shown to store the same value in Y[1], which may be read later (X[1] may hold anything; w[0] may hold anything); X[1] and w[0] are data, not padding, so no layout helps}}
      affine.if affine_set<(d0, d1) : ((d0 - d1) mod 2 == 0, d0 - d1 >= 0)>(%o, %k) {
        %s = affine.load %Y[%o] : memref<18xf32>
        %x = affine.load %X[(%o - %k) floordiv 2 + 1] : memref<10xf32>
        %c = affine.load %w[%k] : memref<2xf32>
        %p = arith.mulf %x, %c : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %Y[%o] : memref<18xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A load that nobody uses has to be in bounds too.
// CHECK-LABEL: @unused_load
// CHECK: scf.if
func.func @unused_load(%B: memref<1x1xi32>) {
  %never = arith.constant false
  affine.for %i = 0 to 1 {
    // expected-remark@+1 {{'affine.load' would access B[0, -1], out of bounds}}
    scf.if %never {
      %unused = affine.load %B[0, -1] : memref<1x1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
