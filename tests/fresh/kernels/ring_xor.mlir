// Exclusive or along the border of 4 x 12 boxes whose inner cells hold 0.
func.func @ring_xor(%A: memref<3x4x12xi64> {pad.name = "A"}, %S: memref<3xi64> {pad.name = "S"}) {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  affine.for %b = 0 to 3 {
    affine.for %y = 0 to 4 {
      affine.for %x = 0 to 12 {
        %top = arith.cmpi eq, %y, %c0 : index
        %bottom = arith.cmpi eq, %y, %c3 : index
        %left = arith.cmpi eq, %x, %c0 : index
        %right = arith.cmpi eq, %x, %c11 : index
        %rows = arith.ori %top, %bottom : i1
        %columns = arith.ori %left, %right : i1
        %valid = arith.ori %rows, %columns : i1
        %a = affine.load %A[%b, %y, %x] : memref<3x4x12xi64>
        %holds = arith.cmpi eq, %a, %zero : i64
        %fact = arith.ori %valid, %holds : i1
        pad.assume %fact : i1
      }
    }
  } {pad.stage = "A_assume"}
  scf.for %b = %c0 to %c3 step %c1 {
    %all = scf.for %y = %c0 to %c4 step %c1 iter_args(%outer = %zero) -> (i64) {
      %row = scf.for %x = %c0 to %c12 step %c1 iter_args(%acc = %outer) -> (i64) {
        %top = arith.cmpi eq, %y, %c0 : index
        %bottom = arith.cmpi eq, %y, %c3 : index
        %left = arith.cmpi eq, %x, %c0 : index
        %right = arith.cmpi eq, %x, %c11 : index
        %rows = arith.ori %top, %bottom : i1
        %columns = arith.ori %left, %right : i1
        %valid = arith.ori %rows, %columns : i1
        %next = scf.if %valid -> (i64) {
          %a = memref.load %A[%b, %y, %x] : memref<3x4x12xi64>
          %t = arith.xori %acc, %a : i64
          scf.yield %t : i64
        } else {
          scf.yield %acc : i64
        }
        scf.yield %next : i64
      }
      scf.yield %row : i64
    }
    memref.store %all, %S[%b] : memref<3xi64>
  } {pad.stage = "compute"}
  func.return
}
