// RFC 77's row sum: 14 columns in tiles of 4 leave two cells of padding in each row.
func.func @row_sum(%A: memref<16x14xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %j = 0 to 14 {
      %sum = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i, %j] : memref<16x14xf32>
      %next = arith.addf %sum, %a : f32
      affine.store %next, %B[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
