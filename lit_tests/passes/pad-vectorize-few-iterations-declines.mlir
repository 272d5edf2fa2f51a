// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file --verify-diagnostics | filecheck %s

// The bound varies, but is never more than 3.
// CHECK-LABEL: @triangle
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0 + 1)>
// CHECK-NOT: vector
func.func @triangle(%A: memref<3x3xf32>) {
  affine.for %k = 0 to 3 {
    // expected-remark@+1 {{loop 'i' not vectorized: its iterations, 3 at most, are too few for a vector}}
    affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%k) {
      %a = affine.load %A[%k, %i] : memref<3x3xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%k, %i] : memref<3x3xf32>
    }
  }
  func.return
}
