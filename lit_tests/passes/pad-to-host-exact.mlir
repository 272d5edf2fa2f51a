// REQUIRES: mlir
// RUN: pad-opt %s -p "pad-to-host{stop=scf}" | filecheck %s
// RUN: pad-opt %s -p "pad-to-host{stop=cf}" | filecheck %s
// RUN: pad-opt %s -p "pad-to-host{stop=llvm}" | mlir-opt | filecheck %s --check-prefix=LLVM

// Constants go to upstream and back bit by bit, and so do flags.
// CHECK: memref.global {{.*}} dense<[-0.000000e+00, 0xff800000]>
// LLVM: llvm.mlir.global {{.*}}dense<[-0.000000e+00, 0xFF800000]>
memref.global "private" constant @table : memref<2xf32> = dense<[-0.0, 0xFF800000]>

// CHECK-LABEL: func.func @constants(
// LLVM-LABEL: llvm.func @constants(
func.func @constants(%x: f32) -> (f32, f32, f32, f64, bf16, bf16, vector<2xf32>, f32) {
  // CHECK: arith.constant -0.000000e+00 : f32
  // LLVM: llvm.mlir.constant(-0.000000e+00 : f32)
  %0 = arith.constant -0.0 : f32
  // CHECK: arith.constant 0x7fc01234 : f32
  // LLVM: llvm.mlir.constant(0x7FC01234 : f32)
  %1 = arith.constant 0x7FC01234 : f32
  // CHECK: arith.constant 1.401300e-45 : f32
  // LLVM: llvm.mlir.constant(1.401300e-45 : f32)
  %2 = arith.constant 1.401298464e-45 : f32
  // CHECK: arith.constant 0.10000000000000002 : f64
  // LLVM: llvm.mlir.constant(0.10000000000000002 : f64)
  %3 = arith.constant 0.10000000000000002 : f64
  // CHECK: arith.constant -0.000000e+00 : bf16
  // LLVM: llvm.mlir.constant(-0.000000e+00 : bf16)
  %4 = arith.constant -0.0 : bf16
  // CHECK: arith.constant 0xff80 : bf16
  // LLVM: llvm.mlir.constant(0xFF80 : bf16)
  %5 = arith.constant 0xFF80 : bf16
  // CHECK: arith.constant dense<[0x7fc00001, -0.000000e+00]> : vector<2xf32>
  // LLVM: llvm.mlir.constant(dense<[0x7FC00001, -0.000000e+00]> : vector<2xf32>)
  %6 = arith.constant dense<[0x7FC00001, -0.0]> : vector<2xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,nsz> : f32
  // LLVM: llvm.fadd {{.*}}#llvm.fastmath<nsz, reassoc>
  %7 = arith.addf %x, %x fastmath<reassoc,nsz> : f32
  func.return %0, %1, %2, %3, %4, %5, %6, %7
    : f32, f32, f32, f64, bf16, bf16, vector<2xf32>, f32
}
