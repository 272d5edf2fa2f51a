// Else arms that compute and store: they go where the first arm leaves the same in their place.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// RFC 77's producer, with the padding written in its own nest: twice the zero of A is the zero stored.
// CHECK-LABEL: @producer
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// CHECK-NEXT:      %[[B:.*]] = arith.muli %[[A]], %two : i32
// CHECK-NEXT:      affine.store %[[B]], %B[%[[IO]], %[[II]]]
// CHECK-NEXT:    }
func.func @producer(%A: memref<4x4xi32>, %B: memref<4x4xi32>) {
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %b = arith.muli %a, %two : i32
        affine.store %b, %B[%io, %ii] : memref<4x4xi32>
      } else {
        affine.store %zero, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// What was arbitrary may be anything.
// CHECK-LABEL: @undef
// CHECK-NOT: affine.if
func.func @undef(%A: memref<4xi32>, %B: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      affine.store %a, %B[%i] : memref<4xi32>
    } else {
      %u = pad.undef : i32
      affine.store %u, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Cell 3 + k holds what cell k holds.
// CHECK-LABEL: @wrapped
// CHECK: pad.assume
// CHECK: affine.for
// CHECK-NEXT: affine.load %A[%{{.*}} + 1]
// CHECK-NOT: affine.if
func.func @wrapped(%A: memref<5xi32>, %B: memref<3xi32>, %x: i32) {
  affine.for %k = 3 to 5 {
    %a = affine.load %A[%k] : memref<5xi32>
    %b = affine.load %A[%k - 3] : memref<5xi32>
    %holds = arith.cmpi eq, %a, %b : i32
    pad.assume %holds : i1
  }
  affine.for %i = 0 to 3 {
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i + 1] : memref<5xi32>
      %b = arith.addi %a, %x : i32
      affine.store %b, %B[%i] : memref<3xi32>
    } else {
      %a = affine.load %A[%i - 2] : memref<5xi32>
      %b = arith.addi %a, %x : i32
      affine.store %b, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// What is assumed of one cell alone does no harm.
// CHECK-LABEL: @wrapped_and_small
// CHECK: pad.assume
// CHECK: affine.for
// CHECK-NEXT: affine.load %A[%{{.*}} + 1]
// CHECK-NOT: affine.if
func.func @wrapped_and_small(%A: memref<5xi32>, %B: memref<3xi32>, %x: i32) {
  affine.for %k = 3 to 5 {
    %a = affine.load %A[%k] : memref<5xi32>
    %b = affine.load %A[%k - 3] : memref<5xi32>
    %holds = arith.cmpi eq, %a, %b : i32
    pad.assume %holds : i1
    %small = arith.cmpi slt, %b, %x : i32
    pad.assume %small : i1
  }
  affine.for %i = 0 to 3 {
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i + 1] : memref<5xi32>
      %b = arith.addi %a, %x : i32
      affine.store %b, %B[%i] : memref<3xi32>
    } else {
      %a = affine.load %A[%i - 2] : memref<5xi32>
      %b = arith.addi %a, %x : i32
      affine.store %b, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// One cell, in the block of the stages.
// CHECK-LABEL: @one_cell
// CHECK-NOT: affine.if
func.func @one_cell(%A: memref<4xi32>, %B: memref<3xi32>) {
  %a = affine.load %A[3] : memref<4xi32>
  %b = affine.load %A[0] : memref<4xi32>
  %holds = arith.cmpi eq, %a, %b : i32
  pad.assume %holds : i1
  affine.for %i = 0 to 3 {
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %c = affine.load %A[%i + 1] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    } else {
      %c = affine.load %A[%i - 2] : memref<4xi32>
      affine.store %c, %B[%i] : memref<3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// The same by a stage that copies the cells, and other cells written after it.
// CHECK-LABEL: @mirrored
// CHECK-NOT: affine.if
func.func @mirrored(%A: memref<5xi32>, %B: memref<4xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.for %k = 3 to 5 {
    %a = affine.load %A[%k * -1 + 5] : memref<5xi32>
    affine.store %a, %A[%k] : memref<5xi32>
  }
  affine.store %x, %A[0] : memref<5xi32>
  affine.for %i = 0 to 4 {
    %start = affine.load %A[%i] : memref<5xi32>
    affine.if affine_set<(d0) : (1 - d0 >= 0)>(%i) {
      %n = affine.load %A[%i + 1] : memref<5xi32>
      %s = arith.addi %start, %n : i32
      affine.store %s, %B[%i] : memref<4xi32>
    } else {
      %n = affine.load %A[%i * -1 + 4] : memref<5xi32>
      %s = arith.addi %start, %n : i32
      affine.store %s, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// Values that arms give, from loads and arithmetic; what is stored back changes nothing.
// CHECK-LABEL: @values
// CHECK-NOT: scf.if
func.func @values(%A: memref<4xi32>, %B: memref<1xi32>, %C: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : index
  %padding = affine.load %A[3] : memref<4xi32>
  %holds = arith.cmpi eq, %padding, %zero : i32
  pad.assume %holds : i1
  affine.for %i = 0 to 4 {
    %valid = arith.cmpi slt, %i, %three : index
    %c = scf.if %valid -> (i32) {
      %a = affine.load %A[%i] : memref<4xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
      %c = affine.load %C[%i] : memref<4xi32>
      %n = arith.subi %c, %s : i32
      scf.yield %n : i32
    } else {
      %s = affine.load %B[0] : memref<1xi32>
      affine.store %zero, %B[0] : memref<1xi32>
      affine.store %s, %B[0] : memref<1xi32>
      %c = affine.load %C[%i] : memref<4xi32>
      %n = arith.subi %c, %s : i32
      scf.yield %n : i32
    }
    affine.store %c, %C[%i] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// A store of the first arm alone stays dead or without effect.
// CHECK-LABEL: @more_stores
// CHECK-NOT: affine.if
func.func @more_stores(%A: memref<4xi32>, %B: memref<4xi32>, %x: i32) {
  %L = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      affine.store %a, %L[%i] : memref<4xi32>
      affine.store %x, %B[%i] : memref<4xi32>
    } else {
      affine.store %x, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 3 {
    %l = affine.load %L[%i] : memref<4xi32>
    affine.store %l, %A[%i] : memref<4xi32>
  }
  memref.dealloc %L : memref<4xi32>
  func.return
}

// A computed index, in both arms.
// CHECK-LABEL: @numbered
// CHECK-NOT: affine.if
func.func @numbered(%B: memref<4x4xindex>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        %n = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
        affine.store %n, %B[%io, %ii] : memref<4x4xindex>
      } else {
        %n = affine.apply affine_map<(d0) -> (d0 + 12)>(%ii)
        affine.store %n, %B[%io, %ii] : memref<4x4xindex>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// Arms that do the same, in loops and calls too, wherever the condition does not hold: nothing is added.
func.func private @g(memref<4x4xi32>, i32)
// CHECK-LABEL: @same
// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: %sum = affine.for %[[II:.*]] = 0 to 3 iter_args
// CHECK-NEXT: affine.load %A[%[[IO]], %[[II]]]
// CHECK-NEXT: affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%[[II]])[%n]
// CHECK-NOT: affine.if
func.func @same(%A: memref<4x4xi32>, %B: memref<4xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%io) {
      %sum = affine.for %ii = 0 to 3 iter_args(%acc = %zero) -> (i32) {
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        // expected-remark@+1 {{is not shown to store the same value in A[0, 1]}}
        affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%ii)[%n] {
          affine.store %acc, %A[%io, %ii] : memref<4x4xi32>
        }
        %t = arith.addi %acc, %a overflow<nsw> : i32
        affine.yield %t : i32
      }
      func.call @g(%A, %sum) : (memref<4x4xi32>, i32) -> ()
      affine.store %sum, %B[%io] : memref<4xi32>
    } else {
      %none = arith.constant 0 : i32
      %sum = affine.for %jj = 0 to 3 iter_args(%acc = %none) -> (i32) {
        %a = affine.load %A[3, (%jj + 4) mod 4] : memref<4x4xi32>
        affine.if affine_set<(d0)[s0] : (s0 - d0 >= 0)>(%jj)[%n] {
          affine.store %acc, %A[%io, %jj] : memref<4x4xi32>
        }
        %t = arith.addi %acc, %a overflow<nsw> : i32
        affine.yield %t : i32
      }
      func.call @g(%A, %sum) : (memref<4x4xi32>, i32) -> ()
      affine.store %sum, %B[3] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// The index is the same, computed by another operation.
// CHECK-LABEL: @index_by_other_operations
// CHECK-NOT: affine.if
func.func @index_by_other_operations(%A: memref<17xi32>, %B: memref<17xi32>) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %k = arith.addi %i, %c1 : index
      %a = memref.load %A[%k] : memref<17xi32>
      memref.store %a, %B[%k] : memref<17xi32>
    } else {
      %a = affine.load %A[%i + 1] : memref<17xi32>
      affine.store %a, %B[%i + 1] : memref<17xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
