// RUN: pad-opt %s -p pad-propagate-layouts --split-input-file --verify-diagnostics | filecheck %s

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// Nobody sees what a function without a body does with other types.
// CHECK-LABEL: @no_body(
// CHECK: pad.unpack
// CHECK: func.call @print(%l)
func.func private @print(memref<14xf32>)
func.func @no_body(%P: memref<14xf32, #zeros>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: the call to @print may write l}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  func.call @print(%l) : (memref<14xf32>) -> ()
  memref.dealloc %l : memref<14xf32>
  func.return
}

// CHECK-LABEL: @filled_elsewhere(
// CHECK: func.call @print(%l)
// CHECK: pad.pack
func.func @filled_elsewhere(%B: memref<14xf32>) {
  %Q = memref.alloc() : memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  func.call @print(%l) : (memref<14xf32>) -> ()
  // expected-remark@+1 {{pack of l into Q not removed: @print has no body here, so its signature cannot change}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  // expected-remark@+1 {{unpack of Q into B not removed: B is not allocated in the function, so the copy is at its boundary}}
  pad.unpack %Q into %B : memref<14xf32, #zeros> into memref<14xf32>
  memref.dealloc %Q : memref<14xf32, #zeros>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// CHECK-LABEL: @recursive(
// CHECK: func.call @fill(%l
// CHECK: pad.pack
func.func @recursive(%Q: memref<14xf32, #zeros>, %n: index) {
  %l = memref.alloc() : memref<14xf32>
  func.call @fill(%l, %n) : (memref<14xf32>, index) -> ()
  // expected-remark@+1 {{pack of l into Q not removed: @fill calls itself, so its signature cannot change}}
  pad.pack %l into %Q : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  func.return
}
func.func private @fill(%A: memref<14xf32>, %n: index) {
  %one = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  %more = arith.cmpi sgt, %n, %one : index
  scf.if %more {
    %m = arith.subi %n, %one : index
    func.call @fill(%A, %m) : (memref<14xf32>, index) -> ()
  }
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// CHECK-LABEL: @aliasing(
// CHECK: pad.unpack
func.func @aliasing(%P: memref<14xf32, #zeros>, %Q: memref<14xf32, #zeros>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: the call to @copy may write l}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  %m = memref.alloc() : memref<14xf32>
  func.call @copy(%l, %m) : (memref<14xf32>, memref<14xf32>) -> ()
  // expected-remark@+1 {{pack of m into Q not removed: pad.may_alias is on @copy}}
  pad.pack %m into %Q : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %l : memref<14xf32>
  memref.dealloc %m : memref<14xf32>
  func.return
}
func.func private @copy(%A: memref<14xf32>, %B: memref<14xf32>) attributes {pad.may_alias} {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// CHECK-LABEL: @waiting(
// CHECK: pad.pack
func.func @waiting(%Q: memref<14xf32, #zeros>) {
  %m = memref.alloc() : memref<14xf32>
  func.call @ones(%m) : (memref<14xf32>) -> ()
  // expected-remark@+1 {{pack of m into Q not removed: pad.layouts of @ones are not applied yet}}
  pad.pack %m into %Q : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %m : memref<14xf32>
  func.return
}
func.func private @ones(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}} {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// What a callee frees, or gives back, is not looked for.
// CHECK-LABEL: @freed(
// CHECK: pad.unpack
// CHECK: func.call @use_and_free(%P)
func.func @freed(%A: memref<14xf32>, %B: memref<14xf32>) {
  %P = memref.alloc() : memref<14xf32, #zeros>
  // expected-remark@+1 {{pack of A into P not removed: A is not allocated in the function, so the copy is at its boundary}}
  pad.pack %A into %P : memref<14xf32> into memref<14xf32, #zeros>
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: the call to @use_and_free uses P other than by loads and stores}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  func.call @use_and_free(%P) : (memref<14xf32, #zeros>) -> ()
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}
func.func private @use_and_free(%A: memref<14xf32, #zeros>) {
  memref.dealloc %A : memref<14xf32, #zeros>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The callee writes what the copy was taken of.
// CHECK-LABEL: @written_by_a_call(
// CHECK: pad.unpack
func.func @written_by_a_call(%P: memref<14xf32, #zeros>, %B: memref<14xf32>) {
  %l = memref.alloc() : memref<14xf32>
  // expected-remark@+1 {{unpack of P into l not removed: the call to @clear may write P, and l is needed as it was before}}
  pad.unpack %P into %l : memref<14xf32, #zeros> into memref<14xf32>
  func.call @clear(%P) : (memref<14xf32, #zeros>) -> ()
  affine.for %i = 0 to 14 {
    %a = affine.load %l[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  }
  memref.dealloc %l : memref<14xf32>
  func.return
}
func.func private @clear(%A: memref<14xf32, #zeros>) {
  %x = arith.constant 0.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #zeros>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0.0 : f32], {}>

// The callee hands its parameter on as one of two buffers.
// CHECK-LABEL: @select_inside(
// CHECK: pad.pack
func.func @select_inside(%Q: memref<14xf32, #zeros>, %R: memref<14xf32>, %c: i1) {
  %m = memref.alloc() : memref<14xf32>
  func.call @fill_one(%m, %R, %c) : (memref<14xf32>, memref<14xf32>, i1) -> ()
  // expected-remark@+1 {{pack of m into Q not removed: the call to @fill_one uses m other than by loads and stores}}
  pad.pack %m into %Q : memref<14xf32> into memref<14xf32, #zeros>
  memref.dealloc %m : memref<14xf32>
  func.return
}
func.func private @fill_one(%A: memref<14xf32>, %B: memref<14xf32>, %c: i1) {
  %x = arith.constant 0.0 : f32
  %S = arith.select %c, %A, %B : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %S[%i] : memref<14xf32>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
#zeros = #pad.layout<[#tiles], [0 : i32], {}>
#ones = #pad.layout<[#tiles], [1 : i32], {}>

// Both sides, where the padding does not fit and nobody can change it.
// CHECK-LABEL: @fixed_padding(
// CHECK: pad.unpack
// CHECK: pad.pack
func.func private @leaves_ones(memref<14xi32, #ones>)
func.func private @takes_zeros(memref<14xi32, #zeros>)
func.func @fixed_padding() {
  %P = memref.alloc() : memref<14xi32, #ones>
  func.call @leaves_ones(%P) : (memref<14xi32, #ones>) -> ()
  %l = memref.alloc() : memref<14xi32>
  // expected-remark@+1 {{unpack of P into l not removed: l is packed again}}
  pad.unpack %P into %l : memref<14xi32, #ones> into memref<14xi32>
  %Q = memref.alloc() : memref<14xi32, #zeros>
  // expected-remark@+1 {{pack of l into Q not removed: the padding of P is 1 : i32 (from @leaves_ones), but the padding of Q must be 0 : i32 (for @takes_zeros), and @leaves_ones has no body here, so its signature cannot change}}
  pad.pack %l into %Q : memref<14xi32> into memref<14xi32, #zeros>
  func.call @takes_zeros(%Q) : (memref<14xi32, #zeros>) -> ()
  memref.dealloc %P : memref<14xi32, #ones>
  memref.dealloc %l : memref<14xi32>
  memref.dealloc %Q : memref<14xi32, #zeros>
  func.return
}
