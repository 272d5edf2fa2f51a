// Code and a C header in place of MLIR.
// RUN: pad-opt %s --emit=header | filecheck %s --check-prefix=HEADER
// RUN: pad-opt %s --emit=llvm-ir --target-cpu=neoverse-n1 | filecheck %s --check-prefix=IR
// RUN: pad-opt %s --emit=asm --target-cpu=x86-64-v3 | filecheck %s --check-prefix=ASM
// RUN: pad-opt %s --emit=obj -o %t.o

// HEADER: #ifndef PAD_MLIR_FILL_H
// HEADER: * @fill
// HEADER-NEXT: * A: out, (i) -> (i // 4, i % 4) on [5] = [2, 4]; padding 4*io + ii >= 5: on entry arbitrary, at exit holds 0.0
// HEADER: #define FILL_A_LOGICAL_SHAPE {5}
// HEADER-NEXT: #define FILL_A_PHYSICAL_SHAPE {2, 4}
// HEADER-NEXT: #define FILL_A_CELLS 8
// HEADER-NEXT: #define FILL_A_ALIGNMENT 4
// HEADER-NEXT: void fill(float *PAD_RESTRICT A, float x);
// HEADER: void fill_pack_A(const float *PAD_RESTRICT from, float *PAD_RESTRICT to);
// HEADER: void fill_unpack_A(const float *PAD_RESTRICT from, float *PAD_RESTRICT to);

// IR: target triple = "aarch64-unknown-linux-gnu"
// IR: define void @fill(ptr noalias %0, float %1)
// IR: define void @fill_pack_A(ptr noalias %0, ptr noalias %1)

// ASM: .globl fill
// ASM: vbroadcastss
// ASM: .globl fill_pack_A

#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func @fill(%A: memref<5xf32, #tiles>, %x: f32) {
  affine.for %i = 0 to 5 {
    affine.store %x, %A[%i] : memref<5xf32, #tiles>
  } {pad.stage = "compute"}
  func.return
}
