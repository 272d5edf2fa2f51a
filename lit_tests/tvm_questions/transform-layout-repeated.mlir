// What TVM's tests of transform_layout ask of padding that repeats elements.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 5, i mod 5)" pad="(io, ii) -> ((5 * io + ii - 12) floordiv 5, (5 * io + ii - 12) mod 5)"}, pad-apply-layouts' --split-input-file 2>/dev/null | filecheck %s

// Question: TestPaddedTransformRepeatedBufferElement
// TVM: fails; the padding of an input is to be assumed to be the first elements again
// Here: rewritten, more: it is
// CHECK-LABEL: @around
// CHECK: affine.load %T[
// CHECK: affine.load %T[
// CHECK: pad.assume
// CHECK: } {{.*}}pad.stage = "T_assume"
func.func @around(%T: memref<12xi32>, %B: memref<12xi32>) {
  affine.for %i = 0 to 12 {
    %t = affine.load %T[%i] : memref<12xi32>
    affine.store %t, %B[%i] : memref<12xi32>
  } {pad.stage = "block"}
  func.return
}
