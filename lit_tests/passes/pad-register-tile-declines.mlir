// RUN: pad-opt %s -p 'pad-register-tile{target-cpu=x86-64-v3}' --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @copy
// CHECK: affine.for %{{.*}} = 0 to 32 {
func.func @copy(%A: memref<32xf32>, %B: memref<32xf32>) {
  // expected-remark@+1 {{i is not tiled: no loop in it carries a result}}
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    affine.store %a, %B[%i] : memref<32xf32>
  }
  func.return
}
