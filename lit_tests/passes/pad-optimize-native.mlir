// RUN: pad-opt %s -p 'pad-optimize{target-cpu=native}' --verify-diagnostics | filecheck %s
// REQUIRES: mlir

// What a machine is taken for is told, with a name under which the code is the same anywhere.
// CHECK-LABEL: @double(
// expected-remark@+1 {{this machine is taken for }}
func.func @double(%A: memref<64xf32>, %B: memref<64xf32>) {
  // expected-remark@+1 {{loop 'i' not tiled: no loop in it carries a result}}
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<64xf32>
  }
  func.return
}
