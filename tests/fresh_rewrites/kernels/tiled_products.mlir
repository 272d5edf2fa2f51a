// The product of each row.
func.func @tiled_products(%A: memref<6x10xf64> {pad.name = "A"},
                          %P: memref<6xf64> {pad.name = "P"}) {
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to 6 {
    affine.store %one, %P[%i] : memref<6xf64>
    affine.for %j = 0 to 10 {
      %p = affine.load %P[%i] : memref<6xf64>
      %a = affine.load %A[%i, %j] : memref<6x10xf64>
      %q = arith.mulf %p, %a : f64
      affine.store %q, %P[%i] : memref<6xf64>
    }
  } {pad.stage = "compute"}
  func.return
}
