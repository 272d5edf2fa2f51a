// Triples 22 integers.
func.func @mirror_cycle(%A: memref<22xi32> {pad.name = "A"}, %B: memref<22xi32> {pad.name = "B"}) {
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 22 {
    %a = affine.load %A[%i] : memref<22xi32>
    %b = arith.muli %a, %three : i32
    affine.store %b, %B[%i] : memref<22xi32>
  } {pad.stage = "compute"}
  func.return
}
