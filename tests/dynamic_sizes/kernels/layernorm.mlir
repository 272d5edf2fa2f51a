// B is (A - mean) / sqrt(variance + 1e-5) * G + H, mean and variance those of each row of A.
func.func @layernorm(%A: memref<?x?xf32>, %G: memref<?xf32>, %H: memref<?xf32>, %B: memref<?x?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1},
                           {of = "G", dim = 0}, {of = "H", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %tiny = arith.constant 1.0e-5 : f32
  %number = arith.index_cast %n : index to i32
  %count = arith.sitofp %number : i32 to f32
  affine.for %i = 0 to %m {
    %sum = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.addf %s, %a : f32
      affine.yield %t : f32
    }
    %mean = arith.divf %sum, %count : f32
    %squares = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.subf %a, %mean : f32
      %p = arith.mulf %d, %d : f32
      %t = arith.addf %s, %p : f32
      affine.yield %t : f32
    }
    %variance = arith.divf %squares, %count : f32
    %more = arith.addf %variance, %tiny : f32
    %scale = math.rsqrt %more : f32
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.subf %a, %mean : f32
      %e = arith.mulf %d, %scale : f32
      %g = affine.load %G[%j] : memref<?xf32>
      %p = arith.mulf %e, %g : f32
      %h = affine.load %H[%j] : memref<?xf32>
      %b = arith.addf %p, %h : f32
      affine.store %b, %B[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
