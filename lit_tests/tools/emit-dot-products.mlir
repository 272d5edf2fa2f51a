// REQUIRES: mlir
// Instructions of each processor, and arithmetic where one is asked for that lacks them.
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --emit=asm --target-cpu=sapphirerapids | filecheck %s --check-prefix=WIDE
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=znver4}' --emit=asm --target-cpu=znver4 | filecheck %s --check-prefix=WIDE
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=alderlake}' --emit=asm --target-cpu=alderlake | filecheck %s --check-prefix=VEX
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=x86-64-v3}' --emit=asm --target-cpu=x86-64-v3 | filecheck %s --check-prefix=MADD
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=neoverse-v2}' --emit=asm --target-cpu=neoverse-v2 | filecheck %s --check-prefix=NEON
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=znver4}' --emit=asm --target-cpu=x86-64-v3 | filecheck %s --check-prefix=LACKING

// WIDE-LABEL: mixed:
// WIDE: vpbroadcastd {{.*}}%zmm
// WIDE: vpdpbusd {{.*}}%zmm
// WIDE-LABEL: signed:
// WIDE: vpxor{{.*}}%zmm
// WIDE: vpdpbusd {{.*}}%zmm
// WIDE-LABEL: words:
// WIDE: vpdpwssd {{.*}}%zmm
// VEX-LABEL: mixed:
// VEX: {vex} vpdpbusd {{.*}}%ymm
// VEX-LABEL: signed:
// VEX: {vex} vpdpbusd {{.*}}%ymm
// VEX-LABEL: words:
// VEX: {vex} vpdpwssd {{.*}}%ymm
// MADD-LABEL: mixed:
// MADD: vpmaddwd {{.*}}%ymm
// MADD-LABEL: signed:
// MADD: vpmaddwd {{.*}}%ymm
// MADD-LABEL: words:
// MADD: vpmaddwd {{.*}}%ymm
// NEON-LABEL: mixed:
// NEON: usdot v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// NEON-LABEL: signed:
// NEON: sdot v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// LACKING-LABEL: mixed:
// LACKING-NOT: vpdpbusd
func.func @mixed(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 4 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<4xi8>
      %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
      %x = arith.extui %a : i8 to i32
      %y = arith.extsi %b : i8 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}

func.func @signed(%A: memref<3x8xi8>, %B: memref<2x64xi8>, %C: memref<3x16xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 8 {
        %c = affine.load %C[%i, %j] : memref<3x16xi32>
        %a = affine.load %A[%i, %k] : memref<3x8xi8>
        %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<2x64xi8>
        %x = arith.extsi %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<3x16xi32>
      }
    }
  }
  func.return
}

func.func @words(%A: memref<2xi16>, %B: memref<32xi16>, %C: memref<16xi32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 2 {
      %c = affine.load %C[%j] : memref<16xi32>
      %a = affine.load %A[%k] : memref<2xi16>
      %b = affine.load %B[%j * 2 + %k] : memref<32xi16>
      %x = arith.extsi %a : i16 to i32
      %y = arith.extsi %b : i16 to i32
      %p = arith.muli %x, %y : i32
      %s = arith.addi %c, %p : i32
      affine.store %s, %C[%j] : memref<16xi32>
    }
  }
  func.return
}
