// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s
// What is known inside one iteration, each with a twin where it is not.

// A temporary that the iteration itself writes.
// CHECK-LABEL: @temporary
// CHECK-NOT:     affine.if
func.func @temporary(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %L = memref.alloc() : memref<4xi32>
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.muli %a, %two : i32
      affine.store %t, %L[%i] : memref<4xi32>
      %l = affine.load %L[%i] : memref<4xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %u = arith.addi %s, %l : i32
      affine.store %u, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Another store in between, at the same cell where i is 3.
// CHECK-LABEL: @temporary_overwritten
// CHECK:         affine.if
func.func @temporary_overwritten(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %L = memref.alloc() : memref<4xi32>
  affine.store %zero, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{is not shown to store the same value in B[0]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.muli %a, %two : i32
      affine.store %t, %L[%i] : memref<4xi32>
      affine.store %two, %L[3] : memref<4xi32>
      %l = affine.load %L[%i] : memref<4xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %u = arith.addi %s, %l : i32
      affine.store %u, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// An assume just before the use.
// CHECK-LABEL: @assumed_here
// CHECK:         pad.assume
// CHECK-NOT:     affine.if
func.func @assumed_here(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    %b = affine.load %A[%i] : memref<4xi32>
    %is = arith.cmpi eq, %b, %zero : i32
    %valid = arith.cmpi slt, %i, %c3 : index
    %holds = arith.ori %valid, %is : i1
    pad.assume %holds : i1
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %u = arith.addi %s, %a : i32
      affine.store %u, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The cell is written in the same iteration, after it was spoken of.
// CHECK-LABEL: @written_after_the_assume
// CHECK:         affine.if
func.func @written_after_the_assume(%A: memref<4xi32>, %B: memref<1xi32>, %x: i32) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %b = affine.load %A[3] : memref<4xi32>
    %is = arith.cmpi eq, %b, %zero : i32
    pad.assume %is : i1
    affine.store %x, %A[3] : memref<4xi32>
    // expected-remark@+1 {{is not shown to store the same value in B[0]}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %u = arith.addi %s, %a : i32
      affine.store %u, %B[0] : memref<1xi32>
    }
    affine.store %zero, %A[3] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}

// -----

// The assume comes after a call, which may be the end: it may never be reached.
// CHECK-LABEL: @assumed_behind_a_call
// CHECK:         affine.if
func.func private @perhaps_exit(i32)
func.func @assumed_behind_a_call(%A: memref<4xi32>, %B: memref<1xi32>, %C: memref<1xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %local = memref.alloc() : memref<4xi32>
  memref.copy %A, %local : memref<4xi32> to memref<4xi32>
  %r = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (i32) {
    // expected-remark@+1 {{guard kept: without the guard, the result of 'affine.if' is not shown to be the same at iteration [3]}}
    %new = affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) -> i32 {
      %a = affine.load %local[%i] : memref<4xi32>
      %u = arith.addi %acc, %a : i32
      affine.yield %u : i32
    } else {
      affine.yield %acc : i32
    }
    func.call @perhaps_exit(%new) : (i32) -> ()
    %b = affine.load %local[3] : memref<4xi32>
    %is = arith.cmpi eq, %b, %zero : i32
    pad.assume %is : i1
    affine.yield %new : i32
  } {pad.stage = "compute"}
  func.return %r : i32
}

// -----

// An assume inside the guard is about the iterations that the guard lets in.
// CHECK-LABEL: @assumed_inside
// CHECK:         affine.if
func.func @assumed_inside(%A: memref<4xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{guard kept: }}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<4xi32>
      %is = arith.cmpi eq, %a, %zero : i32
      pad.assume %is : i1
      %s = affine.load %B[0] : memref<1xi32>
      %u = arith.addi %s, %a : i32
      affine.store %u, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
