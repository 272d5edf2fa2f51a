// C[b] = A[b] B[b] for each b, the sums carried by the loop.
func.func @batched_matmul(%A: memref<?x?x?xf32>, %B: memref<?x?x?xf32>, %C: memref<?x?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %batch = memref.dim %A, %c0 : memref<?x?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?x?xf32>
  %l = memref.dim %A, %c2 : memref<?x?x?xf32>
  %n = memref.dim %B, %c2 : memref<?x?x?xf32>
  %depth = memref.dim %B, %c1 : memref<?x?x?xf32>
  %fits = arith.cmpi eq, %l, %depth : index
  pad.assume %fits : i1  // fits
  affine.for %b = 0 to %batch {
    affine.for %i = 0 to %m {
      affine.for %j = 0 to %n {
        %t = affine.for %k = 0 to %l iter_args(%s = %zero) -> (f32) {
          %a = affine.load %A[%b, %i, %k] : memref<?x?x?xf32>
          %x = affine.load %B[%b, %k, %j] : memref<?x?x?xf32>
          %p = arith.mulf %a, %x : f32
          %u = arith.addf %s, %p : f32
          affine.yield %u : f32
        }
        affine.store %t, %C[%b, %i, %j] : memref<?x?x?xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
