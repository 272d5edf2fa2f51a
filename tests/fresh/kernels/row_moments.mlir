// Mean and variance of each row, from a sum and a sum of squares carried together.
func.func @row_moments(%A: memref<5x41xf64> {pad.name = "A"}, %M: memref<5xf64> {pad.name = "M"},
                       %V: memref<5xf64> {pad.name = "V"}) {
  %zero = arith.constant 0.0 : f64
  %count = arith.constant 41.0 : f64
  affine.for %i = 0 to 5 {
    %sum, %squares = affine.for %j = 0 to 41 iter_args(%s = %zero, %q = %zero) -> (f64, f64) {
      %a = affine.load %A[%i, %j] : memref<5x41xf64>
      %s1 = arith.addf %s, %a : f64
      %aa = arith.mulf %a, %a : f64
      %q1 = arith.addf %q, %aa : f64
      affine.yield %s1, %q1 : f64, f64
    }
    %mean = arith.divf %sum, %count : f64
    %mean2 = arith.mulf %mean, %mean : f64
    %power = arith.divf %squares, %count : f64
    %variance = arith.subf %power, %mean2 : f64
    affine.store %mean, %M[%i] : memref<5xf64>
    affine.store %variance, %V[%i] : memref<5xf64>
  } {pad.stage = "compute"}
  func.return
}
