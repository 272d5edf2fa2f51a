// Loops that access one buffer by names of different element types.
// RUN: pad-opt %s -p pad-merge-adjacent-loops --split-input-file --verify-diagnostics | filecheck %s

// Bytes in reverse, floats forward: byte 63 is of the last float.
// CHECK-LABEL: @patch
// CHECK: pad.stage = "fill"
// CHECK: pad.stage = "dump"
func.func @patch(%raw: memref<64xi8>, %log: memref<64xi8>, %x: f32) {
  %c0 = arith.constant 0 : index
  %f = memref.view %raw[%c0][] : memref<64xi8> to memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.store %x, %f[%i] : memref<16xf32>
  } {pad.stage = "fill"}
  // expected-remark@+1 {{loops not merged: iteration [1] of the first loop writes f, which iteration [0] of the second loop reads under another name, perhaps; merged, the second of these would run first}}
  affine.for %i = 0 to 16 {
    %r = affine.load %raw[63 - %i] : memref<64xi8>
    affine.store %r, %log[%i] : memref<64xi8>
  } {pad.stage = "dump"}
  func.return
}
