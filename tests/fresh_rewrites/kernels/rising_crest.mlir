// The running maximum, in place.
func.func @rising_crest(%A: memref<25xi32> {pad.name = "crest"}) {
  affine.for %i = 0 to 24 {
    %a = affine.load %A[%i] : memref<25xi32>
    %b = affine.load %A[%i + 1] : memref<25xi32>
    %m = arith.maxsi %a, %b : i32
    affine.store %m, %A[%i + 1] : memref<25xi32>
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}
