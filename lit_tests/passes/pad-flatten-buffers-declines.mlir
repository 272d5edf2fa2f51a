// RUN: pad-opt %s -p pad-flatten-buffers --split-input-file --verify-diagnostics
// RUN: pad-opt %s -p pad-flatten-buffers --split-input-file | filecheck %s

// CHECK-LABEL: @passes_it_on
// CHECK-SAME: %A: memref<4x8xf32>
func.func private @external(memref<4x8xf32>)
func.func @passes_it_on(%A: memref<4x8xf32>) {
  // expected-remark@+1 {{buffer 'A' not flattened: @external, which takes or returns it, has no body here}}
  func.call @external(%A) : (memref<4x8xf32>) -> ()
  func.return
}

// -----

// CHECK-LABEL: @not_understood
// CHECK-SAME: %A: memref<4x8xf32>
func.func @not_understood(%A: memref<4x8xf32>) {
  // expected-remark@+1 {{buffer 'A' not flattened: 'memref.extract_aligned_pointer_as_index' takes or makes it, and is not understood}}
  %p = memref.extract_aligned_pointer_as_index %A : memref<4x8xf32> -> index
  func.return
}

// -----

// CHECK-LABEL: @unranked
// CHECK: memref.cast %A : memref<4x8xf32> to memref<*xf32>
func.func @unranked(%A: memref<4x8xf32>) {
  // expected-remark@+1 {{buffer 'A' not flattened: 'memref.cast' is not supported: it is an unranked memref}}
  %U = memref.cast %A : memref<4x8xf32> to memref<*xf32>
  func.call @of_any_rank(%U) : (memref<*xf32>) -> ()
  func.return
}
func.func @of_any_rank(%U: memref<*xf32>) {
  func.return
}

// -----

// CHECK-LABEL: @part_again
// CHECK: memref.reinterpret_cast
func.func @part_again(%A: memref<4x8xf32>) {
  %S = memref.subview %A[1, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 8>>
  // expected-remark@+1 {{buffer 'A' not flattened: 'memref.reinterpret_cast' is not supported: its operand does not have all cells of the buffer}}
  %V = memref.reinterpret_cast %S to offset: [0], sizes: [8], strides: [1] : memref<2x8xf32, strided<[8, 1], offset: 8>> to memref<8xf32>
  func.return
}

// -----

// Vectors of cells in another order.
// CHECK-LABEL: @vector_of_columns
// CHECK: memref.reinterpret_cast
func.func @vector_of_columns(%A: memref<4x8xf32>) {
  %zero = arith.constant 0 : index
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [2, 16], strides: [16, 1] : memref<4x8xf32> to memref<2x16xf32>
  // expected-remark@+1 {{buffer 'A' not flattened: the vector<16xf32> of 'vector.load' is not a piece of a row of what is viewed}}
  %v = vector.load %V[%zero, %zero] : memref<2x16xf32>, vector<16xf32>
  func.return
}

// -----

// CHECK-LABEL: @cast_and_passed_on
// CHECK: memref.cast
func.func private @external(memref<?x8xf32>)
func.func @cast_and_passed_on(%A: memref<4x8xf32>) {
  %C = memref.cast %A : memref<4x8xf32> to memref<?x8xf32>
  // expected-remark@+1 {{buffer 'A' not flattened: @external, which takes or returns it, has no body here}}
  func.call @external(%C) : (memref<?x8xf32>) -> ()
  func.return
}

// -----

// CHECK-LABEL: @any_axis
// CHECK: memref.dim %A
func.func @any_axis(%A: memref<4x8xf32>, %axis: index) -> index {
  // expected-remark@+1 {{buffer 'A' not flattened: what 'memref.dim' asks for is the size of no constant axis}}
  %n = memref.dim %A, %axis : memref<4x8xf32>
  func.return %n : index
}

// -----

// A subview is not a buffer with a flat shape of its own.
// CHECK-LABEL: @copied
// CHECK: memref.subview %A
func.func @copied(%A: memref<4x8xf32>, %B: memref<2x8xf32, strided<[8, 1]>>) {
  %S = memref.subview %A[0, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1]>>
  // expected-remark@+2 {{buffer 'A' not flattened: 'memref.copy' takes a view of a part of it, or is not understood}}
  // expected-remark@-3 {{buffer 'B' not flattened: memref<2x8xf32, strided<[8, 1]>> is not row-major}}
  memref.copy %S, %B : memref<2x8xf32, strided<[8, 1]>> to memref<2x8xf32, strided<[8, 1]>>
  func.return
}

// -----

// CHECK-LABEL: @size_at_run_time
// CHECK-SAME: %A: memref<?x8xf32>
// expected-remark@+1 {{buffer 'A' not flattened: no argument is the logical size of axis 0 of A; tie one to it by pad.size}}
func.func @size_at_run_time(%A: memref<?x8xf32>) {
  func.return
}

// -----

// CHECK-LABEL: @inner_size_at_run_time
// CHECK-SAME: %A: memref<8x?xf32>
// expected-remark@+1 {{buffer 'A' not flattened: the size of axis 1 of memref<8x?xf32> is known only at run time, and would be a factor of the index, where a layout has constants; give its layout a separator before that axis}}
func.func @inner_size_at_run_time(%A: memref<8x?xf32>, %n: index {pad.size = [{of = "A", dim = 1}]}) {
  func.return
}

// -----

// CHECK-LABEL: @cells_of_an_inner_size
// CHECK: memref.reinterpret_cast %A
func.func @cells_of_an_inner_size(%A: memref<4x?xf32>, %n: index {pad.size = [{of = "A", dim = 1}]}, %x: f32) {
  // expected-remark@+1 {{buffer 'A' not flattened: 'memref.reinterpret_cast' is not supported: its operand has a size that is known only at run time, of another axis than the first}}
  %V = memref.reinterpret_cast %A to offset: [0], sizes: [%n], strides: [1] : memref<4x?xf32> to memref<?xf32, strided<[1]>>
  affine.for %i = 0 to %n {
    affine.store %x, %V[%i] : memref<?xf32, strided<[1]>>
  }
  func.return
}

// -----

// A caller's buffer of a known size is no buffer of the callee's type.
// CHECK-LABEL: @size_of_a_caller
// CHECK: memref.cast %A : memref<8x4xf32> to memref<?x4xf32>
func.func @size_of_a_caller(%A: memref<8x4xf32>, %x: f32) {
  %n = arith.constant 8 : index
  %V = memref.cast %A : memref<8x4xf32> to memref<?x4xf32>
  // expected-remark@+2 {{buffer 'A' not flattened: 'func.call' takes a view of a part of it, or is not understood}}
  // expected-remark@+1 {{buffer 'B' not flattened: 'func.call' takes a view of a part of it, or is not understood}}
  func.call @fills(%V, %n, %x) : (memref<?x4xf32>, index, f32) -> ()
  func.return
}
func.func private @fills(%B: memref<?x4xf32> {pad.name = "B"}, %n: index {pad.size = [{of = "B", dim = 0}]}, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %B[%i, 2] : memref<?x4xf32>
  }
  func.return
}

// -----

// CHECK-LABEL: @no_cells
// CHECK-SAME: %A: memref<?x0xf32>
// expected-remark@+1 {{buffer 'A' not flattened: a flat memref<?x0xf32> does not tell its sizes that are known only at run time}}
func.func @no_cells(%A: memref<?x0xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  func.return
}

// -----

// CHECK-LABEL: @returned
// CHECK: memref.alloc(%n) : memref<?x8xf32>
func.func @returned(%n: index) -> memref<?x8xf32> {
  // expected-remark@+1 {{buffer 'A' not flattened: a result does not tell its logical sizes, which are known only at run time}}
  %A = memref.alloc(%n) : memref<?x8xf32>
  func.return %A : memref<?x8xf32>
}

// -----

// CHECK-LABEL: @of_rows
// CHECK: vector.load %A[%zero, %zero] : memref<4x8xf32>
func.func @of_rows(%A: memref<4x8xf32>) {
  %zero = arith.constant 0 : index
  // expected-remark@+1 {{buffer 'A' not flattened: the vector<2x8xf32> of 'vector.load' is not a piece of a row}}
  %v = vector.load %A[%zero, %zero] : memref<4x8xf32>, vector<2x8xf32>
  func.return
}

// -----

// CHECK-LABEL: @spread
// CHECK: memref.subview %A
func.func @spread(%A: memref<4x8xf32>, %v: vector<4xf32>) {
  %zero = arith.constant 0 : index
  %S = memref.subview %A[0, 0] [4, 4] [1, 2] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 2]>>
  // expected-remark@+1 {{buffer 'A' not flattened: the vector<4xf32> of 'vector.store' is not a piece of a row of what is viewed}}
  vector.store %v, %S[%zero, %zero] : memref<4x4xf32, strided<[8, 2]>>, vector<4xf32>
  func.return
}

// -----

// CHECK-LABEL: @strides
// CHECK: memref.subview %A
func.func @strides(%A: memref<4x8xf32>, %step: index, %x: f32) {
  %S = memref.subview %A[0, 0] [4, 2] [1, %step] : memref<4x8xf32> to memref<4x2xf32, strided<[8, ?]>>
  // expected-remark@+1 {{buffer 'A' not flattened: a stride of 'memref.subview' is not a constant}}
  affine.store %x, %S[1, 1] : memref<4x2xf32, strided<[8, ?]>>
  func.return
}

// -----

// CHECK-LABEL: @offset
// CHECK: memref.subview %A
func.func @offset(%A: memref<4x8xf32>, %P: memref<1xindex>, %x: f32) {
  affine.for %i = 0 to 3 {
    %p = affine.load %P[0] : memref<1xindex>
    %S = memref.subview %A[%p, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    // expected-remark@+1 {{buffer 'A' not flattened: an offset of 'memref.subview' is not an affine operand, which 'affine.store' needs}}
    affine.store %x, %S[0, %i] : memref<1x8xf32, strided<[8, 1], offset: ?>>
  }
  func.return
}

// -----

// One buffer has one flat shape.
// CHECK-LABEL: @separated
// CHECK-SAME: %A: memref<2x3x4xf32>
#one = #pad.layout<[affine_map<(i, j, k) -> (i, j, k)>], ["forbidden"], {separators = [1]}>
#other = #pad.layout<[affine_map<(i, j, k) -> (i, j, k)>], ["forbidden"], {separators = [2]}>
// expected-remark@+1 {{buffer 'A' not flattened: its layouts separate axes so that they are [2, 12] and [6, 4]}}
func.func @separated(%A: memref<2x3x4xf32> {pad.logical = memref<2x3x4xf32, #one>}, %B: memref<2x3x4xf32> {pad.logical = memref<2x3x4xf32, #other>}) {
  memref.copy %A, %B : memref<2x3x4xf32> to memref<2x3x4xf32>
  func.return
}

// -----

// CHECK-LABEL: @across
// CHECK: memref.collapse_shape %A
#one = #pad.layout<[affine_map<(i, j, k) -> (i, j, k)>], ["forbidden"], {separators = [1]}>
// expected-remark@+1 {{buffer 'A' not flattened: memref<6x4xf32> has axes across the separators of [2, 12]}}
func.func @across(%A: memref<2x3x4xf32> {pad.logical = memref<2x3x4xf32, #one>}, %x: f32) {
  %C = memref.collapse_shape %A [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  affine.store %x, %C[5, 3] : memref<6x4xf32>
  func.return
}

// -----

// Of one axis there is nothing to say.
// CHECK-LABEL: @is_flat
func.func private @external(memref<8xf32>)
func.func @is_flat(%A: memref<8xf32>) {
  func.call @external(%A) : (memref<8xf32>) -> ()
  func.return
}

// -----

// A buffer without a name is told by its type.
// CHECK-LABEL: @nameless
// CHECK: memref.alloc() : memref<4x8xf32>
func.func private @external(memref<4x8xf32>)
func.func @nameless() {
  %0 = memref.alloc() : memref<4x8xf32>
  // expected-remark@+1 {{buffer '<unnamed> : memref<4x8xf32>' not flattened: @external, which takes or returns it, has no body here}}
  func.call @external(%0) : (memref<4x8xf32>) -> ()
  memref.dealloc %0 : memref<4x8xf32>
  func.return
}

// -----

// Where a function is named, its type is needed.
// CHECK-LABEL: @named
// CHECK-SAME: %A: memref<4x8xf32>
func.func @named(%A: memref<4x8xf32>) {
  func.return
}
func.func @names_it() {
  // expected-remark@+1 {{buffer 'A' not flattened: 'llvm.mlir.addressof' names @named}}
  %f = "llvm.mlir.addressof"() <{global_name = @named}> : () -> !llvm.ptr
  func.return
}

// -----

// CHECK-LABEL: @freed
// CHECK: memref.subview %A
func.func @freed() {
  %A = memref.alloc() : memref<4x8xf32>
  %S = memref.subview %A[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  // expected-remark@+1 {{buffer 'A' not flattened: 'memref.dealloc' takes or makes it, and is not understood}}
  memref.dealloc %S : memref<4x8xf32, strided<[8, 1]>>
  func.return
}

// -----

// It is flat already, and its padding stays unless `elide` is given: nothing is to be told.
// CHECK-LABEL: @flat_and_padded
// CHECK-SAME: %A: memref<16xf32>
#padded = #pad.layout<[affine_map<(d0) -> (d0)>], ["forbidden"], {extents = [16]}>
func.func private @external(memref<16xf32>)
func.func @flat_and_padded(%A: memref<16xf32> {pad.logical = memref<14xf32, #padded>}) {
  func.call @external(%A) : (memref<16xf32>) -> ()
  func.return
}
