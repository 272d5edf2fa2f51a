// What TVM's tests of transform_layout ask of a map with a constant.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (0, (i + 3) floordiv 6, (i + 3) mod 6)" pad=0}, pad-apply-layouts{pad-writes=if}' --split-input-file 2>/dev/null | filecheck %s

// Question: test_index_map_dtype_legalize_with_constant
// TVM: rewritten; an axis that is always 0, and padding at both ends: no error
// Here: rewritten
// CHECK-LABEL: @constant_axis(%T: memref<1x4x6xi32>
// CHECK: affine.store %x, %T[{{.*}}] : memref<1x4x6xi32>
func.func @constant_axis(%T: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %T[%i] : memref<16xi32>
  } {pad.stage = "block"}
  func.return
}
