// A 1-d convolution of small integers, without a border.
func.func @conv1d_bounds(%A: memref<64xi16> {pad.name = "A"}, %F: memref<3xi16> {pad.name = "F"},
                         %B: memref<62xi32> {pad.name = "B"}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 62 {
    affine.store %zero, %B[%i] : memref<62xi32>
    affine.for %f = 0 to 3 {
      %b = affine.load %B[%i] : memref<62xi32>
      %a16 = affine.load %A[%i + %f] : memref<64xi16>
      %a = arith.extsi %a16 : i16 to i32
      %w16 = affine.load %F[%f] : memref<3xi16>
      %w = arith.extsi %w16 : i16 to i32
      %p = arith.muli %a, %w : i32
      %next = arith.addi %b, %p : i32
      affine.store %next, %B[%i] : memref<62xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
