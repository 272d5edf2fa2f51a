// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file --verify-diagnostics | filecheck %s

// Masked stores may be too slow for every second element.
// CHECK-LABEL: @spread(
// CHECK-NOT: vector<
func.func @spread(%A: memref<16xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    // expected-remark@+1 {{loop 'i' not vectorized: consecutive iterations do not access neighbours of B, but [2*i]}}
    affine.store %a, %B[2 * %i] : memref<32xf32>
  }
  func.return
}

// -----

// There are no masks for 16 bits.
// CHECK-LABEL: @halves(
// CHECK-NOT: vector<
func.func @halves(%A: memref<65xi16>, %B: memref<32xi16>) {
  affine.for %i = 0 to 32 {
    // expected-remark@+1 {{loop 'i' not vectorized: consecutive iterations do not access neighbours of A, but [2*i]}}
    %a = affine.load %A[2 * %i] : memref<65xi16>
    affine.store %a, %B[%i] : memref<32xi16>
  }
  func.return
}
