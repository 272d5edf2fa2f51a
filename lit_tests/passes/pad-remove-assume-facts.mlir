// What must be proven is, by all that is known before it; each with a twin that is not.
// RUN: pad-opt %s -p pad-remove-assume --split-input-file --verify-diagnostics | filecheck %s

// By stores, in the iterations where the padding is.
// CHECK-LABEL: @stored
// CHECK-NOT: pad.assume
func.func @stored(%A: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  affine.for %j = 2 to 4 {
    affine.store %zero, %A[3, %j] : memref<4x4xf32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<4x4xf32>
      %is = arith.cmpf oeq, %a, %zero : f32
      %above = arith.cmpi slt, %i, %c3 : index
      %left = arith.cmpi slt, %j, %c2 : index
      %valid = arith.ori %above, %left : i1
      %holds = arith.ori %valid, %is : i1
      pad.assume %holds {check = "static"} : i1
    }
  }
  func.return
}

// -----

// One cell more than is stored.
func.func @stored_too_little(%A: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 2 to 4 {
    affine.store %zero, %A[3, %j] : memref<4x4xf32>
  }
  affine.for %j = 1 to 4 {
    %a = affine.load %A[3, %j] : memref<4x4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    // expected-error@+1 {{the condition must be proven (check = "static")}}
    pad.assume %is {check = "static"} : i1
  }
  func.return
}

// -----

// By an assume of the user, bit by bit or by value: the sign of a zero does not matter to oeq.
// CHECK-LABEL: @assumed
// CHECK-NOT: pad.assume
func.func @assumed(%A: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -2147483648 : i32
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %bits = arith.bitcast %a : f32 to i32
    %is = arith.cmpi eq, %bits, %minus : i32
    pad.assume %is {pad.user} : i1
  }
  affine.for %i = 0 to 4 {
    %a = affine.load %A[%i] : memref<4xf32>
    %is = arith.cmpf oeq, %a, %zero : f32
    pad.assume %is {check = "static"} : i1
  }
  func.return
}

// -----

// The other way round it does.
func.func @assumed_by_value(%A: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %bits0 = arith.constant 0 : i32
  %a = affine.load %A[0] : memref<4xf32>
  %is = arith.cmpf oeq, %a, %zero : f32
  pad.assume %is {pad.user} : i1
  %b = affine.load %A[0] : memref<4xf32>
  %bits = arith.bitcast %b : f32 to i32
  %same = arith.cmpi eq, %bits, %bits0 : i32
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %same {check = "static"} : i1
  func.return
}

// -----

// A fact ends where the cell is written, and a call may write it.
func.func private @g(memref<4xi32>)
func.func @called(%A: memref<4xi32>) {
  %one = arith.constant 1 : i32
  affine.store %one, %A[0] : memref<4xi32>
  func.call @g(%A) : (memref<4xi32>) -> ()
  %a = affine.load %A[0] : memref<4xi32>
  %is = arith.cmpi eq, %a, %one : i32
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %is {check = "static"} : i1
  func.return
}

// -----

// A comparison of what a constant store left, in the same iteration.
// CHECK-LABEL: @same_iteration
// CHECK-NOT: pad.assume
func.func @same_iteration(%A: memref<4xi32>, %x: i32) {
  %five = arith.constant 5 : i32
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 4 {
    affine.store %five, %A[%i] : memref<4xi32>
    %a = affine.load %A[%i] : memref<4xi32>
    %more = arith.cmpi ugt, %a, %three : i32
    pad.assume %more {check = "static"} : i1
    affine.store %x, %A[%i] : memref<4xi32>
  }
  func.return
}

// -----

// Undef is readable, and nothing else is known of it.
func.func @undef(%A: memref<4xi32>) {
  %u = pad.undef : i32
  %w = pad.undef : i32
  %zero = arith.constant 0 : i32
  affine.store %u, %A[0] : memref<4xi32>
  %a = affine.load %A[0] : memref<4xi32>
  %readable = arith.cmpi eq, %a, %w : i32
  pad.assume %readable {check = "static"} : i1
  %b = affine.load %A[0] : memref<4xi32>
  %is = arith.cmpi eq, %b, %zero : i32
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %is {check = "static"} : i1
  func.return
}

// -----

// An accumulator that started at +0.0 is never -0.0.
func.func @never_negative_zero(%A: memref<4xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -2147483648 : i32
  %sum = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<4xf32>
    %next = arith.addf %acc, %a : f32
    affine.yield %next : f32
  }
  %bits = arith.bitcast %sum : f32 to i32
  %other = arith.cmpi ne, %bits, %minus : i32
  pad.assume %other {check = "static"} : i1
  %is = arith.cmpi eq, %bits, %minus : i32
  // expected-error@+1 {{the assumed condition is false}}
  pad.assume %is : i1
  func.return %sum : f32
}

// -----

// Assumes of sizes follow from each other, and from pad.size.
// CHECK-LABEL: @sizes
// CHECK-NOT: pad.assume
func.func @sizes(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0, min = 8}]}, %m: index) {
  %c4 = arith.constant 4 : index
  %less = arith.cmpi slt, %n, %m : index
  pad.assume %less {pad.user} : i1
  %many = arith.cmpi sgt, %m, %c4 : index
  pad.assume %many {check = "static"} : i1
  func.return
}

// -----

func.func @contradiction(%n: index, %m: index) {
  %less = arith.cmpi slt, %n, %m : index
  pad.assume %less {pad.user} : i1
  %more = arith.cmpi sgt, %n, %m : index
  // expected-error@+1 {{the assumed condition is false, so this place must never be reached}}
  pad.assume %more : i1
  func.return
}

// -----

// False for some sizes only: the caller may know better.
// CHECK-LABEL: @perhaps
func.func @perhaps(%A: memref<8xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.store %one, %A[7] : memref<8xi32>
  affine.for %i = %n to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %is = arith.cmpi eq, %a, %zero : i32
    pad.assume %is : i1
  }
  func.return
}
