// Copies what lies on or above an antidiagonal, then marks what lies below it: two nests.
func.func @antidiagonal_split(%A: memref<8x9xi16> {pad.name = "A"},
                              %B: memref<8x9xi16> {pad.name = "B"}) {
  %mark = arith.constant -1 : i16
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      affine.if affine_set<(d0, d1) : (-d0 - d1 + 11 >= 0)>(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<8x9xi16>
        affine.store %a, %B[%i, %j] : memref<8x9xi16>
      }
    }
  } {pad.stage = "upper"}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      affine.if affine_set<(d0, d1) : (d0 + d1 - 12 >= 0)>(%i, %j) {
        affine.store %mark, %B[%i, %j] : memref<8x9xi16>
      }
    }
  } {pad.stage = "lower"}
  func.return
}
