// The sums of the squares of each row of A, the squares in a local buffer.
func.func @chained(%A: memref<?x?xf32>, %B: memref<?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}]}) {
  %zero = arith.constant 0.0 : f32
  %L = memref.alloc(%m, %n) : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %p = arith.mulf %a, %a : f32
      affine.store %p, %L[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "produce"}
  affine.for %i = 0 to %m {
    %t = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %l = affine.load %L[%i, %j] : memref<?x?xf32>
      %u = arith.addf %s, %l : f32
      affine.yield %u : f32
    }
    affine.store %t, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  memref.dealloc %L : memref<?x?xf32>
  func.return
}
