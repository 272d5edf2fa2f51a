// What TVM's tests of transform_block_layout ask of a convolution.
// RUN: pad-opt %s -p 'pad-fuse{outer=kh inner=kw}, pad-fuse{outer=khkw inner=k}, pad-fuse{outer=h inner=w}, pad-simplify' | filecheck %s

// Question: test_transform_block_layout_conv2d_nhwc
// TVM: rewritten; the loops over places become one, and those over the kernel another
// Here: rewritten
// CHECK-LABEL: @convolution
// CHECK: affine.for %[[P:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 12 {
// CHECK-NEXT: affine.load %A[%[[K]] floordiv 6 + %[[P]] floordiv 5,
func.func @convolution(%A: memref<5x7x2xf32>, %F: memref<2x3x2x3xf32>, %B: memref<4x5x3xf32>) {
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      affine.for %c = 0 to 3 {
        affine.for %kh = 0 to 2 {
          affine.for %kw = 0 to 3 {
            affine.for %k = 0 to 2 {
              %a = affine.load %A[%h + %kh, %w + %kw, %k] : memref<5x7x2xf32>
              %f = affine.load %F[%kh, %kw, %k, %c] : memref<2x3x2x3xf32>
              %b = affine.load %B[%h, %w, %c] : memref<4x5x3xf32>
              %p = arith.mulf %a, %f : f32
              %s = arith.addf %b, %p : f32
              affine.store %s, %B[%h, %w, %c] : memref<4x5x3xf32>
            }
          }
        }
      }
    }
  }
  func.return
}
