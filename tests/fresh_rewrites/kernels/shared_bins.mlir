// Adds 13 integers to bins, in parallel; three zeros lie behind them.
func.func @shared_bins(%A: memref<16xi32> {pad.name = "A"},
                       %H: memref<13xi32> {pad.name = "bins"}) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  affine.for %i = 13 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  } {pad.stage = "A_assume"}
  scf.parallel (%i) = (%c0) to (%c16) step (%c1) {
    %valid = arith.cmpi slt, %i, %c13 : index
    scf.if %valid {
      %bin = arith.remui %i, %c13 : index
      %h = memref.load %H[%bin] : memref<13xi32>
      %a = memref.load %A[%i] : memref<16xi32>
      %t = arith.addi %h, %a : i32
      memref.store %t, %H[%bin] : memref<13xi32>
    }
    scf.reduce
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}
