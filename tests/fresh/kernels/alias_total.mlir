// Adds 44 integers, stored in a 6 x 8 box with zeros behind them, to a cell that may lie in the
// same box.
func.func @alias_total(%A: memref<6x8xi32> {pad.name = "A"}, %S: memref<1xi32> {pad.name = "S"})
    attributes {pad.may_alias} {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c44 = arith.constant 44 : index
  affine.for %io = 0 to 6 {
    affine.for %ii = 0 to 8 {
      %flat = affine.apply affine_map<(d0, d1) -> (8 * d0 + d1)>(%io, %ii)
      %valid = arith.cmpi slt, %flat, %c44 : index
      %a = affine.load %A[%io, %ii] : memref<6x8xi32>
      %holds = arith.cmpi eq, %a, %zero : i32
      %fact = arith.ori %valid, %holds : i1
      pad.assume %fact : i1
    }
  } {pad.stage = "A_assume"}
  scf.for %io = %c0 to %c6 step %c1 {
    scf.for %ii = %c0 to %c8 step %c1 {
      %row = arith.muli %io, %c8 : index
      %flat = arith.addi %row, %ii : index
      %valid = arith.cmpi slt, %flat, %c44 : index
      scf.if %valid {
        %s = memref.load %S[%c0] : memref<1xi32>
        %a = memref.load %A[%io, %ii] : memref<6x8xi32>
        %next = arith.addi %s, %a : i32
        memref.store %next, %S[%c0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
