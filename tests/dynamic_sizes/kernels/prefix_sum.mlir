// B[i, j] is the sum of A[i, 0] to A[i, j].
func.func @prefix_sum(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  %rows = memref.dim %B, %c0 : memref<?x?xf32>
  %columns = memref.dim %B, %c1 : memref<?x?xf32>
  %same_rows = arith.cmpi eq, %m, %rows : index
  pad.assume %same_rows : i1
  %same_columns = arith.cmpi eq, %n, %columns : index
  pad.assume %same_columns : i1
  affine.for %i = 0 to %m {
    %total = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[%i, %j] : memref<?x?xf32>
      affine.yield %t : f32
    }
  } {pad.stage = "compute"}
  func.return
}
