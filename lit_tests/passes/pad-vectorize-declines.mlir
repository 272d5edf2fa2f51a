// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// Each element needs the one in front of it.
// CHECK-LABEL: @cumsum
// CHECK: affine.for %{{.*}} = 1 to 32 {
func.func @cumsum(%A: memref<32xf32>) {
  affine.for %i = 1 to 32 {
    %p = affine.load %A[%i - 1] : memref<32xf32>
    %a = affine.load %A[%i] : memref<32xf32>
    %s = arith.addf %p, %a : f32
    // expected-remark@+1 {{i stays as it is: its iterations [1] and [2] touch the same cell of A, 'affine.store' first}}
    affine.store %s, %A[%i] : memref<32xf32>
  }
  func.return
}
