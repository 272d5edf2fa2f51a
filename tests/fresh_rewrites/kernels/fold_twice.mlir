// Takes a hundred off each dial that has one, twice.
func.func @fold_twice(%D: memref<18xi32> {pad.name = "dial"}) {
  %hundred = arith.constant 100 : i32
  affine.for %i = 0 to 18 {
    %v = affine.load %D[%i] : memref<18xi32>
    %less = arith.subi %v, %hundred : i32
    %big = arith.cmpi sge, %v, %hundred : i32
    scf.if %big {
      affine.store %less, %D[%i] : memref<18xi32>
    }
    %w = affine.load %D[%i] : memref<18xi32>
    %rest = arith.subi %w, %hundred : i32
    %still = arith.cmpi sge, %w, %hundred : i32
    scf.if %still {
      affine.store %rest, %D[%i] : memref<18xi32>
    }
  } {pad.stage = "compute", pad.loop = "i"}
  func.return
}
