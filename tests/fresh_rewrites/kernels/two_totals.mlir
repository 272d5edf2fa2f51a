// Adds all integers of one matrix to a cell, and all floats of another to another.
func.func @two_totals(%A: memref<5x6xf32> {pad.name = "A"}, %B: memref<5x6xi32> {pad.name = "B"},
                      %S: memref<1xf32> {pad.name = "S"}, %T: memref<1xi32> {pad.name = "T"}) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      %t = affine.load %T[0] : memref<1xi32>
      %b = affine.load %B[%i, %j] : memref<5x6xi32>
      %u = arith.addi %t, %b : i32
      affine.store %u, %T[0] : memref<1xi32>
    }
  } {pad.stage = "int_total"}
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      %s = affine.load %S[0] : memref<1xf32>
      %a = affine.load %A[%i, %j] : memref<5x6xf32>
      %u = arith.addf %s, %a : f32
      affine.store %u, %S[0] : memref<1xf32>
    }
  } {pad.stage = "float_total"}
  func.return
}
