// RUN: pad-opt %s -p 'pad-optimize' --verify-diagnostics | filecheck %s

// Padding that copies cells, which nothing reads yet: the stage that writes it stays until the guard
// is gone that keeps the others from reading it.
// CHECK-LABEL: func.func @blur
// CHECK: pad.stage = "T_padding"
// CHECK: affine.load %T[%{{.*}} + 1] : memref<16xf32>
// CHECK-NOT: affine.if
// CHECK: pad.stage = "blur"
func.func @blur(%X: memref<14xf32>, %B: memref<14xf32>) {
  %T = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 14 {
    %x = affine.load %X[%i] : memref<14xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %T[%i + 1] : memref<16xf32>
  } {pad.stage = "make"}
  affine.for %p = 0 to 1 {
    %x = affine.load %T[%p + 14] : memref<16xf32>
    affine.store %x, %T[%p] : memref<16xf32>
  } {pad.of_padding, pad.stage = "T_padding"}
  affine.for %i = 0 to 14 {
    %a = affine.load %T[%i + 1] : memref<16xf32>
    // expected-remark@+1 {{stage 'blur': guard removed: 1 instances are added to the original 13}}
    %l = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> f32 {
      %x = affine.load %T[%i] : memref<16xf32>
      affine.yield %x : f32
    } else {
      %x = affine.load %T[14] : memref<16xf32>
      affine.yield %x : f32
    }
    %s = arith.addf %l, %a : f32
    affine.store %s, %B[%i] : memref<14xf32>
  } {pad.stage = "blur"}
  memref.dealloc %T : memref<16xf32>
  func.return
}
