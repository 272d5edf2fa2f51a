// The sum of each row of a 1024 x 1021 matrix: 1021 columns fill no whole number of vectors.
func.func @row_sum(%A: memref<1024x1021xf32>, %B: memref<1024xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 1024 {
    affine.store %zero, %B[%i] : memref<1024xf32>
    affine.for %j = 0 to 1021 {
      %sum = affine.load %B[%i] : memref<1024xf32>
      %a = affine.load %A[%i, %j] : memref<1024x1021xf32>
      %next = arith.addf %sum, %a fastmath<reassoc> : f32
      affine.store %next, %B[%i] : memref<1024xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
