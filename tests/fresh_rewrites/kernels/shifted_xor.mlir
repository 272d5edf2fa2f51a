// Exclusive or along short rows.
func.func @shifted_xor(%X: memref<6x4xi16> {pad.name = "X"}, %S: memref<6xi16> {pad.name = "S"}) {
  %zero = arith.constant 0 : i16
  affine.for %r = 0 to 6 {
    %all = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> (i16) {
      %x = affine.load %X[%r, %i] : memref<6x4xi16>
      %t = arith.xori %acc, %x : i16
      affine.yield %t : i16
    }
    affine.store %all, %S[%r] : memref<6xi16>
  } {pad.stage = "compute"}
  func.return
}
