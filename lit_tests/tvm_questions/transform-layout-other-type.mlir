// What TVM's tests of transform_layout ask of a pad value of another type.
// RUN: pad-opt %s -p pad-apply-layouts --verify-diagnostics

#tiles = #pad.layout<[affine_map<(i) -> (i floordiv 5, i mod 5)>], [0 : i8], {}>
// Question: TestErrorOnWrongPaddingType
// TVM: refused; a pad value of 8 bits for elements of 32
// Here: refused
// expected-error@+1 {{the pad value 0 : i8 is not a value of the element type i32}}
func.func @narrower(%T: memref<12xi32, #tiles>, %x: i32) {
  affine.for %i = 0 to 12 {
    affine.store %x, %T[%i] : memref<12xi32, #tiles>
  } {pad.stage = "block"}
  func.return
}
