// What TVM's tests of transform_layout ask of a pad value out of another buffer.
// RUN: not pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 5, i mod 5)" pad="value((io, ii) -> (other[0, 0]))"}' 2>&1 | filecheck %s

// Question: TestPadValueMayNotReferenceOtherBuffer
// TVM: refused; a pad value that is read from another buffer
// Here: refused
// CHECK: the formula "(io, ii) -> (other[0, 0])" cannot be read: expected one of its indices, a number, self[..], - or (, got 'other'
func.func @from_another(%T: memref<12xi32>, %other: memref<1x1xi32>, %x: i32) {
  affine.for %i = 0 to 12 {
    affine.store %x, %T[%i] : memref<12xi32>
  } {pad.stage = "block"}
  func.return
}
