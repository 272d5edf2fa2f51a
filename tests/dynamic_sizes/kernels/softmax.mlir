// B is the softmax of each row of A. The largest of a row is finite, but a row may be empty.
func.func @softmax(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  %rows = memref.dim %B, %c0 : memref<?x?xf32>
  %columns = memref.dim %B, %c1 : memref<?x?xf32>
  %same_rows = arith.cmpi eq, %m, %rows : index
  pad.assume %same_rows : i1
  %same_columns = arith.cmpi eq, %n, %columns : index
  pad.assume %same_columns : i1
  %empty = arith.cmpi eq, %n, %c0 : index
  affine.for %i = 0 to %m {
    %max = affine.for %j = 0 to %n iter_args(%s = %least) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = arith.maximumf %s, %a : f32
      affine.yield %t : f32
    }
    %abs = math.absf %max : f32
    %finite = arith.cmpf olt, %abs, %inf : f32
    %fact = arith.ori %empty, %finite : i1
    pad.assume %fact : i1  // finite
    %sum = affine.for %j = 0 to %n iter_args(%s = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      %t = arith.addf %s, %e : f32
      affine.yield %t : f32
    }
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      %q = arith.divf %e, %sum : f32
      affine.store %q, %B[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
