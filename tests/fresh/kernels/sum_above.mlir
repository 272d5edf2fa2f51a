// Sums those entries of a row that lie above the row's own threshold.
func.func @sum_above(%A: memref<7x43xf64> {pad.name = "A"}, %T: memref<7xf64> {pad.name = "T"},
                     %S: memref<7xf64> {pad.name = "S"}) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 7 {
    affine.store %zero, %S[%i] : memref<7xf64>
    affine.for %j = 0 to 43 {
      %a = affine.load %A[%i, %j] : memref<7x43xf64>
      %t = affine.load %T[%i] : memref<7xf64>
      %above = arith.cmpf ogt, %a, %t : f64
      scf.if %above {
        %s = affine.load %S[%i] : memref<7xf64>
        %next = arith.addf %s, %a : f64
        affine.store %next, %S[%i] : memref<7xf64>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
