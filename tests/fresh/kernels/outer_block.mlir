// An outer product into the first six rows of a matrix of ten.
func.func @outer_block(%a: memref<6xf32> {pad.name = "a"}, %b: memref<19xf32> {pad.name = "b"},
                       %C: memref<10x19xf32> {pad.name = "C"}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 19 {
      %x = affine.load %a[%i] : memref<6xf32>
      %y = affine.load %b[%j] : memref<19xf32>
      %p = arith.mulf %x, %y : f32
      affine.store %p, %C[%i, %j] : memref<10x19xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
