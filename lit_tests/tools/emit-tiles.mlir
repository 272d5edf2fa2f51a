// REQUIRES: mlir
// Tiles of AMX, for which Linux is asked first; a processor without them is refused.
// RUN: pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --emit=asm --target-cpu=sapphirerapids | filecheck %s
// RUN: not pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids}' --emit=asm --target-cpu=znver4 2>&1 | filecheck %s --check-prefix=LACKING
// RUN: not pad-opt %s -p 'pad-dot-products{target-cpu=sapphirerapids},pad-to-host{target-cpu=alderlake}' 2>&1 | filecheck %s --check-prefix=LACKING
// CHECK-LABEL: matmul:
// CHECK: call{{.*}}pad_mlir_ask_for_tiles
// CHECK: ldtilecfg
// CHECK: tilezero
// CHECK: tdpbssd %tmm
// CHECK: tilestored %tmm
// CHECK-LABEL: pad_mlir_ask_for_tiles:
// CHECK: syscall
// LACKING: error: 'amx.tile_zero' is of processors with AMX, and this one has none: run pad-dot-products for it by target-cpu

func.func @matmul(%A: memref<16x64xi8>, %B: memref<16x64xi8>, %C: memref<16x16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.store %zero, %C[%i, %j] : memref<16x16xi32>
      affine.for %k = 0 to 64 {
        %c = affine.load %C[%i, %j] : memref<16x16xi32>
        %a = affine.load %A[%i, %k] : memref<16x64xi8>
        %b = affine.load %B[%k floordiv 4, %j * 4 + %k mod 4] : memref<16x64xi8>
        %x = arith.extsi %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<16x16xi32>
      }
    }
  } {pad.stage = "matmul"}
  func.return
}
