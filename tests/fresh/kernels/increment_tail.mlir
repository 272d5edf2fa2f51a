// Adds one to the tail of each row in place.
func.func @increment_tail(%X: memref<5x45xi16> {pad.name = "X"}) {
  %one = arith.constant 1 : i16
  affine.for %r = 0 to 5 {
    affine.for %i = 16 to 45 {
      %x = affine.load %X[%r, %i] : memref<5x45xi16>
      %y = arith.addi %x, %one : i16
      affine.store %y, %X[%r, %i] : memref<5x45xi16>
    }
  } {pad.stage = "compute"}
  func.return
}
