// Remainders of two vectors of integers.
func.func @remainders(%A: memref<53xi64> {pad.name = "A"}, %D: memref<53xi64> {pad.name = "D"},
                      %R: memref<53xi64> {pad.name = "R"}) {
  affine.for %i = 0 to 53 {
    %a = affine.load %A[%i] : memref<53xi64>
    %d = affine.load %D[%i] : memref<53xi64>
    %r = arith.remsi %a, %d : i64
    affine.store %r, %R[%i] : memref<53xi64>
  } {pad.stage = "compute"}
  func.return
}
