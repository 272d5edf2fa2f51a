// Adds to each cell the one two further on, mirrored at the end of the row.
func.func @mirrored_rows(%A: memref<3x13xi64> {pad.name = "A"},
                         %B: memref<3x13xi64> {pad.name = "B"}) {
  affine.for %r = 0 to 3 {
    affine.for %i = 0 to 13 {
      %a = affine.load %A[%r, %i] : memref<3x13xi64>
      affine.if affine_set<(d0) : (-d0 + 10 >= 0)>(%i) {
        %n = affine.load %A[%r, %i + 2] : memref<3x13xi64>
        %b = arith.addi %a, %n : i64
        affine.store %b, %B[%r, %i] : memref<3x13xi64>
      } else {
        %n = affine.load %A[%r, -%i + 22] : memref<3x13xi64>
        %b = arith.addi %a, %n : i64
        affine.store %b, %B[%r, %i] : memref<3x13xi64>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
