// Sums of squares of rows, the squares in a temporary.
func.func @hoisted_total(%A: memref<3x21xi32> {pad.name = "A"},
                         %S: memref<3xi32> {pad.name = "S"}) {
  %zero = arith.constant 0 : i32
  %T = memref.alloc() {pad.name = "T"} : memref<3x21xi32>
  affine.for %r = 0 to 3 {
    affine.for %i = 0 to 21 {
      %a = affine.load %A[%r, %i] : memref<3x21xi32>
      %t = arith.muli %a, %a : i32
      affine.store %t, %T[%r, %i] : memref<3x21xi32>
    }
  } {pad.stage = "squares"}
  affine.for %r = 0 to 3 {
    %sum = affine.for %i = 0 to 21 iter_args(%acc = %zero) -> (i32) {
      %t = affine.load %T[%r, %i] : memref<3x21xi32>
      %u = arith.addi %acc, %t : i32
      affine.yield %u : i32
    }
    affine.store %sum, %S[%r] : memref<3xi32>
  } {pad.stage = "total"}
  memref.dealloc %T : memref<3x21xi32>
  func.return
}
