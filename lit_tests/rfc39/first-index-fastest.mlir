// RFC 39, second example: `s[x].transform_layout(lambda i,j: [j,i])`, so that the first index changes fastest in memory.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=INITIAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=REORDERED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-flatten-buffers' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=FLAT < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// INITIAL-LABEL: @argument(%x: memref<64x128xf32>)
// INITIAL-SAME: pad.layouts = {x = [affine_map<(d0, d1) -> (d1, d0)>]}
// INITIAL: affine.load %x[10, 15]
// INITIAL: affine.store %{{.*}}, %x[20, 23]

// REORDERED-LABEL: @argument(%x: memref<128x64xf32>
// REORDERED-NOT: pad.layouts
// REORDERED: affine.load %x[15, 10] : memref<128x64xf32>
// REORDERED: affine.store %{{.*}}, %x[23, 20] : memref<128x64xf32>
// REORDERED-LABEL: @allocated
// REORDERED: %x = memref.alloc() {{.*}} : memref<128x64xf32>
// REORDERED: affine.load %x[15, 10] : memref<128x64xf32>
// REORDERED: affine.store %{{.*}}, %x[23, 20] : memref<128x64xf32>

// x[15*64 + 10] and x[23*64 + 20], of 128*64.
// FLAT-LABEL: @argument(%x: memref<8192xf32>
// FLAT: affine.load %x[970] : memref<8192xf32>
// FLAT: affine.store %{{.*}}, %x[1492] : memref<8192xf32>
// FLAT-LABEL: @allocated
// FLAT: %x = memref.alloc() {{.*}} : memref<8192xf32>
// FLAT: affine.load %x[970] : memref<8192xf32>
// FLAT: affine.store %{{.*}}, %x[1492] : memref<8192xf32>
func.func @argument(%x: memref<64x128xf32>) -> f32 attributes {pad.layouts = {x = [affine_map<(i, j) -> (j, i)>]}} {
  %val = affine.load %x[10, 15] : memref<64x128xf32>
  %seven = arith.constant 7.0 : f32
  affine.store %seven, %x[20, 23] : memref<64x128xf32>
  func.return %val : f32
}

// What is loaded must have been stored.
func.func @allocated(%given: f32) -> f32 attributes {pad.layouts = {x = [affine_map<(i, j) -> (j, i)>]}} {
  %x = memref.alloc() : memref<64x128xf32>
  affine.store %given, %x[10, 15] : memref<64x128xf32>
  %val = affine.load %x[10, 15] : memref<64x128xf32>
  %seven = arith.constant 7.0 : f32
  affine.store %seven, %x[20, 23] : memref<64x128xf32>
  memref.dealloc %x : memref<64x128xf32>
  func.return %val : f32
}
