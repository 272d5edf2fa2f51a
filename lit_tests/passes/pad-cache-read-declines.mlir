// Where pad-cache-read leaves a buffer alone.
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A}' --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p 'pad-cache-read{buffer=A}' --split-input-file 2>/dev/null | filecheck %s

// CHECK-NOT: A_cache

// expected-remark@+1 {{[pad-cache-read] buffer 'A' not cached: 'affine.store' writes it between the copy and a read; give the option stage, to cache it in one stage only, or use pad-cache-write}}
func.func @written(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 1 to 14 {
    %a = affine.load %A[%i - 1] : memref<14xf32>
    affine.store %a, %A[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'A' not cached: 'affine.store' writes it between the copy and a read}}
func.func @written_between(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xf32>
    affine.store %b, %A[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'A' not cached: the copy may read cells that are not written before it}}
func.func @not_written(%x: f32, %B: memref<14xf32>) {
  %A = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 13 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  affine.for %i = 0 to 13 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'A' not cached: A may be used under another name}}
func.func @alias(%A: memref<14xf32>, %B: memref<14xf32>) attributes {pad.may_alias} {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

func.func @size_in_loop(%n: index, %x: f32, %B: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %i8 = arith.index_cast %i : index to i8
    %size = arith.index_cast %i8 : i8 to index
    // expected-remark@+1 {{buffer 'A' not cached: a size of A is computed inside of a loop or an if, where no loop over its cells can have it in its bound; compute it outside}}
    %A = memref.alloc(%size) : memref<?xf32>
    affine.for %j = 0 to 4 {
      affine.store %x, %A[%j] : memref<?xf32>
    }
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%j] : memref<?xf32>
      affine.store %a, %B[%j] : memref<?xf32>
    }
    memref.dealloc %A : memref<?xf32>
  }
  func.return
}

// -----

// Where the padding begins is not in the type, and nothing else says it.
// expected-remark@+1 {{buffer 'A' not cached: the padding of A may not be accessed, and begins where its logical size says, which is no argument; cache it before its layout is applied, or give its padding a value}}
func.func @padding_of_no_known_size(%n: index, %x: f32, %B: memref<?x4xf32>) {
  %tiles = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%n)
  %A = memref.alloc(%tiles) {pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>} : memref<?x4xf32>
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<?x4xf32>
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<?x4xf32>
    affine.store %a, %B[%i floordiv 4, %i mod 4] : memref<?x4xf32>
  }
  memref.dealloc %A : memref<?x4xf32>
  func.return
}

// -----

func.func private @external(memref<14xf32>)
func.func @whole(%A: memref<14xf32>) {
  // expected-remark@+1 {{buffer 'A' not cached: 'func.call' uses A as a whole; name one stage beside it by `stage`}}
  func.call @external(%A) : (memref<14xf32>) -> ()
  func.return
}

// -----

// expected-remark@+1 {{buffer 'A' not cached: an index of A is not a quasi-affine function of loops and sizes}}
func.func @gather(%A: memref<14xf32>, %I: memref<14xi32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %k = affine.load %I[%i] : memref<14xi32>
    %c = arith.index_cast %k : i32 to index
    %d = arith.muli %c, %c : index
    %a = memref.load %A[%d] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// expected-remark@+1 {{buffer 'A' not cached: A is not read}}
func.func @not_read(%A: memref<14xf32>, %x: f32) {
  affine.store %x, %A[0] : memref<14xf32>
  func.return
}

// -----

func.func private @external()
func.func @behind_its_back(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    // expected-remark@+1 {{buffer 'A' not cached: 'func.call' may access A without being given it}}
    func.call @external() : () -> ()
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

// Where n is 0, A is not read, and may be deallocated.
func.func @deallocated(%c: i1, %n: index, %x: f32, %B: memref<14xf32>) {
  %A = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  scf.if %c {
    // expected-remark@+1 {{buffer 'A' not cached: 'func.call' may have deallocated A by then}}
    func.call @release(%A) : (memref<14xf32>) -> ()
  }
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

func.func private @release(%buffer: memref<14xf32>) {
  memref.dealloc %buffer : memref<14xf32>
  func.return
}
