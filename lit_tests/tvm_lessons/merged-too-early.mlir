// TVM (M5): Schedule.merge looks at no dependences, and merges with a loop whose iteration i reads A[i + 1],
// which the next iteration of the first loop is to write; in 0.21 it crashes on two nests of the root.
// Right: these stay apart; a loop that reads A[i] or A[i - 1] is merged.
// RUN: pad-opt %s --verify-diagnostics -p pad-merge-adjacent-loops -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @next
// CHECK-COUNT-2: affine.for
// CHECK: func.return
func.func @next(%A: memref<17xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<17xf32>
  }
  // expected-remark@+1 {{loops not merged: iteration [1] of the first loop writes A[1], which iteration [0] of the second loop reads}}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i + 1] : memref<17xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  func.return
}

// CHECK-LABEL: @same
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: affine.store %x, %A[%[[I:.*]]]
// CHECK: affine.load %A[%[[I]]]
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @same(%A: memref<17xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<17xf32>
  }
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<17xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  func.return
}

// CHECK-LABEL: @before
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: affine.store %x, %A[%[[I:.*]] + 1]
// CHECK: affine.load %A[%[[I]]]
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @before(%A: memref<17xf32>, %B: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i + 1] : memref<17xf32>
  }
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<17xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  }
  func.return
}
