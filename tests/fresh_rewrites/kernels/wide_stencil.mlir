// A stencil that reaches four cells to both sides, over seven cells: nowhere has it room.
func.func @wide_stencil(%X: memref<7xf32> {pad.name = "X"}, %Y: memref<7xf32> {pad.name = "Y"}) {
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to 7 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0, -d0 + 2 >= 0)>(%i) {
      %l = affine.load %X[%i - 4] : memref<7xf32>
      %r = affine.load %X[%i + 4] : memref<7xf32>
      %y = arith.addf %l, %r : f32
      affine.store %y, %Y[%i] : memref<7xf32>
    } else {
      %x = affine.load %X[%i] : memref<7xf32>
      %y = arith.mulf %x, %half : f32
      affine.store %y, %Y[%i] : memref<7xf32>
    }
  } {pad.stage = "compute", pad.loop = "cell"}
  func.return
}
