// TVM (M6): transform_layout takes the map `[i // 2, j]`, which puts two rows into one; only half of the
// output is right. Right: an error that names two indices.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=T map="(i, j) -> (i floordiv 2, j)"}'
// With the rest of the division as an axis it is a layout, and all rows are right.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i, j) -> (i floordiv 2, j, i mod 2)"},pad-apply-layouts' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK: memref.alloc() {{.*}}: memref<8x4x2xf32>
// CHECK: affine.store %{{.*}}, %T[%[[I:.*]] floordiv 2, %[[J:.*]], %[[I]] mod 2] : memref<8x4x2xf32>
// CHECK: affine.load %T[%[[I:.*]] floordiv 2, %[[J:.*]], %[[I]] mod 2] : memref<8x4x2xf32>
func.func @f(%A: memref<16x4xf32>, %B: memref<16x4xf32>) {
  // expected-error@+1 {{T cannot get this layout: (i, j) -> (i // 2, j) is not injective on [16, 4]: indices (0, 0) and (1, 0) both map to [0, 0]}}
  %T = memref.alloc() : memref<16x4xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<16x4xf32>
      affine.store %a, %T[%i, %j] : memref<16x4xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %t = affine.load %T[%i, %j] : memref<16x4xf32>
      affine.store %t, %B[%i, %j] : memref<16x4xf32>
    }
  }
  func.return
}
