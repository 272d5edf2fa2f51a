// Calls that leave the buffer, or free it only afterwards; and what other iterations access is not freed.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{function=f}' --split-input-file | filecheck %s

// CHECK-LABEL: func.func @f
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @f(%B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %A = memref.alloc() {pad.name = "A"} : memref<8xi32>
  func.call @count(%A) : (memref<8xi32>) -> ()
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (6 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.call @release(%A) : (memref<8xi32>) -> ()
  func.return
}

func.func private @count(%A: memref<8xi32>) {
  %n = arith.constant 5 : i32
  %own = memref.alloc() : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.store %n, %A[%i] : memref<8xi32>
    affine.store %n, %own[%i] : memref<8xi32>
  }
  func.call @release(%own) : (memref<8xi32>) -> ()
  func.return
}

func.func private @release(%A: memref<8xi32>) {
  memref.dealloc %A : memref<8xi32>
  func.return
}

// -----

// CHECK-LABEL: func.func @f
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @f(%B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %A = memref.alloc() {pad.name = "A"} : memref<8xi32>
  func.call @look(%A) : (memref<8xi32>) -> ()
  affine.store %zero, %A[7] : memref<8xi32>
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (6 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xi32>
      %s = affine.load %B[0] : memref<1xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

func.func private @look(memref<8xi32>)
