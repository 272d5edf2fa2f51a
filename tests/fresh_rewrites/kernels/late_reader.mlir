// Halves a vector, then adds to it what lies three cells further on in the halves.
func.func @late_reader(%X: memref<20xf64> {pad.name = "X"},
                       %H: memref<20xf64> {pad.name = "halves"},
                       %Y: memref<20xf64> {pad.name = "Y"}) {
  %half = arith.constant 0.5 : f64
  affine.for %i = 0 to 20 {
    %x = affine.load %X[%i] : memref<20xf64>
    %h = arith.mulf %x, %half : f64
    affine.store %h, %H[%i] : memref<20xf64>
  } {pad.stage = "early"}
  affine.for %i = 0 to 20 {
    affine.if affine_set<(d0) : (-d0 + 16 >= 0)>(%i) {
      %x = affine.load %X[%i] : memref<20xf64>
      %h = affine.load %H[%i + 3] : memref<20xf64>
      %y = arith.addf %x, %h : f64
      affine.store %y, %Y[%i] : memref<20xf64>
    }
  } {pad.stage = "late"}
  func.return
}
