// RUN: pad-opt %s -p pad-simplify,pad-remove-no-op | filecheck %s

// What cells are known to hold, from stores, conditions and assumes.

// Question: TestLoadStoreNoop
// TVM: rewritten; a store of what was just read from the same place goes
// Here: rewritten
// CHECK-LABEL: @stored_as_read
// CHECK-NEXT: func.return
func.func @stored_as_read(%T: memref<6xf32>) {
  %t = affine.load %T[2] : memref<6xf32>
  affine.store %t, %T[2] : memref<6xf32>
  func.return
}

// Question: TestLoadStoreNoopAfterSimplify
// TVM: rewritten; so does one of the value read plus a difference of constants that is 0
// Here: rewritten
// CHECK-LABEL: @stored_as_read_plus_nothing
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @stored_as_read_plus_nothing(%T: memref<6xi32>) {
  %c9 = arith.constant 9 : i32
  %nothing = arith.subi %c9, %c9 : i32
  %t = affine.load %T[2] : memref<6xi32>
  %sum = arith.addi %t, %nothing : i32
  affine.store %sum, %T[2] : memref<6xi32>
  func.return
}

// Question: TestAlteredBufferContents(first)
// TVM: kept; a condition on a cell says nothing after a store to it (the first of two tests of this name, with the option
//   for known values off)
// Here: rewritten, more: the cell holds another value than n there, so the inner if goes
// CHECK-LABEL: @altered
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @altered(%T: memref<1xi32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = affine.load %T[0] : memref<1xi32>
  %is_n = arith.cmpi eq, %t, %n : i32
  scf.if %is_n {
    %before = affine.load %T[0] : memref<1xi32>
    %next = arith.addi %before, %c1 : i32
    affine.store %next, %T[0] : memref<1xi32>
    %after = affine.load %T[0] : memref<1xi32>
    %is_n_again = arith.cmpi eq, %after, %n : i32
    scf.if %is_n_again {
      affine.store %c0, %T[0] : memref<1xi32>
    }
  }
  func.return
}

// Question: TestAlteredBufferContents
// TVM: rewritten; with the option on, the cell holds n + 1 after the store, so the else of the inner if is left
// Here: rewritten
// CHECK-LABEL: @altered_with_else
// CHECK: %[[TEN:.*]] = arith.constant 23 : i32
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: affine.store %[[TEN]], %T[0]
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @altered_with_else(%T: memref<1xi32>, %n: i32) {
  %c2 = arith.constant 2 : i32
  %c22 = arith.constant 22 : i32
  %c23 = arith.constant 23 : i32
  %t = affine.load %T[0] : memref<1xi32>
  %is_n = arith.cmpi eq, %t, %n : i32
  scf.if %is_n {
    %before = affine.load %T[0] : memref<1xi32>
    %next = arith.addi %before, %c2 : i32
    affine.store %next, %T[0] : memref<1xi32>
    %after = affine.load %T[0] : memref<1xi32>
    %is_n_again = arith.cmpi eq, %after, %n : i32
    scf.if %is_n_again {
      affine.store %c22, %T[0] : memref<1xi32>
    } else {
      affine.store %c23, %T[0] : memref<1xi32>
    }
  }
  func.return
}

// Question: TestPossiblyAlteredBufferContents
// TVM: kept; the same where another condition says whether the cell is changed
// Here: kept
// CHECK-LABEL: @possibly_altered
// CHECK: scf.if
// CHECK: scf.if
// CHECK: scf.if
// CHECK: } else {
// CHECK: func.return
func.func @possibly_altered(%T: memref<1xi32>, %n: i32, %m: i32) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c22 = arith.constant 22 : i32
  %c23 = arith.constant 23 : i32
  %t = affine.load %T[0] : memref<1xi32>
  %is_n = arith.cmpi eq, %t, %n : i32
  scf.if %is_n {
    %is_0 = arith.cmpi eq, %m, %c0 : i32
    scf.if %is_0 {
      %before = affine.load %T[0] : memref<1xi32>
      %next = arith.addi %before, %c2 : i32
      affine.store %next, %T[0] : memref<1xi32>
    }
    %after = affine.load %T[0] : memref<1xi32>
    %is_n_again = arith.cmpi eq, %after, %n : i32
    scf.if %is_n_again {
      affine.store %c22, %T[0] : memref<1xi32>
    } else {
      affine.store %c23, %T[0] : memref<1xi32>
    }
  }
  func.return
}

// Question: TestSimplifyInputAssumption
// TVM: rewritten; an assume on an argument decides the if after it
// Here: rewritten
// CHECK-LABEL: @assumed_argument
// CHECK: pad.assume
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @assumed_argument(%T: memref<2xi32>, %n: i32) {
  %c8 = arith.constant 8 : i32
  %is = arith.cmpi eq, %n, %c8 : i32
  pad.assume %is : i1
  %is_again = arith.cmpi eq, %n, %c8 : i32
  scf.if %is_again {
    affine.store %c8, %T[1] : memref<2xi32>
  }
  func.return
}

// Question: TestNoSimplifyFromScopedInputAssumption
// TVM: kept; an assume in an if says nothing after it
// Here: kept
// CHECK-LABEL: @assumed_in_an_if
// CHECK: scf.if
// CHECK: pad.assume
// CHECK: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @assumed_in_an_if(%T: memref<2xi32>, %n: i32, %m: i32) {
  %c3 = arith.constant 3 : i32
  %c8 = arith.constant 8 : i32
  %m_is = arith.cmpi eq, %m, %c3 : i32
  scf.if %m_is {
    %is = arith.cmpi eq, %n, %c8 : i32
    pad.assume %is : i1
  }
  %is_again = arith.cmpi eq, %n, %c8 : i32
  scf.if %is_again {
    affine.store %c8, %T[1] : memref<2xi32>
  }
  func.return
}

// Question: TestSimplifyConditionalUsingBufferValue
// TVM: rewritten; a stored number decides the if on the cell that holds it
// Here: rewritten
// CHECK-LABEL: @stored_number
// CHECK-NOT: scf.if
// CHECK: %[[SIX:.*]] = arith.constant 66 : i32
// CHECK-NOT: scf.if
// CHECK: affine.store %[[SIX]], %T[1]
// CHECK: func.return
func.func @stored_number(%T: memref<2xi32>) {
  %c5 = arith.constant 5 : i32
  %c66 = arith.constant 66 : i32
  affine.store %c5, %T[1] : memref<2xi32>
  %t = affine.load %T[1] : memref<2xi32>
  %is_5 = arith.cmpi eq, %t, %c5 : i32
  scf.if %is_5 {
    affine.store %c66, %T[1] : memref<2xi32>
  }
  func.return
}

// Question: TestKeepExpressionSimplifyUsingBufferValue
// TVM: kept; a value known from a store is used in conditions only, "for now", as it equals inlining
// Here: rewritten, more: the load becomes the number that was stored
// CHECK-LABEL: @stored_number_copied
// CHECK: %[[FIVE:.*]] = arith.constant 5 : i32
// CHECK-NOT: affine.load
// CHECK: affine.store %[[FIVE]], %T[1]
// CHECK-NOT: affine.load
// CHECK: affine.store %[[FIVE]], %U[0]
// CHECK: func.return
func.func @stored_number_copied(%T: memref<2xi32>, %U: memref<2xi32>) {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %T[1] : memref<2xi32>
  %t = affine.load %T[1] : memref<2xi32>
  affine.store %t, %U[0] : memref<2xi32>
  func.return
}

// Question: TestSimplifyConditionalInLoopUsingBufferValue
// TVM: rewritten; what one loop stores, a formula of the index, decides the ifs of the next loop
// Here: kept, less: of what a loop stores, only constants are known in the next loop, not formulas of the index
// CHECK-LABEL: @stored_formula
// CHECK: affine.for
// CHECK: affine.for
// CHECK: scf.if
// CHECK: func.return
func.func @stored_formula(%T: memref<20xi32>, %U: memref<20xi32>) {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  affine.for %i = 0 to 20 {
    %index = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    %value = arith.index_cast %index : index to i32
    affine.store %value, %T[%i] : memref<20xi32>
  }
  affine.for %j = 0 to 20 {
    %t = affine.load %T[%j] : memref<20xi32>
    %index = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%j)
    %value = arith.index_cast %index : index to i32
    %same = arith.cmpi eq, %t, %value : i32
    scf.if %same {
      affine.store %c3, %U[%j] : memref<20xi32>
    } else {
      affine.store %c4, %U[%j] : memref<20xi32>
    }
  }
  func.return
}

// Question: TestSimplifyUsingBufferAssumption
// TVM: rewritten; an assume on a cell decides the if on it
// Here: rewritten
// CHECK-LABEL: @assumed_cell
// CHECK: pad.assume
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @assumed_cell(%T: memref<2xi32>) {
  %c5 = arith.constant 5 : i32
  %c66 = arith.constant 66 : i32
  %t = affine.load %T[1] : memref<2xi32>
  %is_5 = arith.cmpi eq, %t, %c5 : i32
  pad.assume %is_5 : i1
  %again = affine.load %T[1] : memref<2xi32>
  %is_5_again = arith.cmpi eq, %again, %c5 : i32
  scf.if %is_5_again {
    affine.store %c66, %T[1] : memref<2xi32>
  }
  func.return
}

// Question: TestSimplifyUsingBufferAssumptionInLoop
// TVM: rewritten; an assume for each cell, a formula of the index, decides the ifs of a later loop by its range
// Here: kept, less: of what an assume states of cells, only constants are known, not formulas of the index
// CHECK-LABEL: @assumed_cells
// CHECK: pad.assume
// CHECK: scf.if
// CHECK: func.return
func.func @assumed_cells(%T: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  affine.for %i = 0 to 20 {
    %t = affine.load %T[%i] : memref<20xi32>
    %value = arith.index_cast %i : index to i32
    %same = arith.cmpi eq, %t, %value : i32
    pad.assume %same : i1
  }
  affine.for %i = 0 to 20 {
    %t = affine.load %T[%i] : memref<20xi32>
    %small = arith.cmpi slt, %t, %c64 : i32
    scf.if %small {
      affine.store %c0, %T[%i] : memref<20xi32>
    }
  }
  func.return
}

// Question: TestSimplifyUsingPartiallyKnownBufferConditional
// TVM: rewritten; an assume in an if decides what is asked of the same cells, and nothing of the others
// Here: rewritten
// CHECK-LABEL: @assumed_in_part
// CHECK: %[[FIRST:.*]] = arith.constant 41 : i32
// CHECK: %[[OTHER:.*]] = arith.constant 99 : i32
// CHECK: pad.assume
// CHECK: affine.for
// CHECK: affine.if
// CHECK-NEXT: affine.store %[[FIRST]]
// CHECK-NEXT: } else {
// CHECK: scf.if
// CHECK: affine.store %[[OTHER]]
// CHECK: func.return
func.func @assumed_in_part(%T: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c41 = arith.constant 41 : i32
  %c99 = arith.constant 99 : i32
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 17 >= 0)>(%i) {
      %t = affine.load %T[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %t, %c0 : i32
      pad.assume %is_0 : i1
    }
  }
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 17 >= 0)>(%i) {
      %t = affine.load %T[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %t, %c0 : i32
      scf.if %is_0 {
        affine.store %c41, %T[%i] : memref<20xi32>
      }
    } else {
      %t = affine.load %T[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %t, %c0 : i32
      scf.if %is_0 {
        affine.store %c99, %T[%i] : memref<20xi32>
      }
    }
  }
  func.return
}

// Question: TestSimplifyUsingPartiallyKnownBufferExpression
// TVM: rewritten; the same where the assume itself is a disjunction
// Here: rewritten
// CHECK-LABEL: @assumed_or
// CHECK: pad.assume
// CHECK: affine.for
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @assumed_or(%T: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c41 = arith.constant 41 : i32
  %c17 = arith.constant 17 : index
  affine.for %i = 0 to 20 {
    %before = arith.cmpi slt, %i, %c17 : index
    %t = affine.load %T[%i] : memref<20xi32>
    %is_0 = arith.cmpi eq, %t, %c0 : i32
    %either = arith.ori %before, %is_0 : i1
    pad.assume %either : i1
  }
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 17 >= 0)>(%i) {
      %t = affine.load %T[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %t, %c0 : i32
      scf.if %is_0 {
        affine.store %c41, %T[%i] : memref<20xi32>
      }
    }
  }
  func.return
}

// Question: TestNoSimplificationIfPredicateNotMet
// TVM: kept; an assume for some cells decides nothing of the others
// Here: kept
// CHECK-LABEL: @assumed_elsewhere
// CHECK: pad.assume
// CHECK: affine.for
// CHECK: affine.load
// CHECK: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @assumed_elsewhere(%T: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c41 = arith.constant 41 : i32
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 17 >= 0)>(%i) {
      %t = affine.load %T[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %t, %c0 : i32
      pad.assume %is_0 : i1
    }
  }
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (16 - d0 >= 0)>(%i) {
      %t = affine.load %T[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %t, %c0 : i32
      scf.if %is_0 {
        affine.store %c41, %T[%i] : memref<20xi32>
      }
    }
  }
  func.return
}

// Question: TestNoSimplifyUsingInvalidatedScopedConstraint
// TVM: kept; a store in an if says nothing of the cell after it
// Here: kept
// CHECK-LABEL: @stored_in_an_if
// CHECK: affine.for
// CHECK: affine.if
// CHECK: affine.load
// CHECK: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @stored_in_an_if(%T: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c41 = arith.constant 41 : i32
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 4 == 0)>(%i) {
      affine.store %c0, %T[%i] : memref<20xi32>
    }
    %t = affine.load %T[%i] : memref<20xi32>
    %is_0 = arith.cmpi eq, %t, %c0 : i32
    scf.if %is_0 {
      affine.store %c41, %T[%i] : memref<20xi32>
    }
  }
  func.return
}

// Question: TestNoSimplifyUsingOverwrittenValue
// TVM: kept; what is assumed of a cell that may be overwritten since decides nothing
// Here: kept
// CHECK-LABEL: @overwritten_in_an_if
// CHECK: pad.assume
// CHECK: affine.for
// CHECK: affine.if
// CHECK: affine.load
// CHECK: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @overwritten_in_an_if(%T: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c6 = arith.constant 6 : i32
  %c41 = arith.constant 41 : i32
  affine.for %i = 0 to 20 {
    %t = affine.load %T[%i] : memref<20xi32>
    %is_0 = arith.cmpi eq, %t, %c0 : i32
    pad.assume %is_0 : i1
  }
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 4 == 0)>(%i) {
      affine.store %c6, %T[%i] : memref<20xi32>
    }
    %t = affine.load %T[%i] : memref<20xi32>
    %is_0 = arith.cmpi eq, %t, %c0 : i32
    scf.if %is_0 {
      affine.store %c41, %T[%i] : memref<20xi32>
    }
  }
  func.return
}

// Question: TestNoSimplifyUsingLoopDependentBufferValue
// TVM: kept; what a cell holds before a loop that changes it decides nothing inside
// Here: kept
// CHECK-LABEL: @changed_by_the_loop
// CHECK: affine.for
// CHECK: affine.load %U[1]
// CHECK: scf.if
// CHECK: affine.store
// CHECK: } else {
// CHECK: affine.store
// CHECK: func.return
func.func @changed_by_the_loop(%T: memref<20xi32>, %U: memref<2xi32>) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c12 = arith.constant 12 : i32
  affine.store %c0, %U[1] : memref<2xi32>
  affine.for %i = 0 to 20 {
    %u = affine.load %U[1] : memref<2xi32>
    %small = arith.cmpi slt, %u, %c12 : i32
    scf.if %small {
      %t = affine.load %T[%i] : memref<20xi32>
      %more = arith.muli %t, %c3 : i32
      %before = affine.load %U[1] : memref<2xi32>
      %sum = arith.addi %more, %before : i32
      affine.store %sum, %U[1] : memref<2xi32>
    } else {
      %t = affine.load %T[%i] : memref<20xi32>
      %before = affine.load %U[1] : memref<2xi32>
      %sum = arith.addi %t, %before : i32
      affine.store %sum, %U[1] : memref<2xi32>
    }
  }
  func.return
}

// Question: TestSimplifyPriorToOverwrittenValue
// TVM: rewritten; what is assumed of a cell decides up to the store that may change it, and not after
// Here: rewritten
// CHECK-LABEL: @until_overwritten
// CHECK: %[[FIRST:.*]] = arith.constant 19 : i32
// CHECK: pad.assume
// CHECK: affine.for
// CHECK-NEXT: affine.store %[[FIRST]]
// CHECK: affine.if
// CHECK: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @until_overwritten(%T: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c6 = arith.constant 6 : i32
  %c19 = arith.constant 19 : i32
  %c41 = arith.constant 41 : i32
  affine.for %i = 0 to 20 {
    %t = affine.load %T[%i] : memref<20xi32>
    %is_0 = arith.cmpi eq, %t, %c0 : i32
    pad.assume %is_0 : i1
  }
  affine.for %i = 0 to 20 {
    %first = affine.load %T[%i] : memref<20xi32>
    %first_is_0 = arith.cmpi eq, %first, %c0 : i32
    scf.if %first_is_0 {
      affine.store %c19, %T[%i] : memref<20xi32>
    }
    affine.if affine_set<(d0) : (d0 - 4 == 0)>(%i) {
      affine.store %c6, %T[%i] : memref<20xi32>
    }
    %last = affine.load %T[%i] : memref<20xi32>
    %last_is_0 = arith.cmpi eq, %last, %c0 : i32
    scf.if %last_is_0 {
      affine.store %c41, %T[%i] : memref<20xi32>
    }
  }
  func.return
}

// Question: TestSimplifyElementWiseUsingPreLoopBufferValue
// TVM: rewritten; what each cell holds before a loop decides the if on it, where no other iteration changes it
// Here: rewritten
// CHECK-LABEL: @element_wise
// CHECK-NEXT: arith.constant 3 : i32
// CHECK-NEXT: affine.for
// CHECK-NOT: scf.if
// CHECK: arith.muli
// CHECK: affine.store %{{.*}}, %U
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @element_wise(%T: memref<20xi32>, %U: memref<20xi32>) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c12 = arith.constant 12 : i32
  affine.for %i = 0 to 20 {
    affine.store %c0, %U[%i] : memref<20xi32>
  }
  affine.for %i = 0 to 20 {
    %u = affine.load %U[%i] : memref<20xi32>
    %small = arith.cmpi slt, %u, %c12 : i32
    scf.if %small {
      %t = affine.load %T[%i] : memref<20xi32>
      %more = arith.muli %t, %c3 : i32
      %before = affine.load %U[%i] : memref<20xi32>
      %sum = arith.addi %more, %before : i32
      affine.store %sum, %U[%i] : memref<20xi32>
    } else {
      %t = affine.load %T[%i] : memref<20xi32>
      %before = affine.load %U[%i] : memref<20xi32>
      %sum = arith.addi %t, %before : i32
      affine.store %sum, %U[%i] : memref<20xi32>
    }
  }
  func.return
}

// Question: TestSimplifyNonConditional
// TVM: rewritten; with the option on, a stored number goes into the next sum
// Here: rewritten
// CHECK-LABEL: @number_into_a_sum
// CHECK: %[[NINE:.*]] = arith.constant 9 : i32
// CHECK: affine.store %[[NINE]], %T[1]
// CHECK-NEXT: func.return
func.func @number_into_a_sum(%T: memref<2xi32>) {
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  affine.store %c4, %T[1] : memref<2xi32>
  %t = affine.load %T[1] : memref<2xi32>
  %sum = arith.addi %t, %c5 : i32
  affine.store %sum, %T[1] : memref<2xi32>
  func.return
}

// Question: TestSuppressSimplifyNonConditional
// TVM: kept; with the option off, the sum stays
// Here: rewritten, more: pad-simplify has no such option; what is known is used
// CHECK-LABEL: @number_into_a_difference
// CHECK: %[[TWO:.*]] = arith.constant -2 : i32
// CHECK: affine.store %[[TWO]], %T[0]
// CHECK-NEXT: func.return
func.func @number_into_a_difference(%T: memref<2xi32>) {
  %c4 = arith.constant 4 : i32
  %c6 = arith.constant 6 : i32
  affine.store %c4, %T[0] : memref<2xi32>
  %t = affine.load %T[0] : memref<2xi32>
  %difference = arith.subi %t, %c6 : i32
  affine.store %difference, %T[0] : memref<2xi32>
  func.return
}

// Question: TestSimplifyUsingTransitiveKnownBufferValue
// TVM: rewritten; an assumed number, and three sums stored in turn, decide an if
// Here: rewritten
// CHECK-LABEL: @several_sums
// CHECK: pad.assume
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: func.return
func.func @several_sums(%T: memref<2xi32>) {
  %c2 = arith.constant 2 : i32
  %c5 = arith.constant 5 : i32
  %c11 = arith.constant 11 : i32
  %c41 = arith.constant 41 : i32
  %t = affine.load %T[1] : memref<2xi32>
  %is_5 = arith.cmpi eq, %t, %c5 : i32
  pad.assume %is_5 : i1
  %first = affine.load %T[1] : memref<2xi32>
  %next = arith.addi %first, %c2 : i32
  affine.store %next, %T[1] : memref<2xi32>
  %second = affine.load %T[1] : memref<2xi32>
  %after_next = arith.addi %second, %c2 : i32
  affine.store %after_next, %T[1] : memref<2xi32>
  %third = affine.load %T[1] : memref<2xi32>
  %last = arith.addi %third, %c2 : i32
  affine.store %last, %T[1] : memref<2xi32>
  %end = affine.load %T[1] : memref<2xi32>
  %is_11 = arith.cmpi eq, %end, %c11 : i32
  scf.if %is_11 {
    affine.store %c41, %T[1] : memref<2xi32>
  }
  func.return
}

// Question: TestSimplifyRampIndexBroadcastValue
// TVM: rewritten; a vector of one number, stored at once, decides the ifs on its cells
// Here: kept, less: the lanes of a stored vector are not known cell by cell
// CHECK-LABEL: @stored_vector
// CHECK: vector.store
// CHECK: scf.if
// CHECK: scf.if
// CHECK: func.return
func.func @stored_vector(%T: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %zeros = arith.constant dense<0> : vector<8xi32>
  %zero = arith.constant 0 : i32
  %c41 = arith.constant 41 : i32
  %c42 = arith.constant 42 : i32
  vector.store %zeros, %T[%c0] : memref<8xi32>, vector<8xi32>
  %t0 = affine.load %T[0] : memref<8xi32>
  %is_0 = arith.cmpi eq, %t0, %zero : i32
  scf.if %is_0 {
    affine.store %c41, %T[0] : memref<8xi32>
  }
  %t3 = affine.load %T[3] : memref<8xi32>
  %is_0_too = arith.cmpi eq, %t3, %zero : i32
  scf.if %is_0_too {
    affine.store %c42, %T[3] : memref<8xi32>
  }
  func.return
}

// Question: TestSimplifyRampIndexRampValue
// TVM: rewritten; a vector of consecutive numbers, stored at once, decides the ifs on its cells
// Here: kept, less: the lanes of a stored vector are not known cell by cell
// CHECK-LABEL: @stored_ramp
// CHECK: vector.store
// CHECK: scf.if
// CHECK: scf.if
// CHECK: func.return
func.func @stored_ramp(%T: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %ramp = arith.constant dense<[30, 31, 32, 33, 34, 35, 36, 37]> : vector<8xi32>
  %c30 = arith.constant 30 : i32
  %c33 = arith.constant 33 : i32
  %c41 = arith.constant 41 : i32
  %c42 = arith.constant 42 : i32
  vector.store %ramp, %T[%c0] : memref<8xi32>, vector<8xi32>
  %t0 = affine.load %T[0] : memref<8xi32>
  %is_30 = arith.cmpi eq, %t0, %c30 : i32
  scf.if %is_30 {
    affine.store %c41, %T[0] : memref<8xi32>
  }
  %t3 = affine.load %T[3] : memref<8xi32>
  %is_33 = arith.cmpi eq, %t3, %c33 : i32
  scf.if %is_33 {
    affine.store %c42, %T[3] : memref<8xi32>
  }
  func.return
}

// Question: TestSimplifyUsingPartiallyProvenBufferValueGather
// TVM: rewritten; zeros assumed around a signal are zeros around its convolution, so the store of zeros there goes
// Here: kept, less: no sum that a loop accumulates is known
// CHECK-LABEL: @convolution_by_outputs
// CHECK: pad.stage = "convolve"
// CHECK: affine.store
// CHECK: func.return
func.func @convolution_by_outputs(%A: memref<20xi32>, %B: memref<20xi32>, %F: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %a, %zero : i32
      pad.assume %is_0 : i1
    }
    affine.if affine_set<(d0) : (d0 - 13 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<20xi32>
      %is_0 = arith.cmpi eq, %a, %zero : i32
      pad.assume %is_0 : i1
    }
  }
  affine.for %i = 0 to 20 {
    affine.store %zero, %B[%i] : memref<20xi32>
    affine.for %f = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %f) {
        %b = affine.load %B[%i] : memref<20xi32>
        %a = affine.load %A[%i - %f] : memref<20xi32>
        %w = affine.load %F[%f] : memref<4xi32>
        %p = arith.muli %a, %w : i32
        %s = arith.addi %b, %p : i32
        affine.store %s, %B[%i] : memref<20xi32>
      }
    }
  } {pad.stage = "convolve"}
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 20 {
    %before = arith.cmpi slt, %i, %c2 : index
    %after = arith.cmpi sge, %i, %c16 : index
    %outside = arith.ori %before, %after : i1
    scf.if %outside {
      %b = affine.load %B[%i] : memref<20xi32>
      %is_not_0 = arith.cmpi ne, %b, %zero : i32
      scf.if %is_not_0 {
        affine.store %zero, %B[%i] : memref<20xi32>
      }
    }
  }
  func.return
}

// Question: TestSimplifyUsingPartiallyProvenBufferValueScatter
// TVM: rewritten; the same where the loop runs over the signal, whose guard also loses the half that always holds
// Here: rewritten, less: half of the guard goes; no sum that a loop accumulates is known
// CHECK-LABEL: @convolution_by_inputs
// CHECK: affine.if affine_set<(d0, d1) : (-d0 - d1 + 19 >= 0)>
// CHECK: pad.stage = "convolve"
// CHECK: affine.store
// CHECK: func.return
func.func @convolution_by_inputs(%A: memref<20xi32>, %B: memref<20xi32>, %F: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %c2 = arith.constant 2 : index
  %c13 = arith.constant 13 : index
  affine.for %i = 0 to 20 {
    %in_front = arith.cmpi sge, %i, %c2 : index
    %at_end = arith.cmpi slt, %i, %c13 : index
    %inside = arith.andi %in_front, %at_end : i1
    %a = affine.load %A[%i] : memref<20xi32>
    %is_0 = arith.cmpi eq, %a, %zero : i32
    %either = arith.ori %inside, %is_0 : i1
    pad.assume %either : i1
  }
  affine.for %i = 0 to 20 {
    affine.store %zero, %B[%i] : memref<20xi32>
  }
  affine.for %i = 0 to 20 {
    affine.for %f = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 + d1 >= 0, 19 - d0 - d1 >= 0)>(%i, %f) {
        %b = affine.load %B[%i + %f] : memref<20xi32>
        %a = affine.load %A[%i] : memref<20xi32>
        %w = affine.load %F[%f] : memref<4xi32>
        %p = arith.muli %a, %w : i32
        %s = arith.addi %b, %p : i32
        affine.store %s, %B[%i + %f] : memref<20xi32>
      }
    }
  } {pad.stage = "convolve"}
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 20 {
    %before = arith.cmpi slt, %i, %c2 : index
    %after = arith.cmpi sge, %i, %c16 : index
    %outside = arith.ori %before, %after : i1
    scf.if %outside {
      %b = affine.load %B[%i] : memref<20xi32>
      %is_not_0 = arith.cmpi ne, %b, %zero : i32
      scf.if %is_not_0 {
        affine.store %zero, %B[%i] : memref<20xi32>
      }
    }
  }
  func.return
}

// Question: TestSimplifyBufferStore
// TVM: rewritten; a stored number goes into the next sum, which is another number
// Here: rewritten
// CHECK-LABEL: @stored_twice
// CHECK: %[[SUM:.*]] = arith.constant 70 : i32
// CHECK: affine.store %[[SUM]], %T[0]
// CHECK-NEXT: func.return
func.func @stored_twice(%T: memref<2xi32>) {
  %c60 = arith.constant 60 : i32
  %c10 = arith.constant 10 : i32
  affine.store %c60, %T[0] : memref<2xi32>
  %t = affine.load %T[0] : memref<2xi32>
  %sum = arith.addi %t, %c10 : i32
  affine.store %sum, %T[0] : memref<2xi32>
  func.return
}
