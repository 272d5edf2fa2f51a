// Doubles the first five rows, if the caller's width is more than three.
func.func @wide_top(%A: memref<9x7xf32> {pad.name = "A"}, %B: memref<9x7xf32> {pad.name = "B"},
                    %w: index) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 7 {
      %wide = arith.cmpi sgt, %w, %c3 : index
      %top = arith.cmpi slt, %i, %c5 : index
      %both = arith.andi %wide, %top : i1
      scf.if %both {
        %a = affine.load %A[%i, %j] : memref<9x7xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%i, %j] : memref<9x7xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
