// The first cells of A, one more than they were; B is no longer than A.
func.func @first_cells(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %m: index {pad.size = [{of = "A", dim = 0}]}, %n: index {pad.size = [{of = "B", dim = 0}]}) {
  %is = arith.cmpi sle, %n, %m : index
  pad.assume %is : i1
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = arith.addf %a, %one : f32
    affine.store %s, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
