// A times a number, in place, with loops of scf.
func.func @scale(%A: memref<?x?xf32>, %by: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.mulf %a, %by : f32
      memref.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
