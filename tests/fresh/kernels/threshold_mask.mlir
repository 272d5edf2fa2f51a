// A mask of the values above ten.
func.func @threshold_mask(%A: memref<3x30xi64> {pad.name = "A"},
                          %M: memref<3x30xi8> {pad.name = "M"}) {
  %ten = arith.constant 10 : i64
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 30 {
      %a = affine.load %A[%i, %j] : memref<3x30xi64>
      %above = arith.cmpi sgt, %a, %ten : i64
      %m = arith.extui %above : i1 to i8
      affine.store %m, %M[%i, %j] : memref<3x30xi8>
    }
  } {pad.stage = "compute"}
  func.return
}
