// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=none}' --split-input-file | filecheck %s

// Question: TestSuppressHoistIfElse[0]
// TVM: kept; without a flag an if stays
// Here: kept
// CHECK-LABEL: @top_never
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.if
func.func @top_never(%out: memref<25xf32>, %x: f32, %mode: index) {
  affine.for %i = 0 to 25 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%mode) {
      affine.store %x, %out[%i] : memref<25xf32>
    }
  }
  func.return
}
