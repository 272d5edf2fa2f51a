// RUN: pad-opt %s -p pad-simplify | filecheck %s

// Ranges through logarithms, shifts and remainders, and what the size of a buffer says.

// Question: TestCeilLog2Int
// TVM: rewritten; the logarithm of a constant, rounded up, is a constant
// Here: rewritten
// CHECK-LABEL: @bits_of_a_constant
// CHECK: %[[FIVE:.*]] = arith.constant 5 : i32
// CHECK: affine.store %[[FIVE]], %T[1]
func.func @bits_of_a_constant(%T: memref<3xi32>) {
  %c = arith.constant 27 : i32
  %float = arith.sitofp %c : i32 to f64
  %log = math.log2 %float : f64
  %up = math.ceil %log : f64
  %bits = arith.fptosi %up : f64 to i32
  affine.store %bits, %T[1] : memref<3xi32>
  func.return
}

// Question: TestLeftCeilLog2LowerBound
// TVM: rewritten; the logarithms of a range of indices, rounded up, are one number, so the if goes
// Here: rewritten
// CHECK-LABEL: @bits_of_a_range
// CHECK: affine.for
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @bits_of_a_range(%T: memref<12xf32>) {
  %zero = arith.constant 0.0 : f32
  %c513 = arith.constant 513 : index
  %ten = arith.constant 10 : i32
  affine.for %i = 0 to 12 {
    %n = arith.addi %i, %c513 : index
    %integer = arith.index_cast %n : index to i32
    %float = arith.sitofp %integer : i32 to f64
    %log = math.log2 %float : f64
    %up = math.ceil %log : f64
    %bits = arith.fptosi %up : f64 to i32
    %are_ten = arith.cmpi eq, %bits, %ten : i32
    scf.if %are_ten {
      affine.store %zero, %T[%i] : memref<12xf32>
    }
  }
  func.return
}

// Question: TestLeftShiftLowerBound
// TVM: rewritten; 1 shifted to the left is at least 1
// Here: rewritten
// CHECK-LABEL: @one_shifted
// CHECK: affine.for
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @one_shifted(%T: memref<12xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 12 {
    %integer = arith.index_cast %i : index to i32
    %power = arith.shli %one, %integer : i32
    %is_positive = arith.cmpi sge, %power, %one : i32
    scf.if %is_positive {
      affine.store %zero, %T[%i] : memref<12xf32>
    }
  }
  func.return
}

// Question: TestLeftShiftUpperBound
// TVM: rewritten; a number shifted by at most 11 bits is at most that number shifted by 11
// Here: rewritten
// CHECK-LABEL: @shifted_by_at_most
// CHECK: affine.for
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @shifted_by_at_most(%T: memref<12xf32>) {
  %zero = arith.constant 0.0 : f32
  %c21 = arith.constant 21 : i32
  %limit = arith.constant 43008 : i32
  affine.for %i = 0 to 12 {
    %integer = arith.index_cast %i : index to i32
    %shifted = arith.shli %c21, %integer : i32
    %is_small = arith.cmpi sle, %shifted, %limit : i32
    scf.if %is_small {
      affine.store %zero, %T[%i] : memref<12xf32>
    }
  }
  func.return
}

// Question: TestLeftShiftOfNegativeValue
// TVM: kept; what a negative number becomes is left to the processor, so nothing is said of it
// Here: kept
// CHECK-LABEL: @negative_shifted
// CHECK: affine.for
// CHECK: scf.if
// CHECK: affine.store
func.func @negative_shifted(%T: memref<12xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %limit = arith.constant -32 : i32
  affine.for %i = 0 to 12 {
    %integer = arith.index_cast %i : index to i32
    %negative = arith.subi %c0, %integer : i32
    %shifted = arith.shli %negative, %c3 : i32
    %is_large = arith.cmpi sle, %limit, %shifted : i32
    scf.if %is_large {
      affine.store %zero, %T[%i] : memref<12xf32>
    }
  }
  func.return
}

// Question: TestLeftShiftByNegativeValue
// TVM: kept; a shift by a negative number of bits is left to the processor
// Here: kept
// CHECK-LABEL: @shifted_by_negative
// CHECK: affine.for
// CHECK: scf.if
// CHECK: affine.store
func.func @shifted_by_negative(%T: memref<12xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : i32
  %c24 = arith.constant 24 : i32
  affine.for %i = 0 to 12 {
    %integer = arith.index_cast %i : index to i32
    %negative = arith.subi %c0, %integer : i32
    %shifted = arith.shli %c24, %negative : i32
    %is_small = arith.cmpi sle, %shifted, %c24 : i32
    scf.if %is_small {
      affine.store %zero, %T[%i] : memref<12xf32>
    }
  }
  func.return
}

// Question: TestConditionalFloorMod
// TVM: rewritten; where -i is even, i is (an error once, as its floormod has a negative divisor)
// Here: rewritten
// CHECK-LABEL: @even_where_the_opposite_is
// CHECK: if
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[0]
func.func @even_where_the_opposite_is(%B: memref<2xi1>, %i: index) {
  affine.if affine_set<()[s0] : ((-s0) mod 3 == 0)>()[%i] {
    %c0 = arith.constant 0 : index
    %rest = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%i]
    %is_multiple = arith.cmpi eq, %rest, %c0 : index
    affine.store %is_multiple, %B[0] : memref<2xi1>
  }
  func.return
}

// Question: TestBufferShapeConstraint
// TVM: rewritten; a buffer of n * 32 elements has n at least 0, so the lesser of 0 and n is 0
// Here: rewritten
// CHECK-LABEL: @size_of_tiles
// CHECK-NOT: arith.minsi
// CHECK: memref.alloc
// CHECK: %[[CELL:.*]] = arith.constant 0 : index
// CHECK: memref.store %{{.*}}, %T[%[[CELL]]]
func.func @size_of_tiles(%n: index) -> memref<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c24 = arith.constant 24 : index
  %size = arith.muli %n, %c24 : index
  %T = memref.alloc(%size) : memref<?xf32>
  %cell = arith.minsi %n, %c0 : index
  memref.store %zero, %T[%cell] : memref<?xf32>
  func.return %T : memref<?xf32>
}

// Question: TestBufferShapeConstraintWithOffset
// TVM: rewritten; a buffer of n * 32 - 1 elements has n at least 1, so the lesser of 1 and n is 1
// Here: rewritten
// CHECK-LABEL: @size_of_all_but_one
// CHECK-NOT: arith.minsi
// CHECK: memref.alloc
// CHECK: %[[CELL:.*]] = arith.constant 1 : index
// CHECK: memref.store %{{.*}}, %T[%[[CELL]]]
func.func @size_of_all_but_one(%n: index) -> memref<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %tiles = arith.muli %n, %c24 : index
  %size = arith.subi %tiles, %c1 : index
  %T = memref.alloc(%size) : memref<?xf32>
  %cell = arith.minsi %n, %c1 : index
  memref.store %zero, %T[%cell] : memref<?xf32>
  func.return %T : memref<?xf32>
}
