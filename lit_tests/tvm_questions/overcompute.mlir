// RUN: pad-opt %s -p pad-remove-branching-through-overcompute --split-input-file --verify-diagnostics | filecheck %s

// Question: TestIntroduceNoOp
// TVM: rewritten; the arms are equal but for what does nothing
// Here: rewritten
// CHECK-LABEL: @one_arm_idles
// CHECK-NOT: affine.if
// CHECK: affine.store %v, %row
// CHECK: func.return
func.func @one_arm_idles(%row: memref<20xi16>, %in: memref<20xi16>) {
  %v = arith.constant 6 : i16
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (16 - d0 >= 0)>(%i) {
      affine.store %v, %row[%i] : memref<20xi16>
      %kept = affine.load %in[%i] : memref<20xi16>
      affine.store %kept, %in[%i] : memref<20xi16>
    } else {
      affine.store %v, %row[%i] : memref<20xi16>
    }
  } {pad.stage = "fill"}
  func.return
}

// -----

// Question: TestIntroduceAdditionOfZero
// TVM: rewritten; what would be added by the index that the guard excludes is 0
// Here: rewritten
// CHECK-LABEL: @cubes
// CHECK-NOT: affine.if
// CHECK: affine.store
// CHECK: func.return
func.func @cubes(%sum: memref<1xi64>) {
  affine.for %i = 0 to 10 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %n = arith.index_cast %i : index to i64
      %sq = arith.muli %n, %n : i64
      %cube = arith.muli %sq, %n : i64
      %s = affine.load %sum[0] : memref<1xi64>
      %t = arith.addi %s, %cube : i64
      affine.store %t, %sum[0] : memref<1xi64>
    }
  } {pad.stage = "add"}
  func.return
}

// -----

// Question: TestIntroduceAdditionOfKnownZeroInBuffer
// TVM: rewritten; what would be added is assumed to be 0
// Here: rewritten
// CHECK-LABEL: @tail_is_zero
// CHECK: pad.assume
// CHECK: affine.store %zero
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @tail_is_zero(%a: memref<6x5xi32>, %sum: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 5 {
      affine.if affine_set<(d0, d1) : (d0 * 5 + d1 - 27 >= 0)>(%r, %c) {
        %v = affine.load %a[%r, %c] : memref<6x5xi32>
        %is = arith.cmpi eq, %v, %zero : i32
        pad.assume %is : i1
      }
    }
  }
  affine.store %zero, %sum[0] : memref<1xi32>
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 5 {
      affine.if affine_set<(d0, d1) : (26 - d0 * 5 - d1 >= 0)>(%r, %c) {
        %v = affine.load %a[%r, %c] : memref<6x5xi32>
        %s = affine.load %sum[0] : memref<1xi32>
        %t = arith.addi %s, %v : i32
        affine.store %t, %sum[0] : memref<1xi32>
      }
    }
  } {pad.stage = "total"}
  func.return
}

// -----

// Question: TestIntroduceOverwrittenWrite
// TVM: rewritten; what would be stored is overwritten by the next loop
// Here: rewritten
// CHECK-LABEL: @tail_follows
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x
// CHECK: affine.if
// CHECK-NEXT: affine.store %y
func.func @tail_follows(%row: memref<20xi16>, %x: i16, %y: i16) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (16 - d0 >= 0)>(%i) {
      affine.store %x, %row[%i] : memref<20xi16>
    }
  } {pad.stage = "fill"}
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 17 >= 0)>(%i) {
      affine.store %y, %row[%i] : memref<20xi16>
    }
  }
  func.return
}

// -----

// Question: TestMaintainValuesUsedLater
// TVM: kept; the next loop reads these cells first
// Here: kept
// CHECK-LABEL: @tail_is_used
// CHECK: affine.if
// CHECK-NEXT: affine.store %x
func.func @tail_is_used(%row: memref<20xi16>, %x: i16) {
  %five = arith.constant 5 : i16
  affine.for %i = 0 to 20 {
    // expected-remark@+1 {{iteration [17] is not shown to store the same value in row[17], which may be read later}}
    affine.if affine_set<(d0) : (16 - d0 >= 0)>(%i) {
      affine.store %x, %row[%i] : memref<20xi16>
    }
  } {pad.stage = "fill"}
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 17 >= 0)>(%i) {
      %v = affine.load %row[%i] : memref<20xi16>
      %w = arith.muli %v, %five : i16
      affine.store %w, %row[%i] : memref<20xi16>
    }
  }
  func.return
}

// -----

// Question: TestIdentifyOverwrittenWriteFromEquivalentExpressions
// TVM: rewritten; the next loop overwrites it in tiles
// Here: rewritten
// CHECK-LABEL: @tail_in_tiles
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x
// CHECK: affine.if
// CHECK-NEXT: affine.store %y
func.func @tail_in_tiles(%row: memref<20xi16>, %x: i16, %y: i16) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (16 - d0 >= 0)>(%i) {
      affine.store %x, %row[%i] : memref<20xi16>
    }
  } {pad.stage = "fill"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 5 {
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%io, %ii) {
        affine.store %y, %row[%io * 5 + %ii] : memref<20xi16>
      }
    }
  }
  func.return
}

// -----

// Question: TestIntroduceSupersetOverwrittenWrite
// TVM: rewritten; the next loop overwrites it, and more
// Here: rewritten
// CHECK-LABEL: @more_than_the_tail_follows
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store %x
// CHECK: affine.if
// CHECK-NEXT: affine.store %y
func.func @more_than_the_tail_follows(%row: memref<20xi16>, %x: i16, %y: i16) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (16 - d0 >= 0)>(%i) {
      affine.store %x, %row[%i] : memref<20xi16>
    }
  } {pad.stage = "fill"}
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (d0 - 9 >= 0)>(%i) {
      affine.store %y, %row[%i] : memref<20xi16>
    }
  }
  func.return
}
