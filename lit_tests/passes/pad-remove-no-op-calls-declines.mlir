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

// One condition broken by each callee: it may not end, or stop the program; an assume of the user; a function that nobody
// sees; what it writes is read by another name.
// CHECK-LABEL: func.func @publish
// CHECK: func.call @search
// CHECK: func.call @checked
// CHECK: func.call @trusted
// CHECK: func.call @reports
// CHECK: memref.alloc
// CHECK: func.call @returns_it
// CHECK: affine.store %seven, %A[7]
func.func private @search(%src: memref<16xi32>, %scratch: memref<16xi32>, %key: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %at = scf.while (%i = %c0) : (index) -> index {
    %w = arith.remui %i, %c16 : index
    %a = memref.load %src[%w] : memref<16xi32>
    %go = arith.cmpi ne, %a, %key : i32
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %n = arith.addi %i, %c1 : index
    scf.yield %n : index
  }
  memref.store %key, %scratch[%c0] : memref<16xi32>
  func.return
}
func.func private @checked(%src: memref<16xi32>, %scratch: memref<16xi32>, %key: i32) {
  %a = affine.load %src[0] : memref<16xi32>
  %ok = arith.cmpi sge, %a, %key : i32
  cf.assert %ok, "the first element is at least the key"
  affine.store %a, %scratch[1] : memref<16xi32>
  func.return
}
func.func private @trusted(%src: memref<16xi32>, %scratch: memref<16xi32>, %key: i32) {
  %a = affine.load %src[1] : memref<16xi32>
  %ok = arith.cmpi sge, %a, %key : i32
  pad.assume %ok {pad.user} : i1
  affine.store %a, %scratch[2] : memref<16xi32>
  func.return
}
func.func private @reports(%src: memref<16xi32>, %scratch: memref<16xi32>, %key: i32) {
  func.call @callback(%key) : (i32) -> ()
  affine.store %key, %scratch[3] : memref<16xi32>
  func.return
}
func.func private @returns_it(%src: memref<16xi32>, %scratch: memref<16xi32>, %key: i32) -> memref<16xi32> {
  affine.store %key, %scratch[4] : memref<16xi32>
  func.return %scratch : memref<16xi32>
}
func.func private @callback(i32)
func.func @publish(%src: memref<16xi32>, %out: memref<16xi32>, %A: memref<9xindex>,
    %m: index, %key: i32) {
  %seven = arith.constant 7 : index
  %s0 = memref.alloc() : memref<16xi32>
  func.call @search(%src, %s0, %key) : (memref<16xi32>, memref<16xi32>, i32) -> ()
  memref.dealloc %s0 : memref<16xi32>
  %s1 = memref.alloc() : memref<16xi32>
  func.call @checked(%src, %s1, %key) : (memref<16xi32>, memref<16xi32>, i32) -> ()
  memref.dealloc %s1 : memref<16xi32>
  %s2 = memref.alloc() : memref<16xi32>
  func.call @trusted(%src, %s2, %key) : (memref<16xi32>, memref<16xi32>, i32) -> ()
  memref.dealloc %s2 : memref<16xi32>
  %s3 = memref.alloc() : memref<16xi32>
  func.call @reports(%src, %s3, %key) : (memref<16xi32>, memref<16xi32>, i32) -> ()
  memref.dealloc %s3 : memref<16xi32>
  %s4 = memref.alloc() : memref<16xi32>
  %alias = func.call @returns_it(%src, %s4, %key) : (memref<16xi32>, memref<16xi32>, i32) -> memref<16xi32>
  %r = affine.load %alias[4] : memref<16xi32>
  affine.store %r, %out[0] : memref<16xi32>
  // A[i] = i for i < m only: whether cell 7 was written is not known
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 9)>()[%m] {
    affine.store %i, %A[%i] : memref<9xindex>
  }
  affine.store %seven, %A[7] : memref<9xindex>
  func.return
}

// What overwrites it assumes something of what the first call left; so does what stands between two.
func.func private @ones(%X: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %one, %X[%i] : memref<4xf32>
  }
  func.return
}
func.func private @ones_again(%X: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  %x = affine.load %X[0] : memref<4xf32>
  %is = arith.cmpf oeq, %x, %one : f32
  pad.assume %is : i1
  affine.for %i = 0 to 4 {
    affine.store %one, %X[%i] : memref<4xf32>
  }
  func.return
}
// CHECK-LABEL: @assumed_by_the_next
// CHECK: call @ones(
// CHECK: call @ones_again(
func.func @assumed_by_the_next(%A: memref<4xf32>) {
  func.call @ones(%A) : (memref<4xf32>) -> ()
  func.call @ones_again(%A) : (memref<4xf32>) -> ()
  func.return
}
// CHECK-LABEL: @assumed_between
// CHECK: call @ones(
// CHECK: pad.assume
// CHECK: call @ones(
func.func @assumed_between(%A: memref<4xf32>) {
  func.call @ones(%A) : (memref<4xf32>) -> ()
  %one = arith.constant 1.0 : f32
  %a = affine.load %A[0] : memref<4xf32>
  %is = arith.cmpf oeq, %a, %one : f32
  pad.assume %is : i1
  func.call @ones(%A) : (memref<4xf32>) -> ()
  func.return
}
// CHECK-LABEL: @assumed_in_the_loop
// CHECK: call @ones(
// CHECK: call @ones(
func.func @assumed_in_the_loop(%A: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 2 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %a = affine.load %A[0] : memref<4xf32>
      %is = arith.cmpf oeq, %a, %one : f32
      pad.assume %is : i1
    }
    func.call @ones(%A) : (memref<4xf32>) -> ()
  }
  func.call @ones(%A) : (memref<4xf32>) -> ()
  func.return
}

// The call of the next iteration may read what this one stored last; a call in between may read it at once.
// CHECK-LABEL: @shown_in_the_next
// CHECK: func.call @show
// CHECK-NEXT: affine.store %x
// CHECK: affine.store %y
func.func private @show(memref<6xf32>)
func.func @shown_in_the_next(%out: memref<6xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 6 {
    func.call @show(%out) : (memref<6xf32>) -> ()
    affine.store %x, %out[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    affine.store %y, %out[%i] : memref<6xf32>
  }
  func.return
}
// CHECK-LABEL: @shown_in_between
// CHECK: affine.store %x
// CHECK: affine.store %y
func.func @shown_in_between(%out: memref<6xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 6 {
    affine.store %x, %out[%i] : memref<6xf32>
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      func.call @show(%out) : (memref<6xf32>) -> ()
    }
    affine.store %y, %out[%i] : memref<6xf32>
  }
  func.return
}

// A call writes a variable of the module: other functions see it.
// CHECK-LABEL: func.func @writes_variable
// CHECK: func.call @fills
// CHECK-LABEL: func.func @variable_between
// CHECK: func.call @fills
// CHECK: affine.load
// CHECK: func.call @fills
memref.global "private" @variable : memref<3xf32> = dense<[2.0, 0.5, 1.0]>
func.func private @fills(%X: memref<3xf32>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.store %x, %X[%i] : memref<3xf32>
  }
  func.return
}
func.func @writes_variable(%x: f32) {
  %g = memref.get_global @variable : memref<3xf32>
  func.call @fills(%g, %x) : (memref<3xf32>, f32) -> ()
  func.return
}
func.func @variable_between(%x: f32, %y: f32) -> f32 {
  %g = memref.get_global @variable : memref<3xf32>
  func.call @fills(%g, %x) : (memref<3xf32>, f32) -> ()
  %h = memref.get_global @variable : memref<3xf32>
  %a = affine.load %h[1] : memref<3xf32>
  func.call @fills(%g, %y) : (memref<3xf32>, f32) -> ()
  func.return %a : f32
}
