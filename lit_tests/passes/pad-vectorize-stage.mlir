// RUN: pad-opt %s -p 'pad-vectorize{stage=second loop=i target-cpu=x86-64-v4}' | filecheck %s
// RUN: not pad-opt %s -o /dev/null -p 'pad-vectorize{stage=third loop=i}' 2>&1 | filecheck %s --check-prefix=UNKNOWN

// The loop of this name that is in the stage.
// CHECK-LABEL: @two_stages
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: affine.for %{{.*}} = 0 to 16 step 16 {
// CHECK: vector.store
// UNKNOWN: error: there is no loop 'third.i' in @two_stages; its loops are: i
func.func @two_stages(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
  } {pad.stage = "first"}
  affine.for %i = 0 to 16 {
    affine.store %x, %B[%i] : memref<16xf32>
  } {pad.stage = "second"}
  func.return
}
