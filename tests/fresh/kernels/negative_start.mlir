// Column totals that start at -0.0, so that a column of -0.0 keeps its sign.
func.func @negative_start(%A: memref<19x4xf32> {pad.name = "A"},
                          %S: memref<4xf32> {pad.name = "S"}) {
  %start = arith.constant -0.0 : f32
  affine.for %j = 0 to 4 {
    %sum = affine.for %i = 0 to 19 iter_args(%acc = %start) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<19x4xf32>
      %next = arith.addf %acc, %a : f32
      affine.yield %next : f32
    }
    affine.store %sum, %S[%j] : memref<4xf32>
  } {pad.stage = "compute"}
  func.return
}
