// A transpose between two blocked layouts.
func.func @transpose_blocks(%A: memref<13x21xi8> {pad.name = "A"},
                            %B: memref<21x13xi8> {pad.name = "B"}) {
  affine.for %j = 0 to 21 {
    affine.for %i = 0 to 13 {
      %a = affine.load %A[%i, %j] : memref<13x21xi8>
      affine.store %a, %B[%j, %i] : memref<21x13xi8>
    }
  } {pad.stage = "compute"}
  func.return
}
