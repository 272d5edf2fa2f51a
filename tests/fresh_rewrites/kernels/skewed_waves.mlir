// Each cell continues the one above it to the right.
func.func @skewed_waves(%A: memref<9x8xi32> {pad.name = "A"},
                        %P: memref<9x8xi32> {pad.name = "waves"}) {
  affine.for %i = 1 to 9 {
    affine.for %j = 0 to 7 {
      %p = affine.load %P[%i - 1, %j + 1] : memref<9x8xi32>
      %a = affine.load %A[%i, %j] : memref<9x8xi32>
      %q = arith.addi %p, %a : i32
      affine.store %q, %P[%i, %j] : memref<9x8xi32>
    } {pad.loop = "j"}
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}
