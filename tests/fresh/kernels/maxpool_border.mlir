// Max pooling, window 3, stride 2, a border of one; the bounds check is the user's own.
func.func @maxpool_border(%A: memref<4x29xf32> {pad.name = "A"},
                          %B: memref<4x15xf32> {pad.name = "B"}) {
  %low = arith.constant 0xFF800000 : f32
  affine.for %c = 0 to 4 {
    affine.for %i = 0 to 15 {
      affine.store %low, %B[%c, %i] : memref<4x15xf32>
      affine.for %f = 0 to 3 {
        affine.if affine_set<(d0, d1) : (2 * d0 + d1 - 1 >= 0, -2 * d0 - d1 + 29 >= 0)>(%i, %f) {
          %b = affine.load %B[%c, %i] : memref<4x15xf32>
          %a = affine.load %A[%c, 2 * %i + %f - 1] : memref<4x29xf32>
          %m = arith.maximumf %b, %a : f32
          affine.store %m, %B[%c, %i] : memref<4x15xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}
