// Vectors of laid-out buffers that are not a piece of a row, or leave it.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

#rows = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>

func.func @block(%A: memref<4x14xf32, #pad.layout<[#rows], ["undef"], {}>>, %B: memref<4x14xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'vector.load' takes the laid-out buffer memref<4x14xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, (d1 floordiv 4), (d1 mod 4))>], ["undef"], {}>>, but vector<2x4xf32> is not a piece of a row; access its elements one by one, or vectors of elements that are next to each other on its last axis}}
  %v = vector.load %A[%c0, %c0] : memref<4x14xf32, #pad.layout<[#rows], ["undef"], {}>>, vector<2x4xf32>
  vector.store %v, %B[%c0, %c0] : memref<4x14xf32>, vector<2x4xf32>
  func.return
}

// -----

#rows = affine_map<(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)>

func.func @column(%A: memref<4x14xf32, #pad.layout<[#rows], ["undef"], {}>>, %B: memref<4x14xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{'vector.transfer_read' takes the laid-out buffer memref<4x14xf32, #pad.layout<[affine_map<(d0, d1) -> (d0, (d1 floordiv 4), (d1 mod 4))>], ["undef"], {}>>, but its map affine_map<(d0, d1) -> (d0)> does not run along the last axis of the buffer; access its elements one by one}}
  %v = vector.transfer_read %A[%c0, %c0], %zero {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<4x14xf32, #pad.layout<[#rows], ["undef"], {}>>, vector<4xf32>
  vector.store %v, %B[%c0, %c0] : memref<4x14xf32>, vector<4xf32>
  func.return
}

// -----

#one = affine_map<() -> (0)>

func.func @no_axis(%A: memref<f32, #pad.layout<[#one], ["undef"], {}>>, %B: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{but there are no neighbours in it}}
  %v = vector.load %A[] : memref<f32, #pad.layout<[#one], ["undef"], {}>>, vector<1xf32>
  vector.store %v, %B[%c0] : memref<1xf32>, vector<1xf32>
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// The box has room for it, but what is there is padding.
func.func @behind(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 step 4 {
    // expected-error@+1 {{the vector<4xf32> of 'vector.load' runs beyond the last axis of A; to access only lanes in bounds, use vector.maskedload and vector.maskedstore, or vector.transfer_read and vector.transfer_write}}
    %v = vector.load %A[%i] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, vector<4xf32>
    vector.store %v, %B[%i] : memref<16xf32>, vector<4xf32>
  }
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// The end of a view is one as well.
func.func @behind_a_view(%A: memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>>, %x: vector<4xf32>) {
  %c2 = arith.constant 2 : index
  %V = memref.subview %A[4] [4] [1] : memref<14xf32, #pad.layout<[#tiles], ["forbidden"], {}>> to memref<4xf32, strided<[1], offset: 4>>
  // expected-error@+1 {{the vector<4xf32> of 'vector.store' runs beyond the last axis of V}}
  vector.store %x, %V[%c2] : memref<4xf32, strided<[1], offset: 4>>, vector<4xf32>
  func.return
}

// -----

// Rows in memory are shorter than the vector.
func.func @dynamic(%A: memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>, %v: vector<16xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 floordiv 16) * 16)>()[%n] step 16 {
    // expected-error@+1 {{'vector.store' takes the laid-out buffer memref<?xf32, #pad.layout<[affine_map<(d0) -> ((d0 floordiv 4), (d0 mod 4))>], ["undef"], {}>>, of a size that is known only at run time; lay it out before the loop is vectorized, or access its elements one by one}}
    vector.store %v, %A[%i] : memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>, vector<16xf32>
  }
  func.return
}
