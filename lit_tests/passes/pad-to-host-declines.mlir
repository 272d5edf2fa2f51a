// REQUIRES: mlir
// RUN: pad-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect -p pad-to-host

// expected-error@+1 {{'func.func' has a buffer whose #pad.layout is not applied yet: run pad-apply-layouts first}}
func.func @argument(%B: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>) {
  func.return
}

// -----

// expected-error@+1 {{'func.func' has a buffer whose #pad.layout is not applied yet: run pad-apply-layouts first}}
func.func @waiting(%B: memref<14xf32>) attributes {pad.layouts = {B = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}} {
  func.return
}

// -----

// Also as a part of another type.
// expected-error@+1 {{'func.func' has a buffer whose #pad.layout is not applied yet}}
func.func @compound(%t: tuple<memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>>) {
  func.return
}

// -----

func.func @local() {
  // expected-error@+1 {{'memref.alloc' has a buffer whose #pad.layout is not applied yet}}
  %t = memref.alloc() : memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>
  func.return
}

// -----

// expected-error@+1 {{a buffer of i4 has no lowering: use i1, or i8 and wider}}
func.func @nibbles(%A: memref<4xi4>) {
  func.return
}

// -----

func.func @odd_vectors(%A: memref<8xi24>, %i: index) {
  // expected-error@+1 {{'vector.load' of i24 has no lowering: in memory these do not lie as they do in a vector; load and store them one by one}}
  %a = vector.load %A[%i] : memref<8xi24>, vector<4xi24>
  func.return
}

// -----

func.func @other_dialect(%A: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{'linalg.fill' cannot be lowered to the llvm dialect here; lower it first}}
  linalg.fill ins(%zero : f32) outs(%A : memref<4xf32>)
  func.return
}

// -----

func.func @unknown(%A: memref<4xf32>) {
  // expected-error@+1 {{upstream MLIR has no dialect of 'unknown.operation'; lower it first}}
  "unknown.operation"(%A) : (memref<4xf32>) -> ()
  func.return
}

// -----

func.func @refused_upstream(%A: memref<4xf32>) {
  // expected-error@+1 {{upstream MLIR: 'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible}}
  %B = memref.cast %A : memref<4xf32> to memref<5xf32>
  func.return
}

// -----

// Arguments become noalias, so that the second load would be taken for the first.
func.func private @f(%A: memref<4xf32>, %B: memref<4xf32>, %x: f32) -> f32 {
  %a = affine.load %A[0] : memref<4xf32>
  affine.store %x, %B[0] : memref<4xf32>
  %b = affine.load %A[0] : memref<4xf32>
  %c = arith.addf %a, %b : f32
  func.return %c : f32
}
func.func @one_buffer_twice(%X: memref<4xf32>, %x: f32) -> f32 {
  // expected-error@+1 {{@f gets X as A and as B, and writes B[0]; to a callee that writes, two parameters are two buffers: pass a copy as one of them, or put pad.may_alias on the callee}}
  %c = func.call @f(%X, %X, %x) : (memref<4xf32>, memref<4xf32>, f32) -> f32
  func.return %c : f32
}

// -----

// Analyses of the callee take A[0, 1] and A[1, 0] for two cells.
func.func private @f(%A: memref<2x4xf32, strided<[?, 1]>>, %x: f32) {
  affine.store %x, %A[1, 0] : memref<2x4xf32, strided<[?, 1]>>
  func.return
}
func.func @rows_that_overlap(%X: memref<8xf32>, %x: f32) {
  %c3 = arith.constant 3 : index
  %V = memref.reinterpret_cast %X to offset: [0], sizes: [2, 4], strides: [%c3, 1] : memref<8xf32> to memref<2x4xf32, strided<[?, 1]>>
  // expected-error@+1 {{@f gets rows that overlap as A, and writes A[1, 0]; to a callee that writes, different indices are different cells: pass a copy}}
  func.call @f(%V, %x) : (memref<2x4xf32, strided<[?, 1]>>, f32) -> ()
  func.return
}

// -----

func.func @view_of_other_numbers(%A: memref<2x3xf32>, %B: memref<6xi32>) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<6xf32>' but found 'memref<6xi32>'}}
  %V = "memref.collapse_shape"(%A) <{reassociation = [[0 : i64, 1 : i64]]}> : (memref<2x3xf32>) -> memref<6xi32>
  affine.for %i = 0 to 6 {
    %v = affine.load %V[%i] : memref<6xi32>
    affine.store %v, %B[%i] : memref<6xi32>
  }
  func.return
}
