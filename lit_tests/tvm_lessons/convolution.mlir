// TVM (section 2, example 5): a full convolution, 16 -> 18, keeps two or three selects, or the pass is killed after
// 9 minutes. Right: with zeros around A, all that the guards keep out is products with 0, and they go. So do
// they for floats that may be infinite only under fp=relaxed.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=A map="(i) -> (i + 2)" extents="[20]" pad=0},pad-transform-layout{buffer=X map="(i) -> (i + 2)" extents="[20]" pad=0.0},pad-apply-layouts,pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i + 2)" extents="[20]" pad=0},pad-transform-layout{buffer=X map="(i) -> (i + 2)" extents="[20]" pad=0.0},pad-apply-layouts,pad-remove-branching-through-overcompute{stage=compute fp=relaxed}' -o %t.relaxed.mlir
// RUN: filecheck %s --check-prefix=RELAXED < %t.relaxed.mlir
// RUN: pad-tv --fp relaxed %s %t.relaxed.mlir

// CHECK-LABEL: @integers(%A: memref<20xi32>
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: if
// CHECK: affine.for %[[I:.*]] = 0 to 18 {
// CHECK-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// CHECK-NOT: if
// CHECK: affine.load %A[%[[I]] - %[[F]] + 2] : memref<20xi32>
// CHECK-NOT: if
// CHECK: pad.stage = "compute"
func.func @integers(%A: memref<16xi32>, %F: memref<3xi32>, %B: memref<18xi32>) {
  affine.for %i = 0 to 18 {
    affine.for %f = 0 to 3 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, 15 - d0 + d1 >= 0)>(%i, %f) {
        %s = affine.load %B[%i] : memref<18xi32>
        %a = affine.load %A[%i - %f] : memref<16xi32>
        %w = affine.load %F[%f] : memref<3xi32>
        %p = arith.muli %a, %w : i32
        %t = arith.addi %s, %p : i32
        affine.store %t, %B[%i] : memref<18xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// CHECK-LABEL: @floats(%X: memref<20xf32>
// CHECK: affine.if
// CHECK: pad.stage = "compute"
// RELAXED-LABEL: @floats
// RELAXED: pad.stage = "X_assume"
// RELAXED-NOT: if
// RELAXED: pad.stage = "compute"
func.func @floats(%X: memref<16xf32>, %F: memref<3xf32>, %B: memref<18xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 18 {
    affine.store %zero, %B[%i] : memref<18xf32>
  }
  affine.for %i = 0 to 18 {
    affine.for %f = 0 to 3 {
      // expected-remark@+1 {{without the guard, iteration [0, 1] is not shown to store the same value in B[0], which may be read later (X[1] holds 0.000000e+00 : f32; F[1] may hold anything)}}
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, 15 - d0 + d1 >= 0)>(%i, %f) {
        %s = affine.load %B[%i] : memref<18xf32>
        %a = affine.load %X[%i - %f] : memref<16xf32>
        %w = affine.load %F[%f] : memref<3xf32>
        %p = arith.mulf %a, %w : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %B[%i] : memref<18xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
