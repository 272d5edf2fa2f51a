// Each cell of a row of A becomes the sum of those up to it; the first ones stay.
func.func @prefix_in_place(%A: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}]}) {
  affine.for %i = 0 to %m {
    affine.for %j = 1 to %n {
      %p = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.addf %p, %a : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
