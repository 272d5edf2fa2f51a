// Gaps between neighbours of a signal, and echoes spread forwards over a fan.
func.func @gap_and_spread(%X: memref<22xf32> {pad.name = "signal"},
                          %G: memref<21xf32> {pad.name = "gaps"},
                          %E: memref<18xi64> {pad.name = "echo"},
                          %W: memref<3xi64> {pad.name = "W"},
                          %C: memref<20xi64> {pad.name = "fan"}) {
  %zero = arith.constant 0 : i64
  affine.for %i = 0 to 21 {
    %x = affine.load %X[%i] : memref<22xf32>
    %y = affine.load %X[%i + 1] : memref<22xf32>
    %g = arith.subf %y, %x : f32
    affine.store %g, %G[%i] : memref<21xf32>
  } {pad.stage = "gap"}
  affine.for %i = 0 to 20 {
    affine.store %zero, %C[%i] : memref<20xi64>
  } {pad.stage = "clear"}
  affine.for %i = 0 to 18 {
    affine.for %f = 0 to 3 {
      %c = affine.load %C[%i + %f] : memref<20xi64>
      %w = affine.load %W[%f] : memref<3xi64>
      %e = affine.load %E[%i] : memref<18xi64>
      %p = arith.muli %w, %e : i64
      %d = arith.addi %c, %p : i64
      affine.store %d, %C[%i + %f] : memref<20xi64>
    }
  } {pad.stage = "spread"}
  func.return
}
