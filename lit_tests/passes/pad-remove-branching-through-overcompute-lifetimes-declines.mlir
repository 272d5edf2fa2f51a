// A buffer that may be deallocated by then: what frees it need not be in the function.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{function=f}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @f
// CHECK: affine.if
func.func @f(%c: i1, %n: index, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %A = memref.alloc() {pad.name = "A"} : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  scf.if %c {
    func.call @release(%A) : (memref<8xi32>) -> ()
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{would access a buffer that may be deallocated by then}}
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<8xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

func.func private @release(%A: memref<8xi32>) {
  memref.dealloc %A : memref<8xi32>
  func.return
}

// -----

// Through calls, a choice of buffers and a loop that carries one.
// CHECK-LABEL: func.func @f
// CHECK: affine.if
func.func @f(%c: i1, %n: index, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %A = memref.alloc() {pad.name = "A"} : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  func.call @release(%c, %A, %B) : (i1, memref<8xi32>, memref<1xi32>) -> ()
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{would access a buffer that may be deallocated by then}}
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<8xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

func.func private @release(%c: i1, %A: memref<8xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %other = memref.alloc() : memref<8xi32>
  %chosen = arith.select %c, %A, %other : memref<8xi32>
  %last = scf.for %i = %zero to %three step %one iter_args(%carried = %chosen) -> (memref<8xi32>) {
    %kept = func.call @same(%c, %carried) : (i1, memref<8xi32>) -> memref<8xi32>
    scf.yield %kept : memref<8xi32>
  }
  %flat = memref.cast %last : memref<8xi32> to memref<?xi32>
  func.call @at_last(%flat) : (memref<?xi32>) -> ()
  func.return
}

func.func private @same(%c: i1, %A: memref<8xi32>) -> memref<8xi32> {
  %again = scf.if %c -> (memref<8xi32>) {
    %given = func.call @same(%c, %A) : (i1, memref<8xi32>) -> memref<8xi32>
    scf.yield %given : memref<8xi32>
  } else {
    scf.yield %A : memref<8xi32>
  }
  func.return %again : memref<8xi32>
}

func.func private @at_last(%A: memref<?xi32>) {
  memref.dealloc %A : memref<?xi32>
  func.return
}

// -----

// What a function without a body does is not known.
// CHECK-LABEL: func.func @f
// CHECK: affine.if
func.func @f(%c: i1, %n: index, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %A = memref.alloc() {pad.name = "A"} : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  func.call @release(%A) : (memref<8xi32>) -> ()
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{would access a buffer that may be deallocated by then}}
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<8xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

func.func private @release(memref<8xi32>)
