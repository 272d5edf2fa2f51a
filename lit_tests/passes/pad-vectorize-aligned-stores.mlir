// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file | filecheck %s

// The first 15 cells go before whole vectors, which are then stored within lines of the cache.
// CHECK-LABEL: @between
// CHECK: affine.for %{{.*}} = 1 to 16 step 15 {
// CHECK: vector.maskedstore
// CHECK: affine.for %[[I:.*]] = 16 to 496 step 16 {
// CHECK: vector.store %{{.*}}, %B[%[[I]]]
// CHECK: affine.for %{{.*}} = 496 to 511 step 15 {
func.func @between(%A: memref<512xf32>, %B: memref<512xf32>) {
  affine.for %i = 1 to 511 {
    %l = affine.load %A[%i - 1] : memref<512xf32>
    %r = affine.load %A[%i + 1] : memref<512xf32>
    %s = arith.addf %l, %r : f32
    affine.store %s, %B[%i] : memref<512xf32>
  }
  func.return
}

// -----

// Rows of whole lines all begin alike.
// CHECK-LABEL: @rows
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %{{.*}} = 0 to 14 step 14 {
// CHECK: affine.for %{{.*}} = 14 to 270 step 16 {
func.func @rows(%A: memref<2x320xf32>, %B: memref<2x320xf32>) {
  affine.for %y = 0 to 2 {
    affine.for %x = 0 to 270 {
      %a = affine.load %A[%y, %x] : memref<2x320xf32>
      affine.store %a, %B[%y, %x + 2] : memref<2x320xf32>
    }
  }
  func.return
}
