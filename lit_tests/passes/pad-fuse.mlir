// RUN: pad-opt %s -p 'pad-fuse{outer=i inner=j}' --split-input-file | filecheck %s

// CHECK-LABEL: @tiles
// CHECK-NEXT: affine.for %[[IJ:.*]] = 0 to 32 {
// CHECK-NEXT:   affine.store %x, %A[%[[IJ]] floordiv 8, %[[IJ]] mod 8]
// CHECK-NEXT: } {pad.loop = "ij", pad.stage = "compute"}
func.func @tiles(%A: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Where the tiles are one row of memory, the index is linear again.
// CHECK-LABEL: @linear
// CHECK-NEXT: affine.for %[[IJ:.*]] = 0 to 32 {
// CHECK-NEXT:   affine.store %x, %A[%[[IJ]]]
func.func @linear(%A: memref<32xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %A[8 * %i + %j] : memref<32xf32>
    }
  }
  func.return
}

// -----

// An inner loop that starts elsewhere.
// CHECK-LABEL: @shifted
// CHECK-NEXT: affine.for %[[IJ:.*]] = 0 to 20 {
// CHECK-NEXT:   affine.store %x, %A[%[[IJ]] floordiv 5, %[[IJ]] mod 5 + 3]
func.func @shifted(%A: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 3 to 8 {
      affine.store %x, %A[%i, %j] : memref<4x8xf32>
    }
  }
  func.return
}
