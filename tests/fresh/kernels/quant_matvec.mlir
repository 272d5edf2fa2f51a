// A quantised matrix-vector product; the zero points are 3 (matrix) and -2 (vector).
func.func @quant_matvec(%A: memref<7x50xi8> {pad.name = "A"}, %W: memref<50xi8> {pad.name = "W"},
                        %Y: memref<7xi32> {pad.name = "Y"}) {
  %zero = arith.constant 0 : i32
  %za = arith.constant 3 : i32
  %zw = arith.constant -2 : i32
  affine.for %m = 0 to 7 {
    affine.store %zero, %Y[%m] : memref<7xi32>
    affine.for %k = 0 to 50 {
      %a8 = affine.load %A[%m, %k] : memref<7x50xi8>
      %a = arith.extsi %a8 : i8 to i32
      %ad = arith.subi %a, %za : i32
      %w8 = affine.load %W[%k] : memref<50xi8>
      %w = arith.extsi %w8 : i8 to i32
      %wd = arith.subi %w, %zw : i32
      %p = arith.muli %ad, %wd : i32
      %y = affine.load %Y[%m] : memref<7xi32>
      %next = arith.addi %y, %p : i32
      affine.store %next, %Y[%m] : memref<7xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
