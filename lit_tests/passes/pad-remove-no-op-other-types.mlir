// Stores into buffers that have several names, of one element type or of several.
// RUN: pad-opt %s -p pad-remove-no-op -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// The first store is overwritten by the same view; the caller sees the second one by %raw.
// CHECK-LABEL: @frame
// CHECK-NOT: memref.store %y
// CHECK: memref.store %x, %f
// CHECK: affine.for
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

// What is stored as integers is overwritten as floats, or not read.
// CHECK-LABEL: @sum_after_memset
// CHECK-NOT: pad.stage = "clear"
// CHECK: pad.stage = "copy"
// CHECK: pad.stage = "compute"
func.func @sum_after_memset(%A: memref<14xf32>, %S: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %bits0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %raw = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %bits0, %raw[%i] : memref<16xi32>
  } {pad.stage = "clear"}
  %f = memref.reinterpret_cast %raw to offset: [0], sizes: [16], strides: [1] : memref<16xi32> to memref<16xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %f[%i] : memref<16xf32>
  } {pad.stage = "copy"}
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %S[0] : memref<1xf32>
      %x = affine.load %f[%i] : memref<16xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %S[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  memref.dealloc %raw : memref<16xi32>
  func.return
}

// A byte of the first store is read, and three of the second one. (The loop 'dump' overwrites what
// the byte is written to, so without that loop the first store and its reader stay.)
// CHECK-LABEL: @patch
// CHECK: memref.store %x, %f
// CHECK: memref.load %raw
// CHECK: memref.store %y, %f
// CHECK: memref.store %b, %raw
// CHECK: %v = memref.load %f
// CHECK: pad.stage = "fill"
func.func @patch(%raw: memref<64xi8>, %words: memref<8xi32>, %out: memref<8xf32>, %log: memref<64xi8>, %x: f32, %y: f32, %b: i8) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %f = memref.view %raw[%c0][] : memref<64xi8> to memref<16xf32>
  // (a) the first store is read as a byte
  memref.store %x, %f[%c0] : memref<16xf32>
  %byte = memref.load %raw[%c2] : memref<64xi8>
  memref.store %byte, %log[%c0] : memref<64xi8>
  memref.store %y, %f[%c0] : memref<16xf32>
  // (b) one byte of four changes
  memref.store %b, %raw[%c2] : memref<64xi8>
  %v = memref.load %f[%c0] : memref<16xf32>
  memref.store %v, %out[%c0] : memref<8xf32>
  // (c) the integer 1 is not the float 1.0
  memref.store %one, %words[%c0] : memref<8xi32>
  %wf = memref.reinterpret_cast %words to offset: [0], sizes: [8], strides: [1] : memref<8xi32> to memref<8xf32>
  %w = memref.load %wf[%c0] : memref<8xf32>
  memref.store %w, %out[%c2] : memref<8xf32>
  // (d) bytes in reverse, floats forward
  affine.for %i = 0 to 16 {
    affine.store %x, %f[%i] : memref<16xf32>
  } {pad.stage = "fill"}
  affine.for %i = 0 to 16 {
    %r = affine.load %raw[63 - %i] : memref<64xi8>
    affine.store %r, %log[%i + 16] : memref<64xi8>
  } {pad.stage = "dump"}
  func.return
}

// All bytes of a float are overwritten one by one; in the second buffer all but one.
// CHECK-LABEL: @byte_by_byte
// CHECK-NOT: affine.store %x, %f[1]
// CHECK: affine.for
// CHECK: affine.store %x, %g[1]
// CHECK: affine.for
func.func @byte_by_byte(%raw: memref<16xi8>, %other: memref<16xi8>, %x: f32, %b: i8) {
  %c0 = arith.constant 0 : index
  %f = memref.view %raw[%c0][] : memref<16xi8> to memref<4xf32>
  %g = memref.view %other[%c0][] : memref<16xi8> to memref<4xf32>
  affine.store %x, %f[1] : memref<4xf32>
  affine.for %i = 4 to 8 {
    affine.store %b, %raw[%i] : memref<16xi8>
  }
  affine.store %x, %g[1] : memref<4xf32>
  affine.for %i = 4 to 7 {
    affine.store %b, %other[%i] : memref<16xi8>
  }
  func.return
}

// Parts of a buffer that do not meet, and parts that do.
// CHECK-LABEL: @arena
// CHECK-NOT: affine.store %n, %i[0]
// CHECK: affine.store %n, %i[1]
// CHECK: affine.store %y, %g[0]
func.func @arena(%x: f32, %y: f64, %n: i32, %out: memref<1xi32>, %sum: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %pool = memref.alloca() : memref<32xi8>
  %i = memref.view %pool[%c0][] : memref<32xi8> to memref<2xi32>
  %g = memref.view %pool[%c8][] : memref<32xi8> to memref<3xf64>
  %f = memref.view %pool[%c12][] : memref<32xi8> to memref<5xf32>
  affine.store %n, %i[0] : memref<2xi32>
  affine.store %n, %i[1] : memref<2xi32>
  affine.store %x, %f[0] : memref<5xf32>
  affine.store %y, %g[0] : memref<3xf64>
  %a = affine.load %i[1] : memref<2xi32>
  affine.store %a, %out[0] : memref<1xi32>
  %b = affine.load %g[0] : memref<3xf64>
  affine.store %b, %sum[0] : memref<1xf64>
  func.return
}

// An assume by another name counts as a reader.
// CHECK-LABEL: @assumed
// CHECK: affine.store %n, %words[0]
// CHECK: pad.assume
func.func @assumed(%words: memref<4xi32>, %n: i32, %x: f32) {
  %f = memref.reinterpret_cast %words to offset: [0], sizes: [4], strides: [1] : memref<4xi32> to memref<4xf32>
  affine.store %n, %words[0] : memref<4xi32>
  %a = affine.load %f[0] : memref<4xf32>
  %holds = arith.cmpf olt, %a, %x : f32
  pad.assume %holds : i1
  affine.store %x, %f[0] : memref<4xf32>
  func.return
}
