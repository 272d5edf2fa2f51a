// Adds 27 integers, stored in a 4 x 8 box with zeros behind them that are cleared once more.
func.func @zeroed_again(%A: memref<4x8xi32> {pad.name = "A"}, %S: memref<1xi32> {pad.name = "S"}) {
  %zero = arith.constant 0 : i32
  %c27 = arith.constant 27 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 8 {
      %flat = affine.apply affine_map<(d0, d1) -> (8 * d0 + d1)>(%io, %ii)
      %valid = arith.cmpi slt, %flat, %c27 : index
      %a = affine.load %A[%io, %ii] : memref<4x8xi32>
      %holds = arith.cmpi eq, %a, %zero : i32
      %fact = arith.ori %valid, %holds : i1
      pad.assume %fact : i1
    }
  } {pad.stage = "A_assume"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 8 {
      affine.if affine_set<(d0, d1) : (8 * d0 + d1 - 27 >= 0)>(%io, %ii) {
        affine.store %zero, %A[%io, %ii] : memref<4x8xi32>
      }
    }
  } {pad.stage = "clear"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 8 {
      affine.if affine_set<(d0, d1) : (-8 * d0 - d1 + 26 >= 0)>(%io, %ii) {
        %s = affine.load %S[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x8xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %S[0] : memref<1xi32>
      }
    }
  } {pad.stage = "total"}
  func.return
}
