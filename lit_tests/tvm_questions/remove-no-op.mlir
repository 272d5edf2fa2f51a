// RUN: pad-opt %s -p pad-remove-no-op --split-input-file | filecheck %s

// Question: test_remove_no_op[0]
// TVM: rewritten; loops around sizes that nobody uses go
// Here: rewritten
// CHECK-LABEL: @sizes_only
// CHECK-NEXT: func.return
func.func @sizes_only(%rows: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %r = %c0 to %c6 step %c1 {
    scf.for %c = %c0 to %rows step %c1 {
      scf.for %t = %c0 to %width step %c1 {
        %start = arith.muli %r, %width : index
        %cell = arith.addi %start, %c : index
        %at = arith.addi %cell, %t : index
        %is_in = arith.cmpi ult, %at, %rows : index
        scf.if %is_in {
          %a = arith.addi %width, %c1 : index
        } else {
          %b = arith.addi %rows, %c1 : index
        }
      }
    }
  }
  func.return
}

// -----

// Question: test_remove_no_op[1]
// TVM: rewritten; what does nothing before and after a store goes
// Here: rewritten
// CHECK-LABEL: @shifted_by_one
// CHECK-NOT: affine
// CHECK: memref.store
// CHECK-NOT: affine
// CHECK: func.return
func.func @shifted_by_one(%prices: memref<?xi64>, %day: index) {
  %two = arith.constant 2 : i64
  %before = arith.constant 11 : i64
  affine.for %k = 0 to 3 {
    %d = arith.muli %before, %two : i64
  }
  %p = memref.load %prices[%day] : memref<?xi64>
  %q = arith.muli %p, %two : i64
  %c1 = arith.constant 1 : index
  %next = arith.addi %day, %c1 : index
  memref.store %q, %prices[%next] : memref<?xi64>
  affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%day) {
    %after = arith.addi %before, %q : i64
  }
  func.return
}

// -----

// Question: test_remove_no_op[2]
// TVM: rewritten; a loop of no iteration goes
// Here: rewritten
// CHECK-LABEL: @no_days
// CHECK-NEXT: func.return
func.func @no_days(%prices: memref<?xi64>) {
  %one = arith.constant 1 : i64
  affine.for %k = 7 to 7 {
    %p = affine.load %prices[%k] : memref<?xi64>
    %q = arith.addi %p, %one : i64
    affine.store %q, %prices[%k + 1] : memref<?xi64>
  }
  func.return
}

// -----

// Question: test_remove_no_op_with_invalid_extent
// TVM: rewritten; a loop whose number of iterations would be negative goes
// Here: rewritten
// CHECK-LABEL: @never_that_many
// CHECK-NEXT: func.return
func.func @never_that_many(%in: memref<9xi32>, %out: memref<9xi32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 - 12)>(%i) {
      %a = affine.load %in[%i] : memref<9xi32>
      %n = arith.index_cast %j : index to i32
      %s = arith.addi %a, %n : i32
      affine.store %s, %out[%i] : memref<9xi32>
    }
  }
  func.return
}

// -----

// Question: TestRemoveEmptyForLoop
// TVM: rewritten; a loop with nothing in it goes
// Here: rewritten
// CHECK-LABEL: @idle
// CHECK-NEXT: func.return
func.func @idle() {
  affine.for %i = 0 to 20 {
  }
  func.return
}

// -----

// Question: TestRemoveZeroExtentLoop
// TVM: rewritten; a loop of no iteration goes
// Here: rewritten
// CHECK-LABEL: @none_to_paint
// CHECK-NEXT: func.return
func.func @none_to_paint(%wall: memref<10xf16>, %colour: f16) {
  affine.for %i = 0 to 0 {
    affine.store %colour, %wall[%i] : memref<10xf16>
  }
  func.return
}

// -----

// Question: TestRemoveUnusedLet
// TVM: rewritten; a binding that nobody uses goes
// Here: rewritten
// CHECK-LABEL: @unused_gain
// CHECK-NOT: arith.mulf
// CHECK: affine.for
// CHECK-NEXT: affine.store
// CHECK-NOT: affine
// CHECK: func.return
func.func @unused_gain(%signal: memref<24xf64>, %g: f64) {
  %silence = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %gain = arith.mulf %g, %half : f64
  affine.for %t = 0 to 24 {
    affine.store %silence, %signal[%t] : memref<24xf64>
  }
  func.return
}

// -----

// Question: TestRemoveLetUsedOnlyInNoOp
// TVM: rewritten; a binding that only what went used goes
// Here: rewritten
// CHECK-LABEL: @gain_of_nothing
// CHECK-NEXT: func.return
func.func @gain_of_nothing(%signal: memref<24xf64>, %g: f64) {
  %half = arith.constant 0.5 : f64
  %gain = arith.mulf %g, %half : f64
  affine.for %t = 24 to 20 {
    affine.store %gain, %signal[%t] : memref<24xf64>
  }
  func.return
}

// -----

// Question: TestKeepSideEffectsOfLet
// TVM: rewritten; of a binding that nobody uses the call stays
// Here: rewritten
// CHECK-LABEL: @asked_for_nothing
// CHECK-NEXT: func.call @poll
// CHECK-NEXT: func.return
func.func @asked_for_nothing() {
  %three = arith.constant 3 : i32
  %answer = func.call @poll() : () -> i32
  %scaled = arith.muli %answer, %three : i32
  func.return
}
func.func private @poll() -> i32

// -----

// Question: TestRemoveEmptyElseCase
// TVM: rewritten; a second arm with nothing in it goes
// Here: rewritten
// CHECK-LABEL: @only_the_first
// CHECK: affine.if
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @only_the_first(%row: memref<18xi32>) {
  %v = arith.constant -7 : i32
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%i) {
      affine.store %v, %row[%i] : memref<18xi32>
    } else {
    }
  }
  func.return
}

// -----

// Question: TestRemoveUnusedWrite
// TVM: rewritten; the first of two stores to a cell goes
// Here: rewritten
// CHECK-LABEL: @second_thoughts
// CHECK-NOT: affine.store %x
// CHECK: affine.store %y
// CHECK-NOT: affine.store
func.func @second_thoughts(%grid: memref<5x7xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 7 {
      affine.store %x, %grid[%i, %j] : memref<5x7xf32>
      affine.store %y, %grid[%i, %j] : memref<5x7xf32>
    }
  }
  func.return
}

// -----

// Question: TestKeepSideEffectsOfUnusedWrite
// TVM: rewritten; the first of two stores to a cell goes, the call that gave its value stays
// Here: rewritten
// CHECK-LABEL: @measured_for_nothing
// CHECK: affine.for
// CHECK-NEXT: func.call @measure
// CHECK-NEXT: affine.store %x
// CHECK-NEXT: }
func.func @measured_for_nothing(%out: memref<12xf32>, %x: f32) {
  affine.for %i = 0 to 12 {
    %m = func.call @measure(%i) : (index) -> f32
    affine.store %m, %out[%i] : memref<12xf32>
    affine.store %x, %out[%i] : memref<12xf32>
  }
  func.return
}
func.func private @measure(index) -> f32

// -----

// Question: TestKeepFirstWriteWhenUsed
// TVM: kept; the second store reads what the first one wrote
// Here: kept
// CHECK-LABEL: @counted_from
// CHECK: affine.store %start
// CHECK: affine.load
// CHECK: affine.store %w
func.func @counted_from(%out: memref<12xi32>, %start: i32) {
  %step = arith.constant 3 : i32
  affine.for %i = 0 to 12 {
    affine.store %start, %out[%i] : memref<12xi32>
    %v = affine.load %out[%i] : memref<12xi32>
    %w = arith.addi %v, %step : i32
    affine.store %w, %out[%i] : memref<12xi32>
  }
  func.return
}

// -----

// Question: TestRemoveOverwrittenLoop
// TVM: rewritten; a loop goes whose cells the next one writes
// Here: rewritten
// CHECK-LABEL: @painted_over
// CHECK-NOT: affine.store %x
// CHECK: affine.store %y
func.func @painted_over(%wall: memref<6x10xf16>, %x: f16, %y: f16) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      affine.store %x, %wall[%i, %j] : memref<6x10xf16>
    }
  }
  affine.for %j = 0 to 10 {
    affine.for %i = 0 to 6 {
      affine.store %y, %wall[%i, %j] : memref<6x10xf16>
    }
  }
  func.return
}

// -----

// Question: TestRemoveOverwrittenSubloop
// TVM: rewritten; so does one over some of these cells
// Here: rewritten
// CHECK-LABEL: @middle_painted_over
// CHECK-NOT: affine.store %x
// CHECK: affine.store %y
func.func @middle_painted_over(%wall: memref<30xf16>, %x: f16, %y: f16) {
  affine.for %i = 8 to 21 {
    affine.store %x, %wall[%i] : memref<30xf16>
  }
  affine.for %i = 0 to 30 {
    affine.store %y, %wall[29 - %i] : memref<30xf16>
  }
  func.return
}

// -----

// Question: TestKeepPartiallyOverwrittenLoop
// TVM: kept; the next loop writes some of the cells only
// Here: kept
// CHECK-LABEL: @half_painted_over
// CHECK: affine.store %x
// CHECK: affine.store %y
func.func @half_painted_over(%wall: memref<30xf16>, %x: f16, %y: f16) {
  affine.for %i = 0 to 30 {
    affine.store %x, %wall[%i] : memref<30xf16>
  }
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (23 - d0 >= 0)>(%i) {
      affine.store %y, %wall[%i] : memref<30xf16>
    }
  }
  func.return
}

// -----

// Question: TestRemoveOverwrittenPredicatedLoopWithIdenticalCondition
// TVM: rewritten; the first of two loops under one condition goes
// Here: rewritten
// CHECK-LABEL: @same_tail_twice
// CHECK-NOT: affine.store %x
// CHECK: affine.if
// CHECK-NEXT: affine.store %y
func.func @same_tail_twice(%wall: memref<30xf16>, %x: f16, %y: f16) {
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (23 - d0 >= 0)>(%i) {
      affine.store %x, %wall[%i] : memref<30xf16>
    }
  }
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (23 - d0 >= 0)>(%i) {
      affine.store %y, %wall[%i] : memref<30xf16>
    }
  }
  func.return
}

// -----

// Question: TestRemoveOverwrittenPredicatedLoopWithProvableCondition
// TVM: rewritten; the first loop goes, whose condition implies that of the next
// Here: rewritten
// CHECK-LABEL: @tiles_cover
// CHECK-NOT: affine.store %x
// CHECK: affine.if
// CHECK-NEXT: affine.store %y
func.func @tiles_cover(%wall: memref<30xf16>, %x: f16, %y: f16) {
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (22 - d0 >= 0)>(%i) {
      affine.store %x, %wall[%i] : memref<30xf16>
    }
  }
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (3 - d0 floordiv 6 >= 0)>(%i) {
      affine.store %y, %wall[%i] : memref<30xf16>
    }
  }
  func.return
}

// -----

// Question: TestRemoveSeparatedOverwrites
// TVM: rewritten; the first loop goes, over one of another buffer
// Here: rewritten
// CHECK-LABEL: @other_buffer_between
// CHECK-NOT: affine.store %x, %wall
// CHECK: affine.store %x, %floor
// CHECK: affine.store %y, %wall
func.func @other_buffer_between(%wall: memref<30xf16>, %floor: memref<4xf16>, %x: f16, %y: f16) {
  affine.for %i = 0 to 30 {
    affine.store %x, %wall[%i] : memref<30xf16>
  }
  affine.for %i = 0 to 4 {
    affine.store %x, %floor[%i] : memref<4xf16>
  }
  affine.for %i = 0 to 30 {
    affine.store %y, %wall[%i] : memref<30xf16>
  }
  func.return
}

// -----

// Question: TestRemoveSeparatedOverwriteOfPredicatedLoop
// TVM: fails; the first loop should go, over one of other cells
// Here: rewritten, more: the cells that are overwritten are sets, whatever stands between
// CHECK-LABEL: @rest_between
// CHECK-NOT: affine.store %x
// CHECK: affine.store %z
// CHECK: affine.store %y
func.func @rest_between(%wall: memref<30xf16>, %x: f16, %y: f16, %z: f16) {
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (22 - d0 >= 0)>(%i) {
      affine.store %x, %wall[%i] : memref<30xf16>
    }
  }
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (d0 - 25 >= 0)>(%i) {
      affine.store %z, %wall[%i] : memref<30xf16>
    }
  }
  affine.for %i = 0 to 30 {
    affine.if affine_set<(d0) : (22 - d0 >= 0)>(%i) {
      affine.store %y, %wall[%i] : memref<30xf16>
    }
  }
  func.return
}

// -----

// Question: TestRemoveReadWrite
// TVM: rewritten; a store of what was just read goes
// Here: rewritten
// CHECK-LABEL: @back_again
// CHECK-NEXT: func.return
func.func @back_again(%cell: memref<i32>) {
  %v = affine.load %cell[] : memref<i32>
  affine.store %v, %cell[] : memref<i32>
  func.return
}

// -----

// Question: TestKeepReadWriteToDifferentIndices
// TVM: kept; what is stored was read from another cell
// Here: kept
// CHECK-LABEL: @moved_up
// CHECK: affine.load
// CHECK: affine.store
func.func @moved_up(%queue: memref<40xi32>) {
  affine.for %i = 0 to 38 {
    %v = affine.load %queue[%i + 2] : memref<40xi32>
    affine.store %v, %queue[%i] : memref<40xi32>
  }
  func.return
}

// -----

// Question: TestRemoveReadWriteSameIndexDifferentExpression
// TVM: rewritten; the index of the load and that of the store are written in two ways
// Here: rewritten
// CHECK-LABEL: @by_another_name
// CHECK-NEXT: func.return
func.func @by_another_name(%v: memref<42xi32>) {
  affine.for %t = 0 to 7 {
    affine.for %l = 0 to 6 {
      %k = affine.apply affine_map<(d0, d1) -> (d0 * 6 + d1)>(%t, %l)
      %x = memref.load %v[%k] : memref<42xi32>
      affine.store %x, %v[(%t * 12 + %l * 2) floordiv 2] : memref<42xi32>
    }
  }
  func.return
}

// -----

// Question: TestRemoveReadWriteSameIndexUsingConstraint
// TVM: rewritten; both indices are equal under the condition of their arm, which goes
// Here: rewritten
// CHECK-LABEL: @edge_is_itself
// CHECK-NOT: affine.load %v[12]
// CHECK: affine.load %v[%{{.*}} + 1]
// CHECK-NOT: affine.load
func.func @edge_is_itself(%v: memref<13xi32>) {
  affine.for %i = 0 to 13 {
    affine.if affine_set<(d0) : (d0 - 12 == 0)>(%i) {
      %last = affine.load %v[12] : memref<13xi32>
      affine.store %last, %v[%i] : memref<13xi32>
    } else {
      %next = affine.load %v[%i + 1] : memref<13xi32>
      affine.store %next, %v[%i] : memref<13xi32>
    }
  }
  func.return
}

// -----

// Question: TestRemoveWritingOfKnownValue
// TVM: rewritten; a store of what a loop computed for the cell goes
// Here: rewritten
// CHECK-LABEL: @squares
// CHECK: affine.store %sq
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @squares(%table: memref<11xi64>) {
  affine.for %i = 0 to 11 {
    %n = arith.index_cast %i : index to i64
    %sq = arith.muli %n, %n : i64
    affine.store %sq, %table[%i] : memref<11xi64>
  }
  %nine = arith.constant 9 : i64
  affine.store %nine, %table[3] : memref<11xi64>
  func.return
}

// -----

// Question: TestKeepOneOfDuplicateLoops
// TVM: rewritten; of two loops that store the same one stays
// Here: rewritten
// CHECK-LABEL: @said_twice
// CHECK-COUNT-1: affine.store
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @said_twice(%table: memref<11xi64>) {
  affine.for %i = 0 to 11 {
    %n = arith.index_cast %i : index to i64
    affine.store %n, %table[%i] : memref<11xi64>
  }
  affine.for %i = 0 to 11 {
    %n = arith.index_cast %i : index to i64
    affine.store %n, %table[%i] : memref<11xi64>
  }
  func.return
}

// -----

// Question: TestRemoveEmptyTemporary
// TVM: rewritten; an allocation that nobody uses goes
// Here: rewritten
// CHECK-LABEL: @empty_box
// CHECK-NEXT: func.return
func.func @empty_box() {
  %box = memref.alloca() : memref<3x5xf64>
  func.return
}

// -----

// Question: TestRemoveEmptyTemporaryWithDeclBuffer
// TVM: rewritten; so does one with another name
// Here: rewritten
// CHECK-LABEL: @empty_box_by_two_names
// CHECK-NEXT: func.return
func.func @empty_box_by_two_names() {
  %box = memref.alloc() : memref<3x5xf64>
  %flat = memref.collapse_shape %box [[0, 1]] : memref<3x5xf64> into memref<15xf64>
  memref.dealloc %box : memref<3x5xf64>
  func.return
}

// -----

// Question: TestRemoveUnusedTemporary
// TVM: fails; an allocation beside a loop should go
// Here: rewritten, more: a local buffer that nobody reads goes
// CHECK-LABEL: @box_beside
// CHECK-NOT: memref.alloc
// CHECK: affine.store
// CHECK-NOT: memref.dealloc
// CHECK: func.return
func.func @box_beside(%out: memref<9xf64>, %x: f64) {
  %box = memref.alloc() : memref<3x5xf64>
  affine.for %i = 0 to 9 {
    affine.store %x, %out[%i] : memref<9xf64>
  }
  memref.dealloc %box : memref<3x5xf64>
  func.return
}

// -----

// Question: TestRemoveUnusedWriteIntoTemporary
// TVM: fails; an allocation that is only written should go
// Here: rewritten, more: a local buffer that nobody reads goes, with what writes it
// CHECK-LABEL: @filled_for_nobody
// CHECK-NEXT: func.return
func.func @filled_for_nobody(%x: f64) {
  %box = memref.alloc() : memref<3x5xf64>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      affine.store %x, %box[%i, %j] : memref<3x5xf64>
    }
  }
  memref.dealloc %box : memref<3x5xf64>
  func.return
}

// -----

// Question: TestKeepUsedWriteIntoTemporary
// TVM: kept; the allocation is read
// Here: kept
// CHECK-LABEL: @filled_for_a_reader
// CHECK: memref.alloc
// CHECK: affine.store %x, %box
// CHECK: affine.store %v, %out
func.func @filled_for_a_reader(%out: memref<15xf64>, %x: f64) {
  %box = memref.alloc() : memref<3x5xf64>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      affine.store %x, %box[%i, %j] : memref<3x5xf64>
    }
  }
  affine.for %k = 0 to 15 {
    %v = affine.load %box[%k floordiv 5, %k mod 5] : memref<3x5xf64>
    affine.store %v, %out[%k] : memref<15xf64>
  }
  memref.dealloc %box : memref<3x5xf64>
  func.return
}

// -----

// Question: TestRemoveWriteIntoTemporary
// TVM: fails; the last loop over an allocation should go, after which nobody reads it
// Here: rewritten, more: stores that nobody reads to the end of a local buffer's life go
// CHECK-LABEL: @swept_up_after
// CHECK: affine.store %a, %copy
// CHECK: affine.store %zero, %sum
// CHECK: affine.store %t, %sum
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @swept_up_after(%in: memref<14xi32>, %sum: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %copy = memref.alloc() : memref<14xi32>
  affine.for %i = 0 to 14 {
    %a = affine.load %in[%i] : memref<14xi32>
    affine.store %a, %copy[%i] : memref<14xi32>
  }
  affine.store %zero, %sum[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %c = affine.load %copy[%i] : memref<14xi32>
    %t = arith.addi %s, %c : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  affine.for %i = 0 to 14 {
    affine.store %zero, %copy[%i] : memref<14xi32>
  }
  memref.dealloc %copy : memref<14xi32>
  func.return
}

// -----

// Question: TestCertainConditon
// TVM: rewritten; an if on a constant with nothing in its arms goes
// Here: rewritten
// CHECK-LABEL: @surely_nothing
// CHECK-NEXT: func.return
func.func @surely_nothing() {
  %yes = arith.constant true
  scf.if %yes {
    %a = arith.constant 4 : i32
  } else {
    %b = arith.constant 5 : i32
  }
  func.return
}
