// Calls that may do something else, and buffers that somebody reads.
// RUN: pad-opt %s -p pad-remove-no-op | filecheck %s

// The result is used; it is not known what it does.
func.func private @unknown(memref<16xf32>)
func.func private @twice(%x: f32) -> f32 {
  %r = arith.addf %x, %x : f32
  func.return %r : f32
}
// CHECK-LABEL: @needed
// CHECK: func.call @twice
// CHECK: func.call @unknown
func.func @needed(%A: memref<16xf32>, %x: f32) -> f32 {
  %r = func.call @twice(%x) : (f32) -> f32
  func.call @unknown(%A) : (memref<16xf32>) -> ()
  func.return %r : f32
}

// It need not end; it calls itself; it stops the program; it holds an assume of the user; one calls such a callee.
func.func private @searches(%A: memref<16xi1>) {
  %c0 = arith.constant 0 : index
  %k = scf.while (%i = %c0) : (index) -> index {
    %c = memref.load %A[%i] : memref<16xi1>
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  func.return
}
func.func private @recurs(%A: memref<16xi1>) {
  func.call @recurs(%A) : (memref<16xi1>) -> ()
  func.return
}
func.func private @asserts(%A: memref<16xi1>) {
  %a = affine.load %A[0] : memref<16xi1>
  cf.assert %a, "A[0]"
  func.return
}
func.func private @assumes(%A: memref<16xi1>) {
  %a = affine.load %A[0] : memref<16xi1>
  pad.assume %a {pad.user} : i1
  func.return
}
func.func private @outer(%A: memref<16xi1>) {
  func.call @asserts(%A) : (memref<16xi1>) -> ()
  func.return
}
// CHECK-LABEL: @more
// CHECK: func.call @searches
// CHECK: func.call @recurs
// CHECK: func.call @asserts
// CHECK: func.call @assumes
// CHECK: func.call @outer
func.func @more(%A: memref<16xi1>) {
  func.call @searches(%A) : (memref<16xi1>) -> ()
  func.call @recurs(%A) : (memref<16xi1>) -> ()
  func.call @asserts(%A) : (memref<16xi1>) -> ()
  func.call @assumes(%A) : (memref<16xi1>) -> ()
  func.call @outer(%A) : (memref<16xi1>) -> ()
  func.return
}

// It writes a global; an argument of the caller, which is read later, or not overwritten whole; it frees one.
memref.global @state : memref<1xf32> = uninitialized
func.func private @remembers(%x: f32) {
  %G = memref.get_global @state : memref<1xf32>
  affine.store %x, %G[0] : memref<1xf32>
  func.return
}
func.func private @fill(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  func.return
}
func.func private @accumulate(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %s = arith.addf %a, %x : f32
    affine.store %s, %A[%i] : memref<16xf32>
  }
  func.return
}
func.func private @frees(%A: memref<16xf32>) {
  memref.dealloc %A : memref<16xf32>
  func.return
}
// CHECK-LABEL: @writes
// CHECK: func.call @remembers
// CHECK: func.call @fill(%A, %x)
// CHECK: func.call @accumulate(%A, %x)
// CHECK: func.call @fill(%B, %x)
// CHECK: affine.for
// CHECK: func.call @frees
func.func @writes(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  func.call @remembers(%x) : (f32) -> ()
  func.call @fill(%A, %x) : (memref<16xf32>, f32) -> ()
  func.call @accumulate(%A, %x) : (memref<16xf32>, f32) -> ()
  func.call @fill(%B, %x) : (memref<16xf32>, f32) -> ()
  affine.for %i = 0 to 15 {
    affine.store %x, %B[%i] : memref<16xf32>
  }
  %T = memref.alloc() : memref<16xf32>
  func.call @frees(%T) : (memref<16xf32>) -> ()
  func.return
}

// The next iteration reads it.
// CHECK-LABEL: @next_iteration
// CHECK: func.call @fill
func.func @next_iteration(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %k = 0 to 4 {
    %b = affine.load %B[%k] : memref<16xf32>
    affine.store %b, %A[%k] : memref<16xf32>
    func.call @fill(%B, %x) : (memref<16xf32>, f32) -> ()
  }
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i] : memref<16xf32>
  }
  func.return
}

// Read through a view; returned; given to a callee that is not known; stored into another one.
// CHECK-LABEL: @buffers
// CHECK: memref.alloc
// CHECK: affine.store %x
// CHECK: memref.alloc
// CHECK: memref.alloc
// CHECK: memref.alloc
// CHECK: memref.store
func.func @buffers(%P: memref<1xmemref<16xf32>>, %x: f32, %i: index) -> (f32, memref<16xf32>) {
  %S = memref.alloc() : memref<16xf32>
  affine.store %x, %S[0] : memref<16xf32>
  %V = memref.collapse_shape %S [[0]] : memref<16xf32> into memref<16xf32>
  %v = memref.load %V[%i] : memref<16xf32>
  %T = memref.alloc() : memref<16xf32>
  %U = memref.alloc() : memref<16xf32>
  func.call @unknown(%U) : (memref<16xf32>) -> ()
  %W = memref.alloc() : memref<16xf32>
  %c0 = arith.constant 0 : index
  memref.store %W, %P[%c0] : memref<1xmemref<16xf32>>
  func.return %v, %T : f32, memref<16xf32>
}
