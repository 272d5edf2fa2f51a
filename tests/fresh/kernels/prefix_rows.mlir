// Prefix sums of each row, with a leading zero.
func.func @prefix_rows(%A: memref<4x61xi64> {pad.name = "A"},
                       %P: memref<4x62xi64> {pad.name = "P"}) {
  %zero = arith.constant 0 : i64
  affine.for %r = 0 to 4 {
    affine.store %zero, %P[%r, 0] : memref<4x62xi64>
    affine.for %i = 0 to 61 {
      %p = affine.load %P[%r, %i] : memref<4x62xi64>
      %a = affine.load %A[%r, %i] : memref<4x61xi64>
      %next = arith.addi %p, %a : i64
      affine.store %next, %P[%r, %i + 1] : memref<4x62xi64>
    }
  } {pad.stage = "compute"}
  func.return
}
