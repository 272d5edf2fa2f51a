// A weighted sum over the columns of each row.
func.func @weighted_columns(%X: memref<8x26xf32> {pad.name = "X"},
                            %W: memref<26xf32> {pad.name = "W"},
                            %Y: memref<8xf32> {pad.name = "Y"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %Y[%i] : memref<8xf32>
    affine.for %j = 0 to 26 {
      %y = affine.load %Y[%i] : memref<8xf32>
      %w = affine.load %W[%j] : memref<26xf32>
      %x = affine.load %X[%i, %j] : memref<8x26xf32>
      %p = arith.mulf %w, %x : f32
      %next = arith.addf %y, %p : f32
      affine.store %next, %Y[%i] : memref<8xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
