// The largest of five numbers in each row.
func.func @narrow_max(%A: memref<9x5xi16> {pad.name = "A"}, %M: memref<9xi16> {pad.name = "M"}) {
  %low = arith.constant -32768 : i16
  affine.for %i = 0 to 9 {
    affine.store %low, %M[%i] : memref<9xi16>
    affine.for %j = 0 to 5 {
      %m = affine.load %M[%i] : memref<9xi16>
      %a = affine.load %A[%i, %j] : memref<9x5xi16>
      %next = arith.maxsi %m, %a : i16
      affine.store %next, %M[%i] : memref<9xi16>
    }
  } {pad.stage = "compute"}
  func.return
}
