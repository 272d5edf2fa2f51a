// TVM (C2, C3): an undef that is left is an unknown intrinsic to LLVM, an assume an unresolved call for the C
// and CUDA targets; no default pipeline removes them. Right: lowering does, at every stop.
// REQUIRES: mlir
// RUN: pad-opt %s -p 'pad-to-host{stop=affine}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %s -p 'pad-to-host{stop=scf}' | filecheck %s
// RUN: pad-opt %s -p 'pad-to-host{stop=cf}' | filecheck %s
// RUN: pad-opt %s -p 'pad-to-host{stop=llvm}' | mlir-opt | filecheck %s --check-prefix=LLVM

// CHECK-NOT: pad.
// CHECK: @left(
// CHECK-NOT: pad.
// CHECK: arith.constant 0.000000e+00 : f32
// CHECK-NOT: pad.
// CHECK: @assumed(
// CHECK-NOT: pad.
// CHECK-NOT: arith.cmpf
// CHECK: return
// LLVM-NOT: pad.
// LLVM: llvm.func @left(
// LLVM-NOT: pad.
// LLVM: llvm.func @assumed(
// LLVM-NOT: fcmp
// LLVM-NOT: pad.
func.func @left(%B: memref<14xf32>, %x: f32) -> f32 {
  %u = pad.undef : f32
  %s = arith.addf %u, %x : f32
  %v = pad.undef : f32
  affine.store %v, %B[13] : memref<14xf32>
  func.return %s : f32
}

func.func @assumed(%A: memref<16xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    pad.assume %holds : i1
  }
  %a = affine.load %A[0] : memref<16xf32>
  func.return %a : f32
}
