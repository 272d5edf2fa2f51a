// Twice A, whose rows another function sums.
func.func @caller(%A: memref<?x?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  %L = memref.alloc(%m, %n) : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %L[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "double"}
  func.call @row_sums(%L, %B) : (memref<?x?xf32>, memref<?xf32>) -> ()
  memref.dealloc %L : memref<?x?xf32>
  func.return
}

func.func private @row_sums(%X: memref<?x?xf32>, %S: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %X, %c0 : memref<?x?xf32>
  %n = memref.dim %X, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    %t = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %x = affine.load %X[%i, %j] : memref<?x?xf32>
      %u = arith.addf %s, %x : f32
      affine.yield %u : f32
    }
    affine.store %t, %S[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
