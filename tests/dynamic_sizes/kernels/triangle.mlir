// The sums of the cells up to the diagonal of each row of a square matrix.
func.func @triangle(%A: memref<?x?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}, {of = "A", dim = 1}, {of = "B", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %b = affine.load %B[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
