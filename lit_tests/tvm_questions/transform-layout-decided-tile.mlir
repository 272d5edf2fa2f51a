// What TVM's tests of transform_layout ask of a tile that is decided before.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i, j)[t] -> (i, j floordiv t, j mod t)" symbols="[3]"}, pad-apply-layouts' --split-input-file 2>/dev/null | filecheck %s

// Question: test_transform_layout_with_sampling
// TVM: rewritten; the tile in the map is what sampling has decided, and the trace replays it
// Here: rewritten
// CHECK-LABEL: @decided
// CHECK: memref.alloc() {{.*}} : memref<4x5x3xf32>
// CHECK: affine.store %x, %T[%i, %j floordiv 3, %j mod 3] : memref<4x5x3xf32>
func.func @decided(%x: f32) {
  %T = memref.alloc() : memref<4x15xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 15 {
      affine.store %x, %T[%i, %j] : memref<4x15xf32>
    }
  }
  func.return
}
