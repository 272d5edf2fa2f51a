// TVM (section 2, example 6): for element-wise operators whose padding is undef, 0.21 stops ("must be pure")
// or needs 41 s for 4x4 without a result; 0.27 leaves an empty kernel. Right: the guard goes, as undef is
// stored to the padding afterwards, and then the stores of undef go.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B},pad-remove-branching-through-overcompute{stage=compute}' -o %t.free.mlir
// RUN: pad-opt %t.free.mlir -p pad-remove-assume,pad-remove-undef-store -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.free.mlir
// RUN: pad-tv %t.free.mlir %t.mlir
// With padding of A that nobody may read, the guard stays.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B},pad-remove-branching-through-overcompute{stage=compute}' | filecheck %s --check-prefix=FORBIDDEN

// CHECK-LABEL: @double
// CHECK-NOT: affine.if
// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK-NEXT: %[[B:.*]] = arith.mulf %[[A]], %two
// CHECK-NEXT: affine.store %[[B]], %B[%[[IO]], %[[II]]] : memref<4x4xf32>
// CHECK-NEXT: }
// CHECK-NOT: affine.for
// CHECK: func.return
// FORBIDDEN-LABEL: @double
// FORBIDDEN: affine.if
func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
  %two = arith.constant 2.0 : f32
  // expected-remark@+1 {{guard kept: }}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.mulf %a, %two : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
