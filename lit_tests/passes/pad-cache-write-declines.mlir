// Where pad-cache-write leaves a buffer alone.
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B}' --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: pad-opt %s -p 'pad-cache-write{buffer=B}' --split-input-file --allow-unregistered-dialect 2>/dev/null | filecheck %s

// CHECK-NOT: B_cache

// expected-remark@+1 {{[pad-cache-write] buffer 'B' not cached: B is not written}}
func.func @not_written(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'B' not cached: the copy back would also write cells that may not be written there; their values would have to be copied in first, but they may not be written before either}}
func.func @partly(%A: memref<14xf32>, %x: f32) {
  %B = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 13 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 13 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32>
  }
  func.return
}

// -----

func.func @alias(%B: memref<14xf32>, %c: i1, %x: f32, %A: memref<14xf32>) {
  // expected-remark@+1 {{buffer 'B' not cached: B may be used under another name: 'arith.select' passes it on}}
  %C = arith.select %c, %A, %B : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// What is not loops yet: its name, its place, and what helps.
func.func @unlowered(%B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{buffer 'B' not cached: 'linalg.fill' uses B, and nothing is known of it; lower it to loops first by upstream's convert-linalg-to-affine-loops}}
  linalg.fill ins(%x : f32) outs(%B : memref<14xf32>)
  func.return
}

// -----

func.func @unregistered(%B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{buffer 'B' not cached: 'toy.sum' uses B, and nothing is known of it; lower it to loops first}}
  "toy.sum"(%B) : (memref<14xf32>) -> ()
  func.return
}

// -----

func.func @vectors(%B: memref<14xf32>, %x: vector<2xf32>) {
  affine.for %i = 0 to 14 step 2 {
    // expected-remark@+1 {{buffer 'B' not cached: 'vector.store' accesses vectors of B; cache B before vectorizing}}
    vector.store %x, %B[%i] : memref<14xf32>, vector<2xf32>
  }
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

func.func private @external(memref<14xf32>)
func.func @whole(%B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  // expected-remark@+1 {{buffer 'B' not cached: 'func.call' uses B as a whole; name one stage beside it by `stage`}}
  func.call @external(%B) : (memref<14xf32>) -> ()
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'B' not cached: an index of B is not a quasi-affine function of loops and sizes}}
func.func @scatter(%I: memref<14xi32>, %B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    %k = affine.load %I[%i] : memref<14xi32>
    %c = arith.index_cast %k : i32 to index
    %d = arith.muli %c, %c : index
    memref.store %x, %B[%d] : memref<14xf32>
  }
  func.return
}

// -----

func.func private @external()
func.func @behind_its_back(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    // expected-remark@+1 {{buffer 'B' not cached: 'func.call' may access B without being given it}}
    func.call @external() : () -> ()
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// No iteration writes it: nothing is to be brought back.
// expected-remark@+1 {{buffer 'B' not cached: it is not written there}}
func.func @never(%B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 0 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// Between the stages that write it.
func.func @deallocated(%c: i1, %n: index, %x: f32) {
  %B = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  scf.if %c {
    // expected-remark@+1 {{buffer 'B' not cached: 'memref.dealloc' may have deallocated B by then}}
    memref.dealloc %B : memref<14xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %x, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// -----

func.func @deallocated_before(%c: i1, %n: index, %B: memref<14xf32>, %x: f32) {
  scf.if %c {
    // expected-remark@+1 {{buffer 'B' not cached: 'memref.dealloc' may have deallocated B by then}}
    memref.dealloc %B : memref<14xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  func.return
}
