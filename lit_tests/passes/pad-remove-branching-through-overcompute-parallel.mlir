// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// Each iteration has its own row of B.
// CHECK-LABEL: @rows
// CHECK-NOT: affine.if
func.func @rows(%A: memref<8x4xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i, 3] : memref<8x4xf32>
  }
  affine.parallel (%i) = (0) to (8) {
    affine.store %zero, %B[%i] : memref<8xf32>
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0) : (2 - d0 >= 0)>(%j) {
        %s = affine.load %B[%i] : memref<8xf32>
        %a = affine.load %A[%i, %j] : memref<8x4xf32>
        %t = arith.addf %s, %a : f32
        affine.store %t, %B[%i] : memref<8xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The same in scf, with a guard of arith.
// CHECK-LABEL: @rows_scf
// CHECK-NOT: scf.if
func.func @rows_scf(%A: memref<8x4xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i, 3] : memref<8x4xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %zero, %B[%i] : memref<8xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %valid = arith.cmpi slt, %j, %c3 : index
      scf.if %valid {
        %s = memref.load %B[%i] : memref<8xf32>
        %a = memref.load %A[%i, %j] : memref<8x4xf32>
        %t = arith.addf %s, %a : f32
        memref.store %t, %B[%i] : memref<8xf32>
      }
    }
    scf.reduce
  } {pad.stage = "compute"}
  func.return
}

// -----

// A parallel loop inside the guard.
// CHECK-LABEL: @inside
// CHECK-NOT: affine.if
func.func @inside(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %k = 0 to 4 {
    affine.store %zero, %A[3, %k] : memref<4x4xi32>
    affine.store %zero, %B[3, %k] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      affine.parallel (%j) = (0) to (4) {
        %a = affine.load %A[%i, %j] : memref<4x4xi32>
        %t = arith.addi %a, %a : i32
        affine.store %t, %B[%i, %j] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Even if it stores what is there: iteration 0 writes this cell, perhaps at the same time.
// CHECK-LABEL: @meeting_in_a_cell
// CHECK: affine.if
func.func @meeting_in_a_cell(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %k = 1 to 4 {
    affine.store %zero, %A[%k] : memref<4xi32>
  }
  affine.parallel (%i) = (0) to (4) {
    // expected-remark@+1 {{guard kept: without the guard, iteration [1] of a parallel loop around it would read B[0], which iteration [0] writes}}
    affine.if affine_set<(d0) : (0 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Another iteration reads what would be stored anew, though it is what is there.
// CHECK-LABEL: @read_by_another
// CHECK: affine.if
func.func @read_by_another(%A: memref<5xi32>, %B: memref<5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %k = 0 to 5 {
    affine.store %zero, %A[%k] : memref<5xi32>
  }
  affine.parallel (%i) = (0) to (4) {
    %a = affine.load %A[%i + 1] : memref<5xi32>
    affine.store %a, %B[%i] : memref<5xi32>
    // expected-remark@+1 {{guard kept: without the guard, iteration [1] of a parallel loop around it would write A[1], which iteration [0] reads}}
    affine.if affine_set<(d0) : (0 - d0 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<5xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Another iteration reads a cell that depends on the data: perhaps this one.
// CHECK-LABEL: @at_any_index
// CHECK: affine.if
func.func @at_any_index(%B: memref<8xi32>, %C: memref<8xi32>, %at: memref<8xindex>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[7] : memref<8xi32>
  affine.parallel (%i) = (0) to (8) {
    %k = affine.load %at[%i] : memref<8xindex>
    %b = memref.load %B[%k] : memref<8xi32>
    affine.store %b, %C[%i] : memref<8xi32>
    // expected-remark@+1 {{an added access to B may race with another iteration of a parallel loop around it}}
    affine.if affine_set<(d0) : (6 - d0 >= 0)>(%i) {
      affine.store %zero, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Whether another iteration reads the cell is data.
// CHECK-LABEL: @perhaps_read_by_another
// CHECK: affine.if
func.func @perhaps_read_by_another(%A: memref<5xi32>, %B: memref<5xi32>, %C: memref<4xi1>) {
  %zero = arith.constant 0 : i32
  affine.for %k = 0 to 5 {
    affine.store %zero, %A[%k] : memref<5xi32>
  }
  affine.parallel (%i) = (0) to (4) {
    %c = affine.load %C[%i] : memref<4xi1>
    // expected-remark@+1 {{its condition is not one on indices alone}}
    scf.if %c {
      %a = affine.load %A[%i + 1] : memref<5xi32>
      affine.store %a, %B[%i] : memref<5xi32>
    }
    // expected-remark@+1 {{iteration [1] of a parallel loop around it would write A[1], which iteration [0] may read}}
    affine.if affine_set<(d0) : (0 - d0 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<5xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
