// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// Whole vectors while they fit, then the rest; with n < 10 neither loop runs.
// CHECK-LABEL: @from_ten
// CHECK: affine.for %{{.*}} = 0 to affine_map<()[s0] -> (((s0 - 10) floordiv 8) * 8)>()[%n] step 8 {
// CHECK: vector.store
// CHECK: affine.for %{{.*}} = max affine_map<()[s0] -> (0, ((s0 - 10) floordiv 8) * 8)>()[%n] to affine_map<()[s0] -> (s0 - 10)>()[%n] {
// CHECK: affine.store
func.func @from_ten(%A: memref<64xf32>, %B: memref<64xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 - 10)>()[%n] {
    %a = affine.load %A[%i + 10] : memref<64xf32>
    affine.store %a, %B[%i + 10] : memref<64xf32>
  }
  func.return
}
