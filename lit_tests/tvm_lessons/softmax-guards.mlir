// TVM (post 004): three guards of a softmax over 2 * 10 * 257 that say the same become one. So they do here.
// RUN: pad-opt %s -p pad-simplify -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @static
// CHECK: affine.if
// CHECK-NOT: if
// CHECK: affine.store %lowest
// CHECK: func.return
func.func @static(%M: memref<5140xf32>, %lowest: f32) {
  affine.for %b = 0 to 6 {
    affine.for %t = 0 to 1024 {
      affine.if affine_set<(d0, d1) : (1 - ((d0 * 1024 + d1) floordiv 257) floordiv 10 >= 0)>(%b, %t) {
        affine.if affine_set<(d0, d1) : (19 - (d0 * 1024 + d1) floordiv 257 >= 0)>(%b, %t) {
          affine.if affine_set<(d0, d1) : (5139 - d0 * 1024 - d1 >= 0)>(%b, %t) {
            affine.store %lowest, %M[%b * 1024 + %t] : memref<5140xf32>
          }
        }
      }
    }
  }
  func.return
}
