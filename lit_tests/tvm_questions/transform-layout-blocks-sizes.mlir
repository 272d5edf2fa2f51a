// What TVM's tests of transform_block_layout ask of loops of unknown size.
// RUN: pad-opt %s -p 'pad-fuse{outer=i inner=j}' --verify-diagnostics

// Question: test_transform_block_layout_with_symbolic_bound
// TVM: rewritten; loops of which the inner one has an unknown size become one; indices divide by that size
// Here: refused, less: a quotient by a size is no index of an affine access
func.func @unknown_inner_loop(%A: memref<5x?xf16>, %B: memref<5x?xf16>, %n: index) {
  affine.for %i = 0 to 5 {
    // expected-error@+1 {{the iterations of j have no bounds that are constants, so that one index cannot count those of both loops; make j the outer loop by pad-reorder, or give the size}}
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<5x?xf16>
      affine.store %a, %B[%i, %j] : memref<5x?xf16>
    }
  }
  func.return
}
