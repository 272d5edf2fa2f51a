// What is not a value of the lanes.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{the pad value 0 : i32 is not a value of the element type vector<4xf32>}}
func.func @other_type(%A: memref<14xvector<4xf32>, #pad.layout<[#tiles], [0 : i32], {}>>) {
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{arith.addi has no identity on f32}}
func.func @no_identity(%A: memref<14xvector<4xf32>, #pad.layout<[#tiles], ["identity(addi)"], {}>>) {
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

func.func private @scalar(%io: index, %ii: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  func.return %zero : f32
}
// expected-error@+1 {{the pad kind @scalar must be a function of the physical indices after its step, (index, index) -> vector<4xf32>, but is (index, index) -> f32}}
func.func @scalar_function(%A: memref<14xvector<4xf32>, #pad.layout<[#tiles], [@scalar], {}>>) {
  func.return
}

// -----

#tiles = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>

// expected-error@+1 {{@global has padding with a value, but MLIR has no data of vector<4xf32> for globals; give it "undef" or "forbidden" padding, or lay out a copy of it}}
memref.global "private" @global : memref<14xvector<4xf32>, #pad.layout<[#tiles], [0.0 : f32], {}>> = uninitialized
func.func @of_a_global() {
  %A = memref.get_global @global : memref<14xvector<4xf32>, #pad.layout<[#tiles], [0.0 : f32], {}>>
  func.return
}
