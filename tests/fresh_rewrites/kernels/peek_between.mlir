// Writes sevens, adds each to a total, and then writes something else over it.
func.func @peek_between(%A: memref<14xi32> {pad.name = "A"}, %B: memref<14xi32> {pad.name = "B"},
                        %S: memref<1xi32> {pad.name = "S"}) {
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 14 {
    affine.store %seven, %B[%i] : memref<14xi32>
    %s = affine.load %S[0] : memref<1xi32>
    %b = affine.load %B[%i] : memref<14xi32>
    %t = arith.addi %s, %b : i32
    affine.store %t, %S[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}
