// Sums each row of a matrix up to and with its diagonal.
func.func @triangle_sums(%A: memref<18x18xi64> {pad.name = "A"},
                         %S: memref<18xi64> {pad.name = "S"}) {
  %zero = arith.constant 0 : i64
  affine.for %i = 0 to 18 {
    affine.store %zero, %S[%i] : memref<18xi64>
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %s = affine.load %S[%i] : memref<18xi64>
      %a = affine.load %A[%i, %j] : memref<18x18xi64>
      %next = arith.addi %s, %a : i64
      affine.store %next, %S[%i] : memref<18xi64>
    }
  } {pad.stage = "compute"}
  func.return
}
