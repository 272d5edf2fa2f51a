// A running minimum of each column; what is in M on entry counts too.
func.func @column_min(%A: memref<21x6xf16> {pad.name = "A"}, %M: memref<6xf16> {pad.name = "M"}) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 6 {
      %m = affine.load %M[%j] : memref<6xf16>
      %a = affine.load %A[%i, %j] : memref<21x6xf16>
      %next = arith.minimumf %m, %a : f16
      affine.store %next, %M[%j] : memref<6xf16>
    }
  } {pad.stage = "compute"}
  func.return
}
