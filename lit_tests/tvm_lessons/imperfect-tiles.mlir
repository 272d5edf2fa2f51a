// TVM (section 1): sequential_buffer_access never existed; its nearest relative refuses 14
// over tiles of 4 ("not bijective affine"). Right: a guard at the last tile.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @copy
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: affine.load %A[%[[IO]] * 4 + %[[II]]] : memref<14xi32>
// CHECK-NEXT: affine.store %{{.*}}, %B[%[[IO]], %[[II]]] : memref<4x4xi32>
func.func @copy(%A: memref<14xi32>, %B: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}
