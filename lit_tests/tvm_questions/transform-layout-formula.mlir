// What TVM's tests of transform_layout ask of pad values that are computed.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 5, i mod 5)" pad="value((io, ii) -> (io + ii))"}, pad-apply-layouts{pad-writes=if}' --split-input-file 2>/dev/null | filecheck %s

// Question: TestPaddedTransformNonConstantValue
// TVM: rewritten; the padding holds the sum of its indices
// Here: rewritten
// CHECK-LABEL: @sum_of_indices
// CHECK: affine.if
// CHECK: } else {
// CHECK: affine.store %{{.*}}, %T[%{{.*}}, %{{.*}}] : memref<3x5xi32>
func.func @sum_of_indices(%A: memref<12xi32>) {
  %T = memref.alloc() : memref<12xi32>
  affine.for %i = 0 to 12 {
    %a = affine.load %A[%i] : memref<12xi32>
    affine.store %a, %T[%i] : memref<12xi32>
  } {pad.stage = "block"}
  func.return
}
