// B[i] is the sum of F[f] * A[i - f] over the cells that A has; B has two cells more than A.
func.func @conv1d(%A: memref<?xf32>, %F: memref<3xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}]},
    %p: index {pad.size = [{of = "B", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %more = arith.addi %n, %c2 : index
  %two_more = arith.cmpi eq, %p, %more : index
  pad.assume %two_more : i1
  affine.for %i = 0 to %p {
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %f = 0 to 3 {
      affine.if affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, s0 - 1 - d0 + d1 >= 0)>(%i, %f)[%n] {
        %s = affine.load %B[%i] : memref<?xf32>
        %w = affine.load %F[%f] : memref<3xf32>
        %a = affine.load %A[%i - %f] : memref<?xf32>
        %x = arith.mulf %w, %a : f32
        %t = arith.addf %s, %x : f32
        affine.store %t, %B[%i] : memref<?xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
