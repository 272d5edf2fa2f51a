// TVM (section 1; section 2, examples 1 and 2): with pad_value=None, a layout with padding is an error, though
// RFC 77 allows it as long as nobody touches the padding. Right: it is the default, and accesses stay guarded.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=forbidden},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B},pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// One nest, with a guard around all that it does; nothing is written to the padding, nothing assumed of it.
// CHECK-LABEL: @copy(%A: memref<4x4xf32>
// CHECK-SAME: %B: memref<4x4xf32>
// CHECK-NEXT: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK-NEXT: affine.store %[[A]], %B[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK-NEXT: }
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @copy(%A: memref<14xf32>, %B: memref<14xf32>) {
  // expected-remark@+1 {{guard kept: without the guard, A[3, 2] would be read, but nothing says what it holds}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
