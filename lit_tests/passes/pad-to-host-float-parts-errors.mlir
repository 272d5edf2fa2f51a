// REQUIRES: mlir
// RUN: pad-opt %s -p 'pad-to-host{target-cpu=haswell}' --verify-diagnostics

func.func @exponents(%A: memref<8xf32>) {
  %i = arith.constant 0 : index
  %a = vector.load %A[%i] : memref<8xf32>, vector<8xf32>
  %mask = arith.constant -1 : i8
  // expected-error@+1 {{'llvm.x86.avx512.mask.getexp.ps.256' is of processors with AVX-512, and this one lacks it: run pad-expand-math for it by target-cpu}}
  %e = "llvm.call_intrinsic"(%a, %a, %mask) <{intrin = "llvm.x86.avx512.mask.getexp.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>, fastmathFlags = #llvm.fastmath<none>}> : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
  vector.store %e, %A[%i] : memref<8xf32>, vector<8xf32>
  func.return
}
