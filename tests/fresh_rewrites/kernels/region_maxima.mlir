// The largest byte of each row.
func.func @region_maxima(%A: memref<7x6xi8> {pad.name = "A"}, %S: memref<7xi8> {pad.name = "S"}) {
  %low = arith.constant -128 : i8
  affine.for %i = 0 to 7 {
    %max = affine.for %j = 0 to 6 iter_args(%m = %low) -> (i8) {
      %a = affine.load %A[%i, %j] : memref<7x6xi8>
      %n = arith.maxsi %m, %a : i8
      affine.yield %n : i8
    }
    affine.store %max, %S[%i] : memref<7xi8>
  } {pad.stage = "compute"}
  func.return
}
