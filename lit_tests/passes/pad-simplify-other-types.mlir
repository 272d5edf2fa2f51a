// Loads of buffers that have several names, of one element type or of several.
// RUN: pad-opt %s -p pad-simplify -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// The same view and cell: nothing between the store and the load touches %raw.
// CHECK-LABEL: @frame
// CHECK: memref.store %x, %f
// CHECK: affine.for
// CHECK-NOT: memref.load
// CHECK: memref.store %x, %out
func.func @frame(%raw: memref<128xi8>, %other: memref<16xf32>, %out: memref<4xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %f = memref.view %raw[%c32][] : memref<128xi8> to memref<16xf32>
  memref.store %y, %f[%c0] : memref<16xf32>
  memref.store %x, %f[%c0] : memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.store %y, %other[%i] : memref<16xf32>
  }
  %a = memref.load %f[%c0] : memref<16xf32>
  memref.store %a, %out[%c0] : memref<4xf32>
  func.return
}

// One byte of four changes; the integer 1 has the bits of the smallest float.
// CHECK-LABEL: @patch
// CHECK: %v = memref.load %f
// CHECK-NEXT: arith.constant
// CHECK-NEXT: memref.store %v, %out
// CHECK: %w = arith.constant 1.401300e-45 : f32
// CHECK: memref.store %w, %out
func.func @patch(%raw: memref<64xi8>, %words: memref<8xi32>, %out: memref<8xf32>, %y: f32, %b: i8) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %f = memref.view %raw[%c0][] : memref<64xi8> to memref<16xf32>
  memref.store %y, %f[%c0] : memref<16xf32>
  memref.store %b, %raw[%c2] : memref<64xi8>
  %v = memref.load %f[%c0] : memref<16xf32>
  memref.store %v, %out[%c0] : memref<8xf32>
  memref.store %one, %words[%c0] : memref<8xi32>
  %wf = memref.reinterpret_cast %words to offset: [0], sizes: [8], strides: [1] : memref<8xi32> to memref<8xf32>
  %w = memref.load %wf[%c0] : memref<8xf32>
  memref.store %w, %out[%c2] : memref<8xf32>
  func.return
}

// Bytes that are all 0, whoever wrote them; bytes 1 and 2 of the i32 0x00020100 are an f16; a
// double of two integers: 0x3FF00000 above 0 is 1.0.
// CHECK-LABEL: @by_bytes
// CHECK: %a = arith.constant 0.000000e+00 : f64
// CHECK: affine.store %a, %out[0]
// CHECK: %h = arith.constant 3.057{{.*}}e-05 : f16
// CHECK: affine.store %h, %half[0]
// CHECK: %d = arith.constant 1.000000e+00 : f64
// CHECK: affine.store %d, %out[1]
func.func @by_bytes(%raw: memref<64xi8>, %out: memref<4xf64>, %half: memref<4xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i8
  %n = arith.constant 131328 : i32
  %high = arith.constant 1072693248 : i32
  %i = memref.view %raw[%c0][] : memref<64xi8> to memref<16xi32>
  %f = memref.view %raw[%c0][] : memref<64xi8> to memref<8xf64>
  %g = memref.view %raw[%c1][] : memref<64xi8> to memref<8xf16>
  affine.for %k = 0 to 64 {
    affine.store %z, %raw[%k] : memref<64xi8>
  }
  %a = affine.load %f[3] : memref<8xf64>
  affine.store %a, %out[0] : memref<4xf64>
  affine.store %n, %i[0] : memref<16xi32>
  %h = affine.load %g[0] : memref<8xf16>
  affine.store %h, %half[0] : memref<4xf16>
  affine.store %high, %i[15] : memref<16xi32>
  %d = affine.load %f[7] : memref<8xf64>
  affine.store %d, %out[1] : memref<4xf64>
  func.return
}

// A row as one vector, and rows of another shape, are the same cells.
// CHECK-LABEL: @rows
// CHECK-NOT: affine.load
// CHECK: affine.store %x, %out[0]
// CHECK: %b = affine.load %A[1, 3]
// CHECK: affine.store %b, %out[1]
func.func @rows(%A: memref<4x8xf32>, %out: memref<4xf32>, %x: f32, %v: vector<8xf32>) {
  %rows = vector.type_cast %A : memref<4x8xf32> to memref<4xvector<8xf32>>
  %flat = memref.collapse_shape %A [[0, 1]] : memref<4x8xf32> into memref<32xf32>
  affine.store %x, %flat[19] : memref<32xf32>
  affine.store %v, %rows[1] : memref<4xvector<8xf32>>
  %a = affine.load %A[2, 3] : memref<4x8xf32>
  affine.store %a, %out[0] : memref<4xf32>
  affine.store %x, %flat[11] : memref<32xf32>
  affine.store %v, %rows[1] : memref<4xvector<8xf32>>
  %b = affine.load %A[1, 3] : memref<4x8xf32>
  affine.store %b, %out[1] : memref<4xf32>
  func.return
}

// The bits of a NaN are not known; an offset that is not known may be any; so may a place that is
// no multiple of the element's size.
// CHECK-LABEL: @not_known
// CHECK: affine.load %i[0]
// CHECK: affine.load %f[1]
// CHECK: affine.load %f[2]
func.func @not_known(%raw: memref<64xi8>, %out: memref<4xf32>, %n: memref<4xi32>, %at: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %nan = arith.constant 0x7FC00000 : f32
  %f = memref.view %raw[%c0][] : memref<64xi8> to memref<4xf32>
  %i = memref.view %raw[%c0][] : memref<64xi8> to memref<4xi32>
  %g = memref.view %raw[%c2][] : memref<64xi8> to memref<4xf32>
  %h = memref.view %raw[%at][] : memref<64xi8> to memref<4xf32>
  affine.store %nan, %f[0] : memref<4xf32>
  %bits = affine.load %i[0] : memref<4xi32>
  affine.store %bits, %n[0] : memref<4xi32>
  affine.store %x, %f[1] : memref<4xf32>
  affine.store %x, %g[0] : memref<4xf32>
  %a = affine.load %f[1] : memref<4xf32>
  affine.store %a, %out[1] : memref<4xf32>
  affine.store %x, %f[2] : memref<4xf32>
  affine.store %x, %h[0] : memref<4xf32>
  %b = affine.load %f[2] : memref<4xf32>
  affine.store %b, %out[2] : memref<4xf32>
  func.return
}
