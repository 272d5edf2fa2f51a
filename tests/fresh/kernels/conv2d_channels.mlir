// A 2-d convolution, channels last; six input channels are stored in two groups of four.
func.func @conv2d_channels(%I: memref<7x7x6xf32> {pad.name = "I"},
                           %F: memref<3x3x6x5xf32> {pad.name = "F"},
                           %O: memref<5x5x5xf32> {pad.name = "O"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %y = 0 to 5 {
    affine.for %x = 0 to 5 {
      affine.for %k = 0 to 5 {
        affine.store %zero, %O[%y, %x, %k] : memref<5x5x5xf32>
      }
    }
  } {pad.stage = "clear"}
  affine.for %y = 0 to 5 {
    affine.for %x = 0 to 5 {
      affine.for %k = 0 to 5 {
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            affine.for %c = 0 to 6 {
              %o = affine.load %O[%y, %x, %k] : memref<5x5x5xf32>
              %i = affine.load %I[%y + %r, %x + %s, %c] : memref<7x7x6xf32>
              %w = affine.load %F[%r, %s, %c, %k] : memref<3x3x6x5xf32>
              %p = arith.mulf %i, %w : f32
              %next = arith.addf %o, %p : f32
              affine.store %next, %O[%y, %x, %k] : memref<5x5x5xf32>
            }
          }
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
