// RFC 39, guide: "A low-level code generator should check the rank of the buffers it is acting on, and give a diagnostic
// error for unsupported rank." That of flat memory has one axis, that of textures two; what stays is said with its reason.
// RUN: pad-opt %s -p 'pad-flatten-buffers{max-rank=1}' --split-input-file --verify-diagnostics
// RUN: sed -n '/^#texture/,/^}/p' %s > %t.texture.mlir
// RUN: pad-opt %t.texture.mlir -p 'pad-flatten-buffers{max-rank=2}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TEXTURE < %t.1.mlir

// TEXTURE-LABEL: @texture(%x: memref<32768x256xf32>
#texture = #pad.layout<[affine_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>], ["forbidden"], {separators = [3]}>
// expected-error@+1 {{x would have 2 axes, but at most 1 are allowed: its layout has separators}}
func.func @texture(%x: memref<16x32x64x64x4xf32> {pad.logical = memref<16x64x64x128xf32, #texture>}) -> f32 {
  %val = affine.load %x[11, 25, 37, 23, 1] : memref<16x32x64x64x4xf32>
  func.return %val : f32
}

// -----

// expected-remark@+2 {{buffer 'x' not flattened: }}
// expected-error@+1 {{x would have 2 axes, but at most 1 are allowed: it cannot be flattened}}
func.func @unknown_size(%x: memref<?x128xf32>) -> f32 {
  %val = affine.load %x[10, 15] : memref<?x128xf32>
  func.return %val : f32
}
