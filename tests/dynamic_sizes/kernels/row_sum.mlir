// B[i] is the sum of row i of A, kept in memory.
func.func @row_sum(%A: memref<?x?xf32>, %B: memref<?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %m {
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %j = 0 to %n {
      %s = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
