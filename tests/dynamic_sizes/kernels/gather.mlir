// Row i of B is the row of A that I[i] names. A has a row, unless nothing is asked of it.
func.func @gather(%A: memref<?x?xf32>, %I: memref<?xi32>, %B: memref<?x?xf32>,
    %v: index {pad.size = [{of = "A", dim = 0}]},
    %n: index {pad.size = [{of = "I", dim = 0}, {of = "B", dim = 0}]},
    %d: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 1}]}) {
  %c0 = arith.constant 0 : index
  %some = arith.cmpi sgt, %v, %c0 : index
  %none = arith.cmpi eq, %n, %c0 : index
  %fact = arith.ori %some, %none : i1
  pad.assume %fact : i1
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %d {
      %x = affine.load %I[%i] : memref<?xi32>
      %row = arith.index_cast %x : i32 to index
      %a = memref.load %A[%row, %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
