// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v4}' --verify-diagnostics | filecheck %s

// Each cell needs its neighbour as the same sweep has left it, so the sweeps stay outside.
// CHECK-LABEL: @sweeps
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 1 to 32 {
func.func @sweeps(%C: memref<33xf32>) {
  // expected-remark@+2 {{loop 'k' not tiled: no loop in it carries a result}}
  // expected-remark@+1 {{loops k, j not reordered: the stage cannot run in the order of j, k}}
  affine.for %k = 0 to 3 {
    affine.for %j = 1 to 32 {
      %left = affine.load %C[%j - 1] : memref<33xf32>
      %right = affine.load %C[%j + 1] : memref<33xf32>
      %sum = arith.addf %left, %right : f32
      // expected-remark@+1 {{loop 'j' not vectorized: }}
      affine.store %sum, %C[%j] : memref<33xf32>
    }
  }
  func.return
}
