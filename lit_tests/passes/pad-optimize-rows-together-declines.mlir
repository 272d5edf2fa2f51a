// RUN: pad-opt %s -p 'pad-optimize{target-cpu=x86-64-v3}' --split-input-file | filecheck %s

// A row takes what the one before has stored.
// CHECK-LABEL: @in_place(
// CHECK: affine.for %{{.*}} = 0 to 18 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 step 8 {
func.func @in_place(%A: memref<20x40xf32>) {
  affine.for %y = 0 to 18 {
    affine.for %x = 0 to 32 {
      %a0 = affine.load %A[%y, %x] : memref<20x40xf32>
      %a1 = affine.load %A[%y + 1, %x] : memref<20x40xf32>
      %a2 = affine.load %A[%y + 2, %x] : memref<20x40xf32>
      %s = arith.addf %a0, %a1 : f32
      %b = arith.addf %s, %a2 : f32
      affine.store %b, %A[%y + 1, %x] : memref<20x40xf32>
    }
  }
  func.return
}

// -----

// All rows load the same of S, and nothing else that is the same.
// CHECK-LABEL: @scaled(
// CHECK: affine.for %{{.*}} = 0 to 18 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 step 8 {
func.func @scaled(%A: memref<18x40xf32>, %S: memref<32xf32>, %B: memref<18x32xf32>) {
  affine.for %y = 0 to 18 {
    affine.for %x = 0 to 32 {
      %a = affine.load %A[%y, %x] : memref<18x40xf32>
      %s = affine.load %S[%x] : memref<32xf32>
      %b = arith.mulf %a, %s : f32
      affine.store %b, %B[%y, %x] : memref<18x32xf32>
    }
  }
  func.return
}

// -----

// Nine rows would have to go together: they are too many to be tried.
// CHECK-LABEL: @much_enlarged(
// CHECK: affine.for %{{.*}} = 0 to 18 {
// CHECK: affine.for %{{.*}} = 0 to 32 step 8 {
// CHECK-COUNT-1: vector.store
// CHECK-NOT: vector.store
func.func @much_enlarged(%A: memref<2x32xf32>, %B: memref<18x32xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %y = 0 to 18 {
    affine.for %x = 0 to 32 {
      %a = affine.load %A[%y floordiv 9, %x] : memref<2x32xf32>
      %p = math.fma %a, %a, %one : f32
      %b = arith.divf %a, %p : f32
      affine.store %b, %B[%y, %x] : memref<18x32xf32>
    }
  }
  func.return
}
