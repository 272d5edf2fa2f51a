// TVM (section 2, examples 3 and 4): for a sum over an internal buffer whose padding is written as 0, no version
// drops the branch, and the nests that write it are neither merged nor their ifs. Right: all of it.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-apply-layouts,pad-sequential-buffer-access{stage=transform buffer=T},pad-sequential-buffer-access{stage=compute buffer=T},pad-remove-branching-through-overcompute{stage=compute}' -o %t.free.mlir
// RUN: pad-opt %t.free.mlir -p 'pad-merge-adjacent-loops{stages=transform,T_padding},pad-simplify' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.free.mlir
// RUN: pad-tv %t.free.mlir %t.mlir

// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] * 4 + %[[II]]] : memref<14xf32>
// CHECK-NEXT: affine.store %[[A]], %T[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK-NEXT: } else {
// CHECK: affine.store %{{.*}}, %T[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK: pad.stage = "transform"
// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.load %C[0]
// CHECK-NEXT: affine.load %T[%[[IO]], %[[II]]]
// CHECK: pad.stage = "compute"
// CHECK-NOT: affine.if
func.func @sum(%A: memref<14xf32>, %C: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<14xf32>
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %T[%i] : memref<14xf32>
  } {pad.stage = "transform"}
  affine.store %zero, %C[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xf32>
    %t = affine.load %T[%i] : memref<14xf32>
    %n = arith.addf %s, %t : f32
    affine.store %n, %C[0] : memref<1xf32>
  } {pad.stage = "compute"}
  memref.dealloc %T : memref<14xf32>
  func.return
}
