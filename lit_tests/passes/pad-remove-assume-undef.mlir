// Assumes about undef values, and about either of two conditions.
// RUN: pad-opt %s -p pad-remove-assume --split-input-file --verify-diagnostics

// A NaN makes an unordered comparison hold: undef may be one. No number makes an ordered one hold.
func.func @undef_floats(%A: memref<4xf32>) {
  %x = pad.undef : f32
  %u = pad.undef : f32
  %v = pad.undef : f32
  affine.store %x, %A[0] : memref<4xf32>
  %a = affine.load %A[0] : memref<4xf32>
  %readable = arith.cmpf ueq, %a, %u : f32
  pad.assume %readable {check = "static"} : i1
  %ordered = arith.cmpf oeq, %a, %v : f32
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %ordered {check = "static"} : i1
  func.return
}

// -----

// With a flag the NaN is poison.
func.func @undef_with_flags(%A: memref<4xf32>) {
  %x = pad.undef : f32
  %u = pad.undef : f32
  affine.store %x, %A[0] : memref<4xf32>
  %a = affine.load %A[0] : memref<4xf32>
  %readable = arith.cmpf ueq, %a, %u fastmath<nnan> : f32
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %readable {check = "static"} : i1
  func.return
}

// -----

// One undef in two comparisons: what one chooses, the other has to take.
func.func @one_undef_for_two(%A: memref<4xi32>) {
  %x = pad.undef : i32
  %u = pad.undef : i32
  affine.store %x, %A[0] : memref<4xi32>
  %a = affine.load %A[0] : memref<4xi32>
  %is = arith.cmpi eq, %a, %u : i32
  %no = arith.cmpi ne, %a, %u : i32
  %both = arith.andi %is, %no : i1
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %both {check = "static"} : i1
  func.return
}

// -----

// Either, not both: known of constants, not of what is chosen.
func.func @either(%A: memref<4xi32>) {
  %x = pad.undef : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %u = pad.undef : i32
  affine.store %one, %A[0] : memref<4xi32>
  affine.store %x, %A[1] : memref<4xi32>
  %a = affine.load %A[0] : memref<4xi32>
  %b = affine.load %A[1] : memref<4xi32>
  %yes = arith.cmpi eq, %a, %one : i32
  %no = arith.cmpi eq, %a, %two : i32
  %either = arith.xori %yes, %no : i1
  pad.assume %either {check = "static"} : i1
  %open = arith.cmpi eq, %b, %two : i32
  %chosen = arith.cmpi eq, %b, %u : i32
  %opposite = arith.xori %chosen, %no : i1
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %opposite {check = "static"} : i1
  func.return
}

// -----

func.func @either_of_unknown(%A: memref<4xi32>) {
  %x = pad.undef : i32
  %two = arith.constant 2 : i32
  %yes = arith.constant true
  affine.store %x, %A[1] : memref<4xi32>
  %b = affine.load %A[1] : memref<4xi32>
  %open = arith.cmpi eq, %b, %two : i32
  %either = arith.xori %open, %yes : i1
  // expected-error@+1 {{the condition must be proven (check = "static")}}
  pad.assume %either {check = "static"} : i1
  func.return
}

// -----

func.func @both_of_two(%A: memref<4xi32>) {
  %one = arith.constant 1 : i32
  affine.store %one, %A[0] : memref<4xi32>
  %a = affine.load %A[0] : memref<4xi32>
  %yes = arith.cmpi eq, %a, %one : i32
  %also = arith.cmpi sle, %a, %one : i32
  %both = arith.andi %yes, %also : i1
  pad.assume %both {check = "static"} : i1
  %neither = arith.xori %yes, %also : i1
  // expected-error@+1 {{the assumed condition is false}}
  pad.assume %neither {check = "static"} : i1
  func.return
}
