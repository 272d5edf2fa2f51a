// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4}' --split-input-file --verify-diagnostics | filecheck %s

// No part of it gets vectors: the loop stays whole.
// CHECK-LABEL: @in_order
// CHECK: affine.for %{{.*}} = 0 to 40 {
// CHECK-NOT: affine.for
func.func @in_order(%A: memref<41xf32>) {
  affine.for %i = 0 to 40 {
    %low = affine.max affine_map<(d0) -> (d0 - 1, 0)>(%i)
    %a = memref.load %A[%low] : memref<41xf32>
    %b = arith.addf %a, %a : f32
    // expected-remark@+1 {{loop 'i' not vectorized: its iterations [1] and [2] access the same cell of A}}
    affine.store %b, %A[%i] : memref<41xf32>
  }
  func.return
}

// -----

// Where an index is clamped is not known: the window has any size.
// CHECK-LABEL: @any_window
// CHECK: affine.for %{{.*}} = 0 to 40 {
// CHECK-NOT: vector<
func.func @any_window(%A: memref<40xf32>, %B: memref<40xf32>, %n: index) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to %n {
      %low = affine.max affine_map<(d0, d1) -> (d0 - d1, 0)>(%i, %j)
      // expected-remark@+1 {{consecutive iterations do not access neighbours of A, but [max(i - j, 0)]}}
      %a = memref.load %A[%low] : memref<40xf32>
      affine.store %a, %B[%i] : memref<40xf32>
    }
  }
  func.return
}

// -----

// One size ends the loop, and another one the row.
// CHECK-LABEL: @other_size
// CHECK: affine.for %{{.*}} = 0 to %n {
// CHECK-NOT: affine.for
func.func @other_size(%A: memref<?xf32>, %B: memref<?xf32>, %m: index, %n: index) {
  affine.for %i = 0 to %n {
    %at = affine.min affine_map<(d0)[s0] -> (d0, s0 - 1)>(%i)[%m]
    // expected-remark@+1 {{consecutive iterations do not access neighbours of A, but [min(i, m - 1)]}}
    %a = memref.load %A[%at] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  func.return
}
