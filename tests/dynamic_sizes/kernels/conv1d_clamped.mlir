// B[i] is the sum of F[f] * A[i + f], the filter of any length; A has all that is read.
func.func @conv1d_clamped(%A: memref<?xf32>, %F: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}]},
    %l: index {pad.size = [{of = "F", dim = 0}]},
    %p: index {pad.size = [{of = "B", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %reach = arith.addi %p, %l : index
  %one_more = arith.addi %n, %c1 : index
  %fits = arith.cmpi eq, %reach, %one_more : index
  pad.assume %fits : i1
  affine.for %i = 0 to %p {
    affine.store %zero, %B[%i] : memref<?xf32>
    affine.for %f = 0 to %l {
      %s = affine.load %B[%i] : memref<?xf32>
      %w = affine.load %F[%f] : memref<?xf32>
      %a = affine.load %A[%i + %f] : memref<?xf32>
      %x = arith.mulf %w, %a : f32
      %t = arith.addf %s, %x : f32
      affine.store %t, %B[%i] : memref<?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
