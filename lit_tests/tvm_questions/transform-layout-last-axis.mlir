// What TVM's tests of transform_layout ask of axes that a map only passes on.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i, j, k) -> (i, j, k floordiv 3, k mod 3)"}, pad-apply-layouts' --split-input-file 2>/dev/null | filecheck %s

// Question: test_var_args_sugar
// TVM: rewritten; the last axis alone is split, the others are a starred argument of the lambda
// Here: rewritten
// CHECK-LABEL: @last_axis(%T: memref<4x5x2x3xf32>
// CHECK: affine.load %T[%i, %j, %k floordiv 3, %k mod 3] : memref<4x5x2x3xf32>
func.func @last_axis(%T: memref<4x5x6xf32>, %B: memref<1xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 6 {
        %b = affine.load %B[0] : memref<1xf32>
        %t = affine.load %T[%i, %j, %k] : memref<4x5x6xf32>
        %s = arith.addf %b, %t : f32
        affine.store %s, %B[0] : memref<1xf32>
      }
    }
  }
  func.return
}
