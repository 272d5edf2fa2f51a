// REQUIRES: mlir
// RUN: pad-opt %s -p pad-to-host | mlir-translate --mlir-to-llvmir | filecheck %s

// What is run once is not a loop.
// CHECK-LABEL: define {{.*}} @once(ptr {{.*}} %0, float %1)
// CHECK-NOT: br
// CHECK: %[[A:[0-9]+]] = load float
// CHECK: %[[SUM:[0-9]+]] = fadd float %1, %[[A]]
// CHECK: store float %[[SUM]]
// CHECK: ret float %[[SUM]]
func.func @once(%A: memref<8xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 3 to 7 step 4 iter_args(%s = %x) -> (f32) {
    %a = affine.load %A[%i] : memref<8xf32>
    %t = arith.addf %s, %a : f32
    affine.for %j = 1 to 2 {
      affine.store %t, %A[%i + %j] : memref<8xf32>
    }
    affine.yield %t : f32
  }
  func.return %r : f32
}

// CHECK-LABEL: define {{.*}} @swapped(float %0, float %1)
// CHECK-NOT: br
// CHECK: %[[FIRST:[0-9]+]] = insertvalue { float, float } poison, float %1, 0
// CHECK: insertvalue { float, float } %[[FIRST]], float %0, 1
func.func @swapped(%x: f32, %y: f32) -> (f32, f32) {
  %r:2 = affine.for %i = 0 to 1 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  func.return %r#0, %r#1 : f32, f32
}

// CHECK-LABEL: define {{.*}} @twice(
// CHECK: br i1
func.func @twice(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 3 to 7 step 3 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  func.return
}
