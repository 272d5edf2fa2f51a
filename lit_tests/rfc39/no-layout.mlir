// RFC 39, first example: no layout is given, so that flattening is row-major, to one axis.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=INITIAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-apply-layouts,pad-flatten-buffers' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=FLAT < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// INITIAL-LABEL: @argument(%x: memref<64x128xf32>)
// INITIAL: affine.load %x[10, 15]
// INITIAL: affine.store %{{.*}}, %x[20, 23]
// INITIAL-LABEL: @allocated
// INITIAL: %x = memref.alloc() : memref<64x128xf32>

// x[10*128 + 15] and x[20*128 + 23], of 64*128.
// FLAT-LABEL: @argument(%x: memref<8192xf32>
// FLAT: affine.load %x[1295] : memref<8192xf32>
// FLAT: affine.store %{{.*}}, %x[2583] : memref<8192xf32>
// FLAT-LABEL: @allocated
// FLAT: %x = memref.alloc() {{.*}} : memref<8192xf32>
// FLAT: affine.load %x[1295] : memref<8192xf32>
// FLAT: affine.store %{{.*}}, %x[2583] : memref<8192xf32>
func.func @argument(%x: memref<64x128xf32>) -> f32 {
  %val = affine.load %x[10, 15] : memref<64x128xf32>
  %seven = arith.constant 7.0 : f32
  affine.store %seven, %x[20, 23] : memref<64x128xf32>
  func.return %val : f32
}

// What is loaded must have been stored.
func.func @allocated(%given: f32) -> f32 {
  %x = memref.alloc() : memref<64x128xf32>
  affine.store %given, %x[10, 15] : memref<64x128xf32>
  %val = affine.load %x[10, 15] : memref<64x128xf32>
  %seven = arith.constant 7.0 : f32
  affine.store %seven, %x[20, 23] : memref<64x128xf32>
  memref.dealloc %x : memref<64x128xf32>
  func.return %val : f32
}
