// RFC 39, third example: `s[x].transform_layout(lambda n,h,w,c: [n, c//4, h, w, c%4])`, from NHWC to NCHWc, as flat memory.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=INITIAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=REORDERED < %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-flatten-buffers' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=FLAT < %t.2.mlir
//
// The same of a buffer of 1664 elements, not 8388608.
// RUN: sed 's|16x64x64x128|2x4x2x104|g; s|11, 37, 23, 101|1, 3, 1, 101|' %s > %t.small.mlir
// RUN: pad-opt %t.small.mlir -p 'pad-apply-layouts' -o %t.small.1.mlir
// RUN: pad-tv %t.small.mlir %t.small.1.mlir
// RUN: pad-opt %t.small.1.mlir -p 'pad-flatten-buffers' -o %t.small.2.mlir
// RUN: pad-tv %t.small.1.mlir %t.small.2.mlir

// INITIAL-LABEL: @argument(%x: memref<16x64x64x128xf32>)
// INITIAL-SAME: pad.layouts = {x = [affine_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4)>]}
// INITIAL: affine.load %x[11, 37, 23, 101]

// floor(101/4) is 25, 101%4 is 1.
// REORDERED-LABEL: @argument(%x: memref<16x32x64x64x4xf32>
// REORDERED-NOT: pad.layouts
// REORDERED: affine.load %x[11, 25, 37, 23, 1] : memref<16x32x64x64x4xf32>
// REORDERED-LABEL: @allocated
// REORDERED: %x = memref.alloc() {{.*}} : memref<16x32x64x64x4xf32>
// REORDERED: affine.load %x[11, 25, 37, 23, 1] : memref<16x32x64x64x4xf32>

// (128/4)*64*64*4*11 + 64*64*4*floor(101/4) + 64*4*37 + 4*23 + 101%4, of 16*(128/4)*64*64*4.
// FLAT-LABEL: @argument(%x: memref<8388608xf32>
// FLAT: affine.load %x[6186333] : memref<8388608xf32>
// FLAT-LABEL: @allocated
// FLAT: %x = memref.alloc() {{.*}} : memref<8388608xf32>
// FLAT: affine.load %x[6186333] : memref<8388608xf32>
func.func @argument(%x: memref<16x64x64x128xf32>) -> f32 attributes {
    pad.layouts = {x = [affine_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>]}} {
  %val = affine.load %x[11, 37, 23, 101] : memref<16x64x64x128xf32>
  func.return %val : f32
}

// What is loaded must have been stored.
func.func @allocated(%given: f32) -> f32 attributes {
    pad.layouts = {x = [affine_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>]}} {
  %x = memref.alloc() : memref<16x64x64x128xf32>
  affine.store %given, %x[11, 37, 23, 101] : memref<16x64x64x128xf32>
  %val = affine.load %x[11, 37, 23, 101] : memref<16x64x64x128xf32>
  memref.dealloc %x : memref<16x64x64x128xf32>
  func.return %val : f32
}
