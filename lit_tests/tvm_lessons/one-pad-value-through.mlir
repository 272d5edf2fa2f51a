// TVM (section 2, example 6'): the one way that works without hand work is an element-wise kernel with the same
// constant as padding of input and output. It works here too; other values are written over afterwards.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=B},pad-remove-branching-through-overcompute{stage=compute},pad-remove-no-op' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// 2 * 0.0 is 0.0; the padding is then not written again.
// CHECK-LABEL: @double
// CHECK: pad.stage = "A_assume"
// CHECK: affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT: affine.load %A[%[[IO]], %[[II]]]
// CHECK: affine.store %{{.*}}, %B[%[[IO]], %[[II]]]
// CHECK: pad.stage = "compute"
func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.mulf %a, %two : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}

// 0.0 + 1.0 is not: but the stage that writes the padding follows, and stores 0.0 over it.
// CHECK-LABEL: @successor
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
// CHECK: affine.store %{{.*}}, %B
// CHECK: pad.stage = "B_padding"
func.func @successor(%A: memref<14xf32>, %B: memref<14xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.addf %a, %one : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
