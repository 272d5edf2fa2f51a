// RUN: pad-opt %s -p pad-simplify | filecheck %s

// An if that an if around it, a loop, or a thread's number decides.

// Question: test_stmt_simplify
// TVM: rewritten; the loop's bound is bound to a constant within the guard's, so the guard goes
// Here: rewritten
// CHECK-LABEL: @bound_by_a_constant
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: func.return
func.func @bound_by_a_constant(%X: memref<32xf32>, %Y: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %limit = arith.constant 24 : index
  scf.for %i = %c0 to %n step %c1 {
    %is_below = arith.cmpi slt, %i, %limit : index
    scf.if %is_below {
      %x = memref.load %X[%i] : memref<32xf32>
      memref.store %x, %Y[%i] : memref<32xf32>
    }
  }
  func.return
}

// Question: test_thread_extent_simplify
// TVM: rewritten; two thread numbers below extents, one of them 1, satisfy the guard on their sum
// Here: rewritten
// CHECK-LABEL: @thread_extents
// CHECK: gpu.launch
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: gpu.terminator
func.func @thread_extents(%X: memref<32xf32>, %Y: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %limit = arith.constant 24 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%nx = %n, %ny = %c1, %nz = %c1) {
    %sum = arith.addi %tx, %ty : index
    %is_below = arith.cmpi slt, %sum, %limit : index
    scf.if %is_below {
      %x = memref.load %X[%sum] : memref<32xf32>
      memref.store %x, %Y[%tx] : memref<32xf32>
    }
    gpu.terminator
  }
  func.return
}

// Question: test_if_likely
// TVM: rewritten; of two nested guards on the same sum of thread numbers one is left
// Here: rewritten
// CHECK-LABEL: @guarded_twice
// CHECK: gpu.launch
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: gpu.terminator
func.func @guarded_twice(%X: memref<?xf32>, %Y: memref<16xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%nx = %c16, %ny = %c16, %nz = %c1) {
    %row = arith.muli %tx, %c16 : index
    %cell = arith.addi %row, %ty : index
    %is_below = arith.cmpi slt, %cell, %n : index
    scf.if %is_below {
      %is_below_again = arith.cmpi slt, %cell, %n : index
      scf.if %is_below_again {
        %x = memref.load %X[%cell] : memref<?xf32>
        memref.store %x, %Y[%tx] : memref<16xf32>
      }
    }
    gpu.terminator
  }
  func.return
}

// Question: test_basic_likely_elimination
// TVM: rewritten; a sum over a range given by two neighbouring offsets keeps no guard that its loop implies
// Here: rewritten
// CHECK-LABEL: @segments
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @segments(%X: memref<?xf32>, %W: memref<?xindex>, %Y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    affine.store %zero, %Y[%i] : memref<?xf32>
    %start = affine.load %W[%i] : memref<?xindex>
    %end = affine.load %W[%i + 1] : memref<?xindex>
    %length = arith.subi %end, %start : index
    scf.for %k = %c0 to %length step %c1 {
      %end_again = affine.load %W[%i + 1] : memref<?xindex>
      %start_again = affine.load %W[%i] : memref<?xindex>
      %length_again = arith.subi %end_again, %start_again : index
      %is_inside = arith.cmpi slt, %k, %length_again : index
      scf.if %is_inside {
        %cell = arith.addi %k, %start_again : index
        %x = memref.load %X[%cell] : memref<?xf32>
        %y = affine.load %Y[%i] : memref<?xf32>
        %sum = arith.addf %y, %x : f32
        affine.store %sum, %Y[%i] : memref<?xf32>
      }
    }
  }
  func.return
}

// Question: test_complex_likely_elimination
// TVM: rewritten; a gather with running offsets, split by a divisor of its columns, keeps no guard
// Here: rewritten
// CHECK-LABEL: @gathered_rows
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @gathered_rows(%T: memref<?x?xf32>, %indices: memref<?xindex>, %lengths: memref<?xindex>, %offsets: memref<?xindex>, %Y: memref<?x?xf32>, %m: index, %tiles: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.store %c0, %offsets[0] : memref<?xindex>
  affine.for %i = 1 to affine_map<(d0) -> (d0 + 1)>(%m) {
    %before = affine.load %offsets[%i - 1] : memref<?xindex>
    %length = affine.load %lengths[%i - 1] : memref<?xindex>
    %next = arith.addi %before, %length : index
    affine.store %next, %offsets[%i] : memref<?xindex>
  }
  affine.for %i = 0 to %m {
    affine.for %jo = 0 to %tiles {
      %length = affine.load %lengths[%i] : memref<?xindex>
      scf.for %k = %c0 to %length step %c1 {
        affine.for %ji = 0 to 16 {
          %j = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%jo, %ji)
          %columns = affine.apply affine_map<(d0) -> (d0 * 16)>(%tiles)
          %is_column = arith.cmpi slt, %j, %columns : index
          scf.if %is_column {
            %length_again = affine.load %lengths[%i] : memref<?xindex>
            %is_inside = arith.cmpi slt, %k, %length_again : index
            scf.if %is_inside {
              %offset = affine.load %offsets[%i] : memref<?xindex>
              %place = arith.addi %offset, %k : index
              %row = memref.load %indices[%place] : memref<?xindex>
              %t = memref.load %T[%row, %j] : memref<?x?xf32>
              %y = affine.load %Y[%i, %j] : memref<?x?xf32>
              %sum = arith.addf %y, %t : f32
              affine.store %sum, %Y[%i, %j] : memref<?x?xf32>
            }
          }
        }
      }
    }
  }
  func.return
}

// Question: TestNestedCondition
// TVM: rewritten; the inner if, on the same equality, goes
// Here: rewritten
// CHECK-LABEL: @same_equality
// CHECK: affine.if affine_set<(d0) : (d0 - 7 == 0)>
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @same_equality(%T: memref<24xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 24 {
    affine.if affine_set<(d0) : (d0 - 7 == 0)>(%i) {
      affine.if affine_set<(d0) : (d0 - 7 == 0)>(%i) {
        affine.store %zero, %T[%i] : memref<24xf32>
      }
    }
  }
  func.return
}

// Question: TestNestedProvableCondition
// TVM: rewritten; the inner if, which the equality around it implies, goes
// Here: rewritten
// CHECK-LABEL: @implied_by_an_equality
// CHECK: affine.if affine_set<(d0) : (d0 - 7 == 0)>
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @implied_by_an_equality(%T: memref<24xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 24 {
    affine.if affine_set<(d0) : (d0 - 7 == 0)>(%i) {
      affine.if affine_set<(d0) : (11 - d0 >= 0)>(%i) {
        affine.store %zero, %T[%i] : memref<24xf32>
      }
    }
  }
  func.return
}

// Question: TestNestedVarCondition
// TVM: rewritten; as with a number, where the index is compared with an argument
// Here: rewritten
// CHECK-LABEL: @same_argument
// CHECK: arith.cmpi eq
// CHECK-NEXT: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @same_argument(%T: memref<24xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 24 {
    %is_n = arith.cmpi eq, %i, %n : index
    scf.if %is_n {
      %is_n_again = arith.cmpi eq, %i, %n : index
      scf.if %is_n_again {
        memref.store %zero, %T[%i] : memref<24xf32>
      }
    }
  }
  func.return
}

// Question: TestNegationOfCondition
// TVM: rewritten; of an inner if on the opposite of the equality the other arm is left
// Here: rewritten
// CHECK-LABEL: @opposite
// CHECK: %[[ONE:.*]] = arith.constant 31 : i32
// CHECK: scf.if
// CHECK-NEXT: memref.store %[[ONE]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @opposite(%T: memref<24xi32>) {
  %yes = arith.constant 30 : i32
  %no = arith.constant 31 : i32
  %c7 = arith.constant 7 : index
  affine.for %i = 0 to 24 {
    %is = arith.cmpi eq, %i, %c7 : index
    scf.if %is {
      %is_not = arith.cmpi ne, %i, %c7 : index
      scf.if %is_not {
        memref.store %yes, %T[%i] : memref<24xi32>
      } else {
        memref.store %no, %T[%i] : memref<24xi32>
      }
    }
  }
  func.return
}

// Question: TestNegationOfNotEqual
// TVM: rewritten; the same with the inequality around, which bounds nothing
// Here: rewritten
// CHECK-LABEL: @opposite_of_an_inequality
// CHECK: %[[ONE:.*]] = arith.constant 31 : i32
// CHECK: arith.cmpi ne
// CHECK: scf.if
// CHECK-NEXT: memref.store %[[ONE]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @opposite_of_an_inequality(%T: memref<24xi32>) {
  %yes = arith.constant 30 : i32
  %no = arith.constant 31 : i32
  %c7 = arith.constant 7 : index
  affine.for %i = 0 to 24 {
    %is_not = arith.cmpi ne, %i, %c7 : index
    scf.if %is_not {
      %is = arith.cmpi eq, %i, %c7 : index
      scf.if %is {
        memref.store %yes, %T[%i] : memref<24xi32>
      } else {
        memref.store %no, %T[%i] : memref<24xi32>
      }
    }
  }
  func.return
}

// Question: TestNegationOfVarCondition
// TVM: rewritten; the same with an argument for the number
// Here: rewritten
// CHECK-LABEL: @opposite_of_an_argument
// CHECK: %[[ONE:.*]] = arith.constant 31 : i32
// CHECK: arith.cmpi eq
// CHECK: scf.if
// CHECK-NEXT: memref.store %[[ONE]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @opposite_of_an_argument(%T: memref<24xi32>, %n: index) {
  %yes = arith.constant 30 : i32
  %no = arith.constant 31 : i32
  affine.for %i = 0 to 24 {
    %is = arith.cmpi eq, %i, %n : index
    scf.if %is {
      %is_not = arith.cmpi ne, %i, %n : index
      scf.if %is_not {
        memref.store %yes, %T[%i] : memref<24xi32>
      } else {
        memref.store %no, %T[%i] : memref<24xi32>
      }
    }
  }
  func.return
}

// Question: TestLiteralConstraintSplitBooleanAnd
// TVM: rewritten; each part of a conjunction holds inside, so the if on one of them goes
// Here: rewritten
// CHECK-LABEL: @part_of_a_conjunction
// CHECK: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @part_of_a_conjunction(%T: memref<10x12xi32>, %n: index) {
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 12 {
      %row = arith.cmpi eq, %i, %n : index
      %column = arith.cmpi eq, %j, %n : index
      %both = arith.andi %row, %column : i1
      scf.if %both {
        %row_again = arith.cmpi eq, %i, %n : index
        scf.if %row_again {
          memref.store %c5, %T[%i, %j] : memref<10x12xi32>
        }
      }
    }
  }
  func.return
}

// Question: TestLiteralConstraintSplitBooleanOr
// TVM: rewritten; where a disjunction does not hold, none of its parts does, so an inner arm is left
// Here: rewritten
// CHECK-LABEL: @part_of_a_disjunction
// CHECK: %[[SEVEN:.*]] = arith.constant 7 : i32
// CHECK: scf.if
// CHECK-NEXT: memref.store
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %[[SEVEN]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @part_of_a_disjunction(%T: memref<10x12xi32>, %n: index) {
  %c5 = arith.constant 5 : i32
  %c6 = arith.constant 6 : i32
  %c7 = arith.constant 7 : i32
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 12 {
      %row = arith.cmpi eq, %i, %n : index
      %column = arith.cmpi eq, %j, %n : index
      %either = arith.ori %row, %column : i1
      scf.if %either {
        memref.store %c5, %T[%i, %j] : memref<10x12xi32>
      } else {
        %row_again = arith.cmpi eq, %i, %n : index
        scf.if %row_again {
          memref.store %c6, %T[%i, %j] : memref<10x12xi32>
        } else {
          memref.store %c7, %T[%i, %j] : memref<10x12xi32>
        }
      }
    }
  }
  func.return
}

// Question: TestProveConditionUsingLet
// TVM: rewritten; a named condition or its opposite always holds, so the if goes and the name stays
// Here: rewritten
// CHECK-LABEL: @named_or_opposite
// CHECK: affine.for %[[I:.*]] = 0 to 9
// CHECK: %[[FEW:.*]] = arith.cmpi slt, %[[I]]
// CHECK-NOT: scf.if
// CHECK: memref.store %[[FEW]], %T[%[[I]]]
// CHECK-NEXT: }
func.func @named_or_opposite(%T: memref<9xi1>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 9 {
    %few = arith.cmpi slt, %i, %c4 : index
    %many = arith.cmpi sge, %i, %c4 : index
    %any = arith.ori %few, %many : i1
    scf.if %any {
      memref.store %few, %T[%i] : memref<9xi1>
    }
  }
  func.return
}

// Question: TestProveLetCondition
// TVM: rewritten; the inner if, on the named condition that the outer one spells out, goes
// Here: rewritten
// CHECK-LABEL: @named_inside
// CHECK: affine.for
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @named_inside(%T: memref<9xi1>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 9 {
    %few = arith.cmpi slt, %i, %c4 : index
    %again = arith.cmpi slt, %i, %c4 : index
    scf.if %again {
      scf.if %few {
        memref.store %few, %T[%i] : memref<9xi1>
      }
    }
  }
  func.return
}

// Question: TestProveRepeatedLetCondition
// TVM: rewritten; of two ifs on one named condition one is left, and inside it the name is true
// Here: rewritten
// CHECK-LABEL: @named_twice
// CHECK: affine.for
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: memref.store %[[TRUE]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @named_twice(%T: memref<9xi1>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 9 {
    %few = arith.cmpi slt, %i, %c4 : index
    scf.if %few {
      scf.if %few {
        memref.store %few, %T[%i] : memref<9xi1>
      }
    }
  }
  func.return
}

// Question: TestIfThenElseExpr
// TVM: rewritten; a choice between two values on the condition around it is the first value
// Here: rewritten
// CHECK-LABEL: @chosen_value
// CHECK: %[[TWO:.*]] = arith.constant 2.000000e+00
// CHECK: affine.if
// CHECK-NOT: arith.select
// CHECK: affine.store %[[TWO]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @chosen_value(%T: memref<24xf32>) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %c17 = arith.constant 17 : index
  affine.for %i = 0 to 24 {
    affine.if affine_set<(d0) : (16 - d0 >= 0)>(%i) {
      %is_below = arith.cmpi slt, %i, %c17 : index
      %value = arith.select %is_below, %two, %three : f32
      affine.store %value, %T[%i] : memref<24xf32>
    }
  }
  func.return
}

// Question: TestProvableConditionWithOffset
// TVM: rewritten; p < q gives p < q + 1
// Here: rewritten
// CHECK-LABEL: @offset
// CHECK: scf.if
// CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT: affine.store %[[TRUE]], %B[0]
func.func @offset(%B: memref<2xi1>, %p: index, %q: index) {
  %c1 = arith.constant 1 : index
  %less = arith.cmpi slt, %p, %q : index
  scf.if %less {
    %after = arith.addi %q, %c1 : index
    %third = arith.cmpi slt, %p, %after : index
    affine.store %third, %B[0] : memref<2xi1>
  }
  func.return
}
