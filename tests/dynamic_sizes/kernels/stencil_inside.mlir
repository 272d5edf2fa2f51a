// A quarter of the four neighbours, less the cell itself; the edge of B stays as it is.
func.func @stencil_inside(%A: memref<?x?xf32>, %B: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}) {
  %quarter = arith.constant 0.25 : f32
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %north = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %south = affine.load %A[%i + 1, %j] : memref<?x?xf32>
      %west = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %east = affine.load %A[%i, %j + 1] : memref<?x?xf32>
      %x = arith.addf %north, %south : f32
      %y = arith.addf %west, %east : f32
      %z = arith.addf %x, %y : f32
      %r = arith.mulf %z, %quarter : f32
      %c = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.subf %r, %c : f32
      affine.store %b, %B[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
