// A quarter of the four neighbours, less the cell itself; around A there are zeros.
func.func @stencil(%A: memref<?x?xf32>, %B: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}) {
  %zero = arith.constant 0.0 : f32
  %quarter = arith.constant 0.25 : f32
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %north = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> f32 {
        %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        affine.yield %a : f32
      } else {
        affine.yield %zero : f32
      }
      %south = affine.if affine_set<(d0)[s0] : (s0 - 2 - d0 >= 0)>(%i)[%m] -> f32 {
        %a = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        affine.yield %a : f32
      } else {
        affine.yield %zero : f32
      }
      %west = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) -> f32 {
        %a = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        affine.yield %a : f32
      } else {
        affine.yield %zero : f32
      }
      %east = affine.if affine_set<(d0)[s0] : (s0 - 2 - d0 >= 0)>(%j)[%n] -> f32 {
        %a = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        affine.yield %a : f32
      } else {
        affine.yield %zero : f32
      }
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
