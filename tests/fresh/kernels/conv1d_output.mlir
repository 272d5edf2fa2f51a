// A 1-d convolution without a border; the last output cell reads the input's padding.
func.func @conv1d_output(%A: memref<67xf32> {pad.name = "A"}, %F: memref<5xf32> {pad.name = "F"},
                         %B: memref<63xf32> {pad.name = "B"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 63 {
    affine.store %zero, %B[%i] : memref<63xf32>
    affine.for %f = 0 to 5 {
      %b = affine.load %B[%i] : memref<63xf32>
      %a = affine.load %A[%i + %f] : memref<67xf32>
      %w = affine.load %F[%f] : memref<5xf32>
      %p = arith.mulf %a, %w : f32
      %next = arith.addf %b, %p : f32
      affine.store %next, %B[%i] : memref<63xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
