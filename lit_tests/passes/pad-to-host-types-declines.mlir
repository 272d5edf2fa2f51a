// Types and operations on them that upstream MLIR or LLVM would not survive.
// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file --verify-diagnostics -p pad-to-host

// expected-error@+1 {{'func.func' has i0, which has no lowering: an integer has 1 to 4096 bits}}
func.func @no_bits(%x: i0) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has i4097, which has no lowering: an integer has 1 to 4096 bits}}
func.func @many_bits(%x: i4097) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has f80, which has no lowering: its numbers cannot be written as text here; use f64}}
func.func @wide_floats(%x: f80) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has vector<4xf128>, which has no lowering: its numbers cannot be written as text here; use f64}}
func.func @wide_floats_in_a_vector(%x: vector<4xf128>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has !llvm.void, which has no lowering: no value is of this type}}
func.func @nothing(%x: !llvm.void) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has !llvm.func<void ()>, which has no lowering: no value is of this type}}
func.func @function_type(%x: !llvm.func<void ()>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>, which has no lowering: a buffer has at most 64 axes}}
func.func @many_axes(%x: memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has memref<4611686018427387904x4xf32>, which has no lowering: a buffer must be smaller than 2^60 bytes}}
func.func @many_bytes(%x: memref<4611686018427387904x4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has memref<4611686018427387904x0x4xf32>, which has no lowering: a buffer must be smaller than 2^60 bytes}}
func.func @empty_of_many_bytes(%x: memref<4611686018427387904x0x4xf32>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has memref<4xvector<[4]xf32>>, which has no lowering: vectors in memory have one axis or more, of fixed size}}
func.func @scalable_elements(%x: memref<4xvector<[4]xf32>>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has memref<4xvector<f32>>, which has no lowering: vectors in memory have one axis or more, of fixed size}}
func.func @vectors_without_axes(%x: memref<4xvector<f32>>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has memref<?xf32, affine_map<(d0) -> ((d0 floordiv 2))>>, which has no lowering: its layout is not a strided one, and pad-apply-layouts takes those of static shapes of buffers only; write a strided<..> layout, or none}}
func.func @layout(%x: memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has memref<4xmemref<4xf32, 3 : i64>>, which has no lowering: buffers in memory are in no memory space of their own}}
func.func @space_of_an_element(%x: memref<4xmemref<4xf32, 3>>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has vector<1000000xf32>, which has no lowering: a vector has at most 65536 lanes}}
func.func @many_lanes(%x: vector<1000000xf32>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has tensor<4611686018427387904x4xf32>, which has no lowering: it is too large}}
func.func @large_tensor(%x: tensor<4611686018427387904x4xf32>) {
  func.return
}

// -----

func.func @local() {
  // expected-error@+1 {{'memref.alloc' has memref<1152921504606846976xi8>, which has no lowering: a buffer must be smaller than 2^60 bytes}}
  %A = memref.alloc() : memref<1152921504606846976xi8>
  func.return
}

// -----

func.func @power(%x: i1) -> i1 {
  // expected-error@+1 {{'math.ipowi' of i1 has no lowering: use a wider integer}}
  %r = math.ipowi %x, %x : i1
  func.return %r : i1
}

// -----

// 2^3 is no number of this type, so that what folds the operation has nothing to round with.
func.func @ceiling(%x: f6E2M3FN) -> f6E2M3FN {
  // expected-error@+1 {{'math.ceil' of f6E2M3FN has no lowering: widen it by arith.extf}}
  %r = math.ceil %x : f6E2M3FN
  func.return %r : f6E2M3FN
}

// -----

func.func @sum(%v: vector<4xf8E4M3FN>) -> f8E4M3FN {
  // expected-error@+1 {{'vector.reduction' of f8E4M3FN has no lowering: widen the elements by arith.extf}}
  %r = vector.reduction <add>, %v : vector<4xf8E4M3FN> into f8E4M3FN
  func.return %r : f8E4M3FN
}

// -----

func.func @quotient() -> f4E2M1FN {
  %zero = arith.constant 0.0 : f4E2M1FN
  // expected-error@+1 {{'arith.divf' of f4E2M1FN has no lowering: widen it by arith.extf}}
  %r = arith.divf %zero, %zero : f4E2M1FN
  func.return %r : f4E2M1FN
}

// -----

func.func @angle(%x: f6E3M2FN, %y: f6E3M2FN) -> f6E3M2FN {
  // expected-error@+1 {{'math.atan2' of f6E3M2FN has no lowering: widen it by arith.extf}}
  %r = math.atan2 %x, %y : f6E3M2FN
  func.return %r : f6E3M2FN
}
