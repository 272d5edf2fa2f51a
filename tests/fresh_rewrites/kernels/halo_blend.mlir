// Adds neighbours at distance two where there are both, and makes a copy under a strange index.
func.func @halo_blend(%X: memref<40xf64> {pad.name = "X"}, %Y: memref<40xf64> {pad.name = "Y"},
                      %Z: memref<40xf64> {pad.name = "Z"}) {
  affine.for %i = 0 to 40 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0, -d0 + 37 >= 0)>(%i) {
      %l = affine.load %X[%i - 2] : memref<40xf64>
      %r = affine.load %X[%i + 2] : memref<40xf64>
      %y = arith.addf %l, %r : f64
      affine.store %y, %Y[%i] : memref<40xf64>
    } else {
      %x = affine.load %X[%i] : memref<40xf64>
      affine.store %x, %Y[%i] : memref<40xf64>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 40 {
    %x = affine.load %X[(%i + 40) mod 40] : memref<40xf64>
    affine.store %x, %Z[%i] : memref<40xf64>
  } {pad.stage = "copy"}
  func.return
}
