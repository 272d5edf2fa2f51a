// Views of laid-out buffers that are passed on, or whose cells are not known.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// Not even whole tiles: a callee's buffer starts at its first cell.
func.func private @callee(memref<4xf32, strided<[1], offset: 4>>)
func.func @passed(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %V = memref.subview %A[4] [4] [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<4xf32, strided<[1], offset: 4>>
  // expected-error@+1 {{'func.call' takes a view of the laid-out buffer memref<14xf32, #pad.layout<[affine_map<(d0) -> ((d0 floordiv 4), (d0 mod 4))>], ["undef"], {}>>, which cannot be passed on, because its cells are not a buffer in physical memory; copy the view to a new buffer with memref.copy, and copy it back if it is written}}
  func.call @callee(%V) : (memref<4xf32, strided<[1], offset: 4>>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// All of its cells, but in another order than a buffer of this type has them.
func.func private @callee(memref<?xf32>)
func.func @cast(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %V = memref.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<?xf32>
  // expected-error@+1 {{'func.call' takes the laid-out buffer memref<14xf32, #pad.layout<[affine_map<(d0) -> ((d0 floordiv 4), (d0 mod 4))>], ["undef"], {}>> as memref<?xf32>, which does not have its layout; pass the buffer itself, without the memref.cast, to a parameter of its own shape, or copy it to a new buffer with memref.copy}}
  func.call @callee(%V) : (memref<?xf32>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @returned(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> memref<2x7xf32> {
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<2x7xf32>
  // expected-error@+1 {{'func.return' takes a view of the laid-out buffer}}
  func.return %V : memref<2x7xf32>
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @chosen(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %B: memref<2x7xf32>, %c: i1) -> f32 {
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<2x7xf32>
  // expected-error@+1 {{'arith.select' takes a view of the laid-out buffer}}
  %C = arith.select %c, %V, %B : memref<2x7xf32>
  %a = affine.load %C[0, 0] : memref<2x7xf32>
  func.return %a : f32
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @carried(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %x: f32) {
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<2x7xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{'scf.for' takes a view of the laid-out buffer}}
  %W = scf.for %i = %c0 to %c2 step %c1 iter_args(%C = %V) -> (memref<2x7xf32>) {
    memref.store %x, %C[%i, %i] : memref<2x7xf32>
    scf.yield %C : memref<2x7xf32>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// A buffer that is stored itself may be used from anywhere.
func.func @stored(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %B: memref<1xmemref<2x7xf32>>) {
  %c0 = arith.constant 0 : index
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<2x7xf32>
  // expected-error@+1 {{'memref.store' takes a view of the laid-out buffer}}
  memref.store %V, %B[%c0] : memref<1xmemref<2x7xf32>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @part_freed() {
  %A = memref.alloc() : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>
  %V = memref.subview %A[4] [4] [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<4xf32, strided<[1], offset: 4>>
  // expected-error@+1 {{'memref.dealloc' takes a view of the laid-out buffer}}
  memref.dealloc %V : memref<4xf32, strided<[1], offset: 4>>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @copied(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %B: memref<?xf32>, %n: index) {
  %V = memref.subview %A[0] [%n] [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<?xf32, strided<[1]>>
  // expected-error@+1 {{'memref.copy' takes a view of a laid-out buffer, memref<?xf32, strided<[1]>>, of a size that is known only at run time; give the size, or copy in a loop}}
  "memref.copy"(%V, %B) : (memref<?xf32, strided<[1]>>, memref<?xf32>) -> ()
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @axis(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>, %n: index) -> index {
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<2x7xf32>
  // expected-error@+1 {{the axis of this memref.dim of a view of a laid-out buffer, memref<2x7xf32>, is not a constant below its rank 2}}
  %d = memref.dim %V, %n : memref<2x7xf32>
  func.return %d : index
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @no_rank(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{'memref.cast' is not supported on a laid-out buffer: it is an unranked memref; access the buffer itself}}
  %V = memref.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<*xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// The base of a subview is that of the buffer: which elements are meant is not asked.
func.func @reinterpreted_part(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> f32 {
  %V = memref.subview %A[4] [4] [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<4xf32, strided<[1], offset: 4>>
  // expected-error@+1 {{is not supported on a laid-out buffer: its operand does not have all cells of the buffer}}
  %W = memref.reinterpret_cast %V to offset: [0], sizes: [2, 2], strides: [2, 1] : memref<4xf32, strided<[1], offset: 4>> to memref<2x2xf32>
  %a = affine.load %W[0, 0] : memref<2x2xf32>
  func.return %a : f32
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @wrong_size(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: 14 elements are not 2 x 6}}
  %V = memref.expand_shape %A [[0, 1]] output_shape [2, 6] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<2x6xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @wrong_rank(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: it needs an offset, a size and a stride for each of 1 axes}}
  %V = memref.subview %A[0, 0] [2, 7] [1, 1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<2x7xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @other_shape(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: its result type has other sizes than its size operands}}
  %V = memref.subview %A[0] [7] [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<8xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// Surely outside, through a view too.
func.func @outside(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) -> f32 {
  %V = memref.subview %A[8] [6] [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<6xf32, strided<[1], offset: 8>>
  // expected-error@+1 {{'affine.load' accesses A[14], outside its logical shape [14]}}
  %a = affine.load %V[6] : memref<6xf32, strided<[1], offset: 8>>
  func.return %a : f32
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @rank(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: it changes the rank}}
  %V = memref.cast %A : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<2x7xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @offsets(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: it needs one offset}}
  %V = memref.reinterpret_cast %A to offset: [0, 0], sizes: [7], strides: [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<7xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @strides(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: it needs a stride for each of 2 axes}}
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [2, 7], strides: [1] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<2x7xf32>
  func.return
}

// -----

#rows = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>

func.func @unknown_size(%A: memref<2x7xf32, #pad.layout<[#rows], ["undef"], {}>>) {
  %D = memref.cast %A : memref<2x7xf32, #pad.layout<[#rows], ["undef"], {}>> to memref<2x?xf32>
  // expected-error@+1 {{is not supported on a laid-out buffer: its operand has a size that is known only at run time, of another axis than the first}}
  %V = memref.reinterpret_cast %D to offset: [0], sizes: [7, 2], strides: [2, 1] : memref<2x?xf32> to memref<7x2xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func @groups(%A: memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: its groups of axes are not those of its types}}
  %V = memref.expand_shape %A [[0], [1]] output_shape [2, 7] : memref<14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<2x7xf32>
  func.return
}

// -----

#tiles = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>

func.func @axes(%A: memref<2x14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  // expected-error@+1 {{is not supported on a laid-out buffer: its groups of axes are not those of its types}}
  %V = memref.collapse_shape %A [[0, 1, 2]] : memref<2x14xf32, #pad.layout<[#tiles], ["undef"], {}>> into memref<28xf32>
  func.return
}

// -----

#tiles = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>

func.func @collapsed(%A: memref<2x14xf32, #pad.layout<[#tiles], ["undef"], {}>>) {
  %D = memref.cast %A : memref<2x14xf32, #pad.layout<[#tiles], ["undef"], {}>> to memref<?x14xf32>
  // expected-error@+1 {{is not supported on a laid-out buffer: a size is known only at run time}}
  %V = memref.collapse_shape %D [[0, 1]] : memref<?x14xf32> into memref<?xf32>
  func.return
}
