// C = A B, summed in memory.
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "C", dim = 0}]},
    %l: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "B", dim = 1}, {of = "C", dim = 1}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %zero, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %l {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
