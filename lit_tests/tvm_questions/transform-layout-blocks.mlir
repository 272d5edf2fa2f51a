// What TVM's tests of transform_block_layout ask: loops of a nest become one, by pad-fuse.
// RUN: pad-opt %s -p 'pad-fuse{outer=i inner=j}, pad-simplify' --split-input-file | filecheck %s

// Question: test_transform_block_layout_basic
// TVM: rewritten; two loops become one, whose quotient and remainder are the indices
// Here: rewritten
// CHECK-LABEL: @two_in_one
// CHECK: affine.for %[[IJ:.*]] = 0 to 60 {
// CHECK-NEXT: affine.load %A[%[[IJ]] floordiv 10, %[[IJ]] mod 10]
func.func @two_in_one(%A: memref<6x10xf32>, %B: memref<6x10xf32>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      %a = affine.load %A[%i, %j] : memref<6x10xf32>
      %b = arith.negf %a : f32
      affine.store %b, %B[%i, %j] : memref<6x10xf32>
    }
  }
  func.return
}

// -----

// Question: test_transform_block_layout_int64_extent
// TVM: rewritten; the same with extents of 64 bits
// Here: rewritten
// CHECK-LABEL: @wide
// CHECK: affine.for %[[IJ:.*]] = 0 to 84 {
// CHECK-NEXT: affine.load %A[%[[IJ]] floordiv 7, %[[IJ]] mod 7]
func.func @wide(%A: memref<12x7xi64>, %B: memref<12x7xi64>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 7 {
      %a = affine.load %A[%i, %j] : memref<12x7xi64>
      affine.store %a, %B[%i, %j] : memref<12x7xi64>
    }
  }
  func.return
}

// -----

// Question: test_transform_block_layout_fail_mixed_iter_type
// TVM: refused; one loop for a loop over results and one of the sum
// Here: rewritten, more: loops have no kinds, and the order of the instances stays as it was
// CHECK-LABEL: @result_and_sum
// CHECK: affine.for %{{.*}} = 0 to 28 {
func.func @result_and_sum(%A: memref<4x7xf32>, %B: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 7 {
      %b = affine.load %B[%i] : memref<4xf32>
      %a = affine.load %A[%i, %j] : memref<4x7xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<4xf32>
    }
  }
  func.return
}
