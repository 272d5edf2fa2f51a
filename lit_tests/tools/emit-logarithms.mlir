// REQUIRES: mlir
// Logarithms of f32 by the instructions of AVX-512, in vectors of the width that a processor prefers.
// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=znver4}' --emit=asm --target-cpu=znver4 | filecheck %s --check-prefix=WIDE
// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=sapphirerapids}' --emit=asm --target-cpu=sapphirerapids | filecheck %s --check-prefix=WIDE
// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=haswell}' --emit=asm --target-cpu=haswell | filecheck %s --check-prefix=AVX2

// WIDE-LABEL: f:
// WIDE: vgetmantps $8, {{.*}}%zmm
// WIDE: vgetexpps {{.*}}%zmm
// WIDE-NOT: vcmp
// WIDE: retq
// AVX2-NOT: vget
func.func @f(%A: memref<4096xf32>, %B: memref<4096xf32>) {
  affine.for %i = 0 to 4096 {
    %x = affine.load %A[%i] : memref<4096xf32>
    %r = math.log10 %x : f32
    affine.store %r, %B[%i] : memref<4096xf32>
  }
  func.return
}
