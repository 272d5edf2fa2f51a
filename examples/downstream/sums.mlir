// Rows of 61 and of 14 floats: neither fills its last tile of 16.
func.func @sums(%A: memref<64x61xf32>, %a: memref<64xf32>, %B: memref<8x14xf32>, %b: memref<8xf32>) {
  rows.sum %A into %a : memref<64x61xf32> into memref<64xf32>
  rows.sum %B into %b : memref<8x14xf32> into memref<8xf32>
  func.return
}
