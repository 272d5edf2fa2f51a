// What cannot be made physical is an error at the operation, and contracts that a call breaks one at the cast.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @out_of_bounds(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  affine.for %i = 0 to 15 {
    // expected-error@+1 {{'affine.load' accesses A[14], outside its logical shape [14]; correct the index, or guard the access}}
    %a = affine.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
    affine.store %a, %A[0] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// In the physical box is not in bounds: there, padding would be stored over.
func.func @padding(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %x: f32) {
  // expected-error@+1 {{'affine.store' accesses A[15], outside its logical shape [14]}}
  affine.store %x, %A[15] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @below(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %x: f32) {
  // expected-error@+1 {{'affine.store' accesses A[-1], outside its logical shape [14]}}
  affine.store %x, %A[-1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @address(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> index {
  // expected-error@+1 {{'memref.extract_aligned_pointer_as_index' takes the laid-out buffer}}
  %p = "memref.extract_aligned_pointer_as_index"(%A) : (memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> index
  func.return %p : index
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @axis(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %n: index) -> index {
  // expected-error@+1 {{is not a constant below its rank 1}}
  %d = memref.dim %A, %n : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return %d : index
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @made_elsewhere() {
  // expected-error@+1 {{'memref.get_global' names @g, which is not a global of this module; a global that is defined elsewhere cannot get a layout}}
  %A = memref.get_global @g : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @assumed() {
  %c13 = arith.constant 13 : index
  affine.for %i = 0 to 14 {
    %less = arith.cmpi slt, %i, %c13 : index
    // expected-error@+1 {{the assumed condition is false at iteration [13]}}
    pad.assume %less : i1
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// Undef is not a value.
func.func private @use(f32)
func.func private @reads(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func @undef_as_value(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{@reads needs 1.000000e+00 : f32 in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is undef; pad it with 1.000000e+00 : f32, or copy it with pad.pack}}
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @reads(%B) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// One value is not another.
func.func private @use(f32)
func.func private @reads(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func @other_value(%A: memref<14xf32, #pad.layout<[#tiles], [2.0 : f32], {}>>) {
  // expected-error@+1 {{@reads needs 1.000000e+00 : f32 in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is 2.000000e+00 : f32}}
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [2.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @reads(%B) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// -0.0 is not 0.0.
func.func private @use(f32)
func.func private @reads(%A: memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func @minus_zero(%A: memref<14xf32, #pad.layout<[#tiles], [-0.0 : f32], {}>>) {
  // expected-error@+1 {{@reads needs 0.000000e+00 : f32 in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is -0.000000e+00 : f32}}
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [-0.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
  func.call @reads(%B) : (memref<14xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// Forbidden cells may not exist, so even undef is too much.
func.func private @use(f32)
func.func private @reads(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func @forbidden_as_undef(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  // expected-error@+1 {{@reads needs undef in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is forbidden}}
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.call @reads(%B) : (memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// Nor may they be written.
func.func private @use(f32)
func.func private @writes(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %x = arith.constant 7.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  }
  func.return
}
func.func @forbidden_as_value(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>) {
  // expected-error@+1 {{@writes needs undef in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is forbidden}}
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @writes(%B) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// A callee that stores undef leaves none of the values.
func.func private @use(f32)
func.func private @writes(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %x = arith.constant 7.0 : f32
  affine.for %i = 0 to 14 {
    affine.store %x, %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  }
  func.return
}
func.func @undef_at_exit(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  // expected-error@+1 {{@writes may leave undef in the padding of layout step 0 (cell [3, 2]), but the buffer must hold 1.000000e+00 : f32 after the call; copy it with pad.pack, or give the callee that pad kind}}
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.call @writes(%B) : (memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// An external function may do anything that its type says.
func.func private @use(f32)
func.func private @external(memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>)
func.func @calls_external(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  // expected-error@+1 {{@external may leave undef in the padding of layout step 0 (cell [3, 2])}}
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.call @external(%B) : (memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// What a cast in between says is not what the buffer holds.
func.func private @use(f32)
func.func private @reads(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) {
  %a = affine.load %A[0] : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @use(%a) : (f32) -> ()
  func.return
}
func.func @in_between(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>
  // expected-error@+1 {{@reads needs 1.000000e+00 : f32 in the padding of layout step 0 (cell [3, 2]) on entry, but the padding of the buffer is undef}}
  %C = pad.cast %B : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>
  func.call @reads(%C) : (memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// The caller would get a buffer whose contract is that of another type.
func.func @returned(%A: memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>>) -> memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> {
  %B = pad.cast %A : memref<14xf32, #pad.layout<[#tiles], [1.0 : f32], {}>> to memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  // expected-error@+1 {{'func.return' takes the result of a pad.cast, which only accesses and calls may}}
  func.return %B : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @size(%A: memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, %B: memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, %c: i1) -> index {
  %c0 = arith.constant 0 : index
  %C = arith.select %c, %A, %B : memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>
  // expected-error@+1 {{the logical size of axis 0 of memref<?xf32, #pad.layout<[affine_map<(d0) -> ((d0 floordiv 4), (d0 mod 4))>], ["undef"], {}>> is no value here; take memref.dim of the argument or the allocation that the buffer is}}
  %n = memref.dim %C, %c0 : memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>
  func.return %n : index
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func private @callee(%A: memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  func.return
}
func.func @caller(%A: memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, %B: memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>, %c: i1) {
  %C = arith.select %c, %A, %B : memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>
  // expected-error@+1 {{@callee takes the logical sizes of its argument 0, which is memref<?xf32, #pad.layout<[affine_map<(d0) -> ((d0 floordiv 4), (d0 mod 4))>], ["undef"], {}>>, but axis 0 of what is passed here is of a size that is no value; pass an argument or an allocation}}
  func.call @callee(%C) : (memref<?xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @in_a_loop(%x: f32, %k: index) {
  // expected-error@+1 {{a size of the padded buffer is computed inside of a loop, where no loop over the padding can have it in its bound; compute it outside}}
  affine.for %i = 0 to 8 {
    %n = arith.muli %i, %k : index
    %T = memref.alloc(%n) : memref<?xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
    memref.dealloc %T : memref<?xf32, #pad.layout<[#tiles], [0.0 : f32], {}>>
  }
  func.return
}
