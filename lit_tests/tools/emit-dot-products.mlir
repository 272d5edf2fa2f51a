// REQUIRES: mlir
// Instructions of each processor, and arithmetic where one is asked for that lacks them.
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --emit=asm --target-cpu=sapphirerapids | filecheck %s --check-prefixes=WIDE,SHIFTED
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=znver4}' --emit=asm --target-cpu=znver4 | filecheck %s --check-prefixes=WIDE,PAIRED
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
// WIDE-LABEL: bfloats:
// PAIRED: vbroadcastss (%rdi), %zmm
// PAIRED: vdpbf16ps {{.*}}%zmm
// SHIFTED: vpslld $16, {{.*}}%zmm
// SHIFTED: vfmadd{{.*}}%zmm
// What rounds to bf16 rounds denormal numbers too.
// WIDE-LABEL: rounded:
// WIDE-NOT: vcvtneps2bf16
// WIDE-LABEL: __truncsfbf2:
// VEX-LABEL: mixed:
// VEX: {vex} vpdpbusd {{.*}}%ymm
// VEX-LABEL: signed:
// VEX: {vex} vpdpbusd {{.*}}%ymm
// VEX-LABEL: words:
// VEX: {vex} vpdpwssd {{.*}}%ymm
// VEX-LABEL: bfloats:
// VEX: vpslld $16, {{.*}}%ymm
// VEX: vfmadd{{.*}}%ymm
// MADD-LABEL: mixed:
// MADD: vpmaddwd {{.*}}%ymm
// MADD-LABEL: signed:
// MADD: vpmaddwd {{.*}}%ymm
// MADD-LABEL: words:
// MADD: vpmaddwd {{.*}}%ymm
// MADD-LABEL: bfloats:
// MADD: vpslld $16, {{.*}}%ymm
// MADD: vfmadd{{.*}}%ymm
// NEON-LABEL: mixed:
// NEON: usdot v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// NEON-LABEL: signed:
// NEON: sdot v{{.*}}.4s, v{{.*}}.16b, v{{.*}}.16b
// NEON-LABEL: bfloats:
// NEON: ld1r { v{{.*}}.4s }
// NEON: bfdot v{{.*}}.4s, v{{.*}}.8h, v{{.*}}.8h
// LACKING-LABEL: mixed:
// LACKING-NOT: vpdpbusd
// LACKING-LABEL: bfloats:
// LACKING: vpslld $16, {{.*}}%ymm
// LACKING: vfmadd{{.*}}%ymm
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

func.func @bfloats(%A: memref<2xbf16>, %B: memref<32xbf16>, %C: memref<16xf32>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 2 {
      %c = affine.load %C[%j] : memref<16xf32>
      %a = affine.load %A[%k] : memref<2xbf16>
      %b = affine.load %B[%j * 2 + %k] : memref<32xbf16>
      %x = arith.extf %a : bf16 to f32
      %y = arith.extf %b : bf16 to f32
      %p = arith.mulf %x, %y fastmath<reassoc,contract,afn> : f32
      %s = arith.addf %c, %p fastmath<reassoc,contract,afn> : f32
      affine.store %s, %C[%j] : memref<16xf32>
    }
  }
  func.return
}

func.func @rounded(%A: memref<2xbf16>, %B: memref<32xbf16>, %C: memref<16xf32>, %D: memref<16xbf16>) {
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 2 {
      %c = affine.load %C[%j] : memref<16xf32>
      %a = affine.load %A[%k] : memref<2xbf16>
      %b = affine.load %B[%j * 2 + %k] : memref<32xbf16>
      %x = arith.extf %a : bf16 to f32
      %y = arith.extf %b : bf16 to f32
      %p = arith.mulf %x, %y fastmath<reassoc,contract,afn> : f32
      %s = arith.addf %c, %p fastmath<reassoc,contract,afn> : f32
      affine.store %s, %C[%j] : memref<16xf32>
    }
  }
  affine.for %j = 0 to 16 {
    %c = affine.load %C[%j] : memref<16xf32>
    %d = arith.truncf %c : f32 to bf16
    affine.store %d, %D[%j] : memref<16xbf16>
  }
  func.return
}
