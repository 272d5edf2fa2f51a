// RFC 39, fourth example: `s[x].transform_layout(lambda n,h,w,c: [n, c//4, h, te.AXIS_SEPARATOR, w, c%4])`, as for texture
// memory: NCH in the first physical axis and Wc in the second.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=x map="(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)" separators=3}' -o %t.0.mlir
// RUN: filecheck %s --check-prefix=INITIAL < %t.0.mlir
// RUN: pad-opt %t.0.mlir -p 'pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=REORDERED < %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-flatten-buffers{max-rank=2}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=FLAT < %t.2.mlir
//
// The same of a buffer of 1664 elements, not 8388608.
// RUN: sed 's|16x64x64x128|2x4x2x104|g; s|11, 37, 23, 101|1, 3, 1, 101|' %s > %t.small.mlir
// RUN: pad-opt %t.small.mlir -p 'pad-transform-layout{buffer=x map="(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)" separators=3}' -o %t.small.0.mlir
// RUN: pad-tv %t.small.mlir %t.small.0.mlir
// RUN: pad-opt %t.small.0.mlir -p 'pad-apply-layouts' -o %t.small.1.mlir
// RUN: pad-tv %t.small.0.mlir %t.small.1.mlir
// RUN: pad-opt %t.small.1.mlir -p 'pad-flatten-buffers{max-rank=2}' -o %t.small.2.mlir
// RUN: pad-tv %t.small.1.mlir %t.small.2.mlir

// INITIAL-LABEL: @argument(%x: memref<16x64x64x128xf32, #pad.layout<[affine_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4)>], ["forbidden"], {separators = [3]}>>
// INITIAL: affine.load %x[11, 37, 23, 101]

// REORDERED-LABEL: @argument(%x: memref<16x32x64x64x4xf32> {{.*}}{separators = [3]}
// REORDERED: affine.load %x[11, 25, 37, 23, 1] : memref<16x32x64x64x4xf32>
// REORDERED-LABEL: @allocated
// REORDERED: %x = memref.alloc() {{.*}}{separators = [3]}{{.*}} : memref<16x32x64x64x4xf32>
// REORDERED: affine.load %x[11, 25, 37, 23, 1] : memref<16x32x64x64x4xf32>

// [(128/4)*64*11 + 64*floor(101/4) + 37, 4*23 + 101%4], of [16*(128/4)*64, 64*4]; the separator between two flat axes tells
// them from two that are not flat yet.
// FLAT-LABEL: @argument(%x: memref<32768x256xf32> {{.*}}{separators = [1]}
// FLAT: affine.load %x[24165, 93] : memref<32768x256xf32>
// FLAT-LABEL: @allocated
// FLAT: %x = memref.alloc() {{.*}}{separators = [1]}{{.*}} : memref<32768x256xf32>
// FLAT: affine.load %x[24165, 93] : memref<32768x256xf32>
func.func @argument(%x: memref<16x64x64x128xf32>) -> f32 {
  %val = affine.load %x[11, 37, 23, 101] : memref<16x64x64x128xf32>
  func.return %val : f32
}

// What is loaded must have been stored.
func.func @allocated(%given: f32) -> f32 {
  %x = memref.alloc() : memref<16x64x64x128xf32>
  affine.store %given, %x[11, 37, 23, 101] : memref<16x64x64x128xf32>
  %val = affine.load %x[11, 37, 23, 101] : memref<16x64x64x128xf32>
  memref.dealloc %x : memref<16x64x64x128xf32>
  func.return %val : f32
}
