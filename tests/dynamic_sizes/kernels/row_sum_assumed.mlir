// Row sums, where the length of a row is stated to be a multiple of 16.
func.func @row_sum_assumed(%A: memref<?x?xf32>, %B: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  %rest = arith.remsi %n, %c16 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  pad.assume %whole : i1
  affine.for %i = 0 to %m {
    %t = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %u = arith.addf %s, %a : f32
      affine.yield %u : f32
    }
    affine.store %t, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
