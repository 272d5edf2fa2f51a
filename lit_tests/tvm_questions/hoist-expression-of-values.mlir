// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=if-else-expr}' --split-input-file | filecheck %s

// Question: TestSuppressHoistIfElse[1]
// TVM: kept; with the flag for conditional values an if stays
// Here: kept
// CHECK-LABEL: @top_expr
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
func.func @top_expr(%out: memref<25xf32>, %x: f32, %mode: index) {
  affine.for %i = 0 to 25 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%mode) {
      affine.store %x, %out[%i] : memref<25xf32>
    }
  }
  func.return
}
