// B is A transposed.
func.func @transpose(%A: memref<?x?xf32>, %B: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 1}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %a, %B[%j, %i] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
