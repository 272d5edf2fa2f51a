// A decaying average: each cell needs the one before it.
func.func @interleaved_decay(%X: memref<24xf32> {pad.name = "X"},
                             %Y: memref<24xf32> {pad.name = "level"}) {
  %half = arith.constant 0.5 : f32
  affine.for %i = 1 to 24 {
    %p = affine.load %Y[%i - 1] : memref<24xf32>
    %x = affine.load %X[%i] : memref<24xf32>
    %h = arith.mulf %p, %half : f32
    %y = arith.addf %h, %x : f32
    affine.store %y, %Y[%i] : memref<24xf32>
  } {pad.stage = "compute"}
  func.return
}
