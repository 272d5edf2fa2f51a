// RFC 39, ApplyBufferTransforms: the attribute of a function maps a buffer to its transformations, which are applied in
// order. The attribute is removed, so that a second application has no effect.
// RUN: pad-opt %s -p 'pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=APPLIED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %s -p 'pad-apply-layouts,pad-apply-layouts' -o %t.2.mlir
// RUN: diff %t.1.mlir %t.2.mlir

// Split first, then reordered: x[i, j] is x[j // 8, i, j % 8], then x[j % 8, j // 8, i].
// APPLIED-LABEL: @several(%x: memref<8x2x4xf32>
// APPLIED-SAME: %y: memref<16x4xf32>
// APPLIED-SAME: %z: memref<4x16xf32>
// APPLIED-NOT: pad.layouts
// APPLIED: affine.for %[[I:.*]] = 0 to 4 {
// APPLIED-NEXT: affine.for %[[J:.*]] = 0 to 16 {
// APPLIED-NEXT: %[[X:.*]] = affine.load %x[%[[J]] mod 8, %[[J]] floordiv 8, %[[I]]] : memref<8x2x4xf32>
// APPLIED-NEXT: affine.store %[[X]], %y[%[[J]], %[[I]]] : memref<16x4xf32>
// APPLIED-NEXT: affine.store %[[X]], %z[%[[I]], %[[J]]] : memref<4x16xf32>
func.func @several(%x: memref<4x16xf32>, %y: memref<4x16xf32>, %z: memref<4x16xf32>) attributes {pad.layouts = {
    x = [affine_map<(i, j) -> (j floordiv 8, i, j mod 8)>, affine_map<(jo, i, ji) -> (ji, jo, i)>],
    y = [affine_map<(i, j) -> (j, i)>],
    z = [affine_map<(i, j) -> (i, j)>]}} {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 16 {
      %val = affine.load %x[%i, %j] : memref<4x16xf32>
      affine.store %val, %y[%i, %j] : memref<4x16xf32>
      affine.store %val, %z[%i, %j] : memref<4x16xf32>
    }
  }
  func.return
}
