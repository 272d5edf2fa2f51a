// Clears a vector, doubles some weights, then overwrites the vector with squares.
func.func @buffered_squares(%X: memref<31xf32> {pad.name = "X"},
                            %W: memref<4xf32> {pad.name = "W"},
                            %V: memref<4xf32> {pad.name = "V"},
                            %B: memref<31xf32> {pad.name = "B"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 31 {
    affine.store %zero, %B[%i] : memref<31xf32>
  } {pad.stage = "clear"}
  affine.for %k = 0 to 4 {
    %w = affine.load %W[%k] : memref<4xf32>
    %v = arith.addf %w, %w : f32
    affine.store %v, %V[%k] : memref<4xf32>
  } {pad.stage = "weights"}
  affine.for %i = 0 to 31 {
    %x = affine.load %X[%i] : memref<31xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %B[%i] : memref<31xf32>
  } {pad.stage = "compute"}
  func.return
}
