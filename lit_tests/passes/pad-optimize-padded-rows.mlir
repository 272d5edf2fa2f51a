// RUN: pad-opt %s -p 'pad-optimize{layouts=auto target-cpu=x86-64-v4}' 2>&1 | filecheck %s

// A loop over 13 channels goes on to the end of the 16 that are stored, so that no vector is masked:
// what it computes there lands in padding.
// CHECK: remark: [pad-optimize] layout Y: (i, j) -> (i, j) pad=undef extents=[30, 16]; X: (i, j) -> (i, j) pad=undef extents=[32, 16]; K: (i, j) -> (i, j) pad=undef extents=[3, 16] applied to Y and X and K with its loops to the end of its padding: estimated cycles:
// CHECK: remark: [pad-optimize] stage 'smooth': guard removed: 90 instances are added to the original 390
// CHECK-LABEL: func.func @smooth
// CHECK: affine.for %{{.*}} = 0 to 16 step 16
// CHECK-NOT: vector.masked
func.func @smooth(%X: memref<32x13xf32>, %K: memref<3x13xf32>, %Y: memref<30x13xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 30 {
    affine.for %c = 0 to 13 {
      affine.store %zero, %Y[%i, %c] : memref<30x13xf32>
      affine.for %r = 0 to 3 {
        %x = affine.load %X[%i + %r, %c] : memref<32x13xf32>
        %k = affine.load %K[%r, %c] : memref<3x13xf32>
        %y = affine.load %Y[%i, %c] : memref<30x13xf32>
        %m = arith.mulf %x, %k fastmath<contract> : f32
        %s = arith.addf %y, %m fastmath<contract> : f32
        affine.store %s, %Y[%i, %c] : memref<30x13xf32>
      }
    }
  } {pad.stage = "smooth"}
  func.return
}
