// Products of rows of 14 integers, stored from cell 5 of a 3 x 8 box whose other cells hold 1.
func.func @offset_product(%A: memref<4x3x8xi32> {pad.name = "A"},
                          %R: memref<4xi32> {pad.name = "R"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  affine.for %r = 0 to 4 {
    affine.for %io = 0 to 3 {
      affine.for %ii = 0 to 8 {
        %first = arith.cmpi eq, %io, %c0 : index
        %late = arith.cmpi sge, %ii, %c5 : index
        %head = arith.andi %first, %late : i1
        %middle = arith.cmpi eq, %io, %c1 : index
        %last = arith.cmpi eq, %io, %c2 : index
        %early = arith.cmpi slt, %ii, %c3 : index
        %tail = arith.andi %last, %early : i1
        %start = arith.ori %head, %middle : i1
        %valid = arith.ori %start, %tail : i1
        %a = affine.load %A[%r, %io, %ii] : memref<4x3x8xi32>
        %holds = arith.cmpi eq, %a, %one : i32
        %fact = arith.ori %valid, %holds : i1
        pad.assume %fact : i1
      }
    }
  } {pad.stage = "A_assume"}
  affine.for %r = 0 to 4 {
    %row = affine.for %io = 0 to 3 iter_args(%outer = %one) -> (i32) {
      %tile = affine.for %ii = 0 to 8 iter_args(%acc = %outer) -> (i32) {
        %first = arith.cmpi eq, %io, %c0 : index
        %late = arith.cmpi sge, %ii, %c5 : index
        %head = arith.andi %first, %late : i1
        %middle = arith.cmpi eq, %io, %c1 : index
        %last = arith.cmpi eq, %io, %c2 : index
        %early = arith.cmpi slt, %ii, %c3 : index
        %tail = arith.andi %last, %early : i1
        %start = arith.ori %head, %middle : i1
        %valid = arith.ori %start, %tail : i1
        %next = scf.if %valid -> (i32) {
          %a = affine.load %A[%r, %io, %ii] : memref<4x3x8xi32>
          %p = arith.muli %acc, %a : i32
          scf.yield %p : i32
        } else {
          scf.yield %acc : i32
        }
        affine.yield %next : i32
      }
      affine.yield %tile : i32
    }
    affine.store %row, %R[%r] : memref<4xi32>
  } {pad.stage = "compute"}
  func.return
}
