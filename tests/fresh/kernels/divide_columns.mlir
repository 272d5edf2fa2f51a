// Divides each column by its own integer.
func.func @divide_columns(%A: memref<6x27xi32> {pad.name = "A"},
                          %D: memref<27xi32> {pad.name = "D"},
                          %Q: memref<6x27xi32> {pad.name = "Q"}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 27 {
      %a = affine.load %A[%i, %j] : memref<6x27xi32>
      %d = affine.load %D[%j] : memref<27xi32>
      %q = arith.divsi %a, %d : i32
      affine.store %q, %Q[%i, %j] : memref<6x27xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
