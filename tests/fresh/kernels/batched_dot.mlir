// Dot products of a batch of vector pairs, the sum carried by the loop.
func.func @batched_dot(%A: memref<5x45xf64> {pad.name = "A"}, %B: memref<5x45xf64> {pad.name = "B"},
                       %S: memref<5xf64> {pad.name = "S"}) {
  %zero = arith.constant 0.0 : f64
  affine.for %b = 0 to 5 {
    %dot = affine.for %i = 0 to 45 iter_args(%acc = %zero) -> (f64) {
      %x = affine.load %A[%b, %i] : memref<5x45xf64>
      %y = affine.load %B[%b, %i] : memref<5x45xf64>
      %xy = arith.mulf %x, %y : f64
      %next = arith.addf %acc, %xy : f64
      affine.yield %next : f64
    }
    affine.store %dot, %S[%b] : memref<5xf64>
  } {pad.stage = "compute"}
  func.return
}
