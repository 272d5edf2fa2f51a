// RFC 39, FlattenBuffer: buffers that share their memory get the axes of its separators, one more than there are of these;
// all others one. The separators become those between all flat axes, so that a second application has no effect.
// RUN: pad-opt %s -p 'pad-apply-layouts,pad-flatten-buffers' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=FLAT < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-apply-layouts,pad-flatten-buffers,pad-flatten-buffers' -o %t.2.mlir
// RUN: diff %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-flatten-buffers' -o %t.3.mlir
// RUN: diff %t.1.mlir %t.3.mlir

// FLAT-LABEL: @f(%x: memref<2x12x8xf32> {{.*}}{separators = [1, 2]}{{.*}}, %y: memref<192xf32>
// FLAT: affine.for %[[I:.*]] = 0 to 8 {
// FLAT-NEXT: %[[A:.*]] = affine.load %x[1, 7, %[[I]]] : memref<2x12x8xf32>
// FLAT-NEXT: %[[B:.*]] = affine.load %x[1, 5, %[[I]]] : memref<2x12x8xf32>
// FLAT-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]]
// FLAT-NEXT: affine.store %[[S]], %y[%[[I]] + 184] : memref<192xf32>
#apart = #pad.layout<[affine_map<(m, n, p, q) -> (m, n, p, q)>], ["forbidden"], {separators = [1, 3]}>
func.func @f(%x: memref<2x3x4x8xf32, #apart>, %y: memref<2x3x4x8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[1, 1, 3, %i] : memref<2x3x4x8xf32, #apart>
    %b = affine.load %x[1, 1, 1, %i] : memref<2x3x4x8xf32, #apart>
    %s = arith.addf %a, %b : f32
    affine.store %s, %y[1, 2, 3, %i] : memref<2x3x4x8xf32>
  }
  func.return
}

// What is passed on is the same buffer, and its view is too.
// FLAT-LABEL: @shared(%x: memref<6x8xf32>
// FLAT: affine.load %x[5, 2] : memref<6x8xf32>
// FLAT-NOT: memref.collapse_shape
// FLAT: affine.store %{{.*}}, %x[4, 3] : memref<6x8xf32>
#two = #pad.layout<[affine_map<(m, n, p) -> (m, n, p)>], ["forbidden"], {separators = [2]}>
func.func @shared(%x: memref<2x3x8xf32> {pad.logical = memref<2x3x8xf32, #two>}) {
  %rows = memref.collapse_shape %x [[0, 1], [2]] : memref<2x3x8xf32> into memref<6x8xf32>
  %val = affine.load %x[1, 2, 2] : memref<2x3x8xf32>
  affine.store %val, %rows[4, 3] : memref<6x8xf32>
  func.return
}
