// What TVM's tests of transform_block_layout ask of a map that joins indices.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i, j) -> (i + j)"}' --verify-diagnostics

// Question: test_transform_block_layout_fail_non_affine
// TVM: refused; a sum of two iterators has no inverse
// Here: refused
// expected-error@+1 {{T cannot get this layout: (i, j) -> (i + j) is not injective on [6, 10]: indices (0, 1) and (1, 0) both map to [1]; add an axis that tells them apart}}
func.func @joined(%T: memref<6x10xf32>, %x: f32) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      affine.store %x, %T[%i, %j] : memref<6x10xf32>
    }
  }
  func.return
}
