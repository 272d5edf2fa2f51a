// A fact about sizes with which loops could be merged ends the remark.
// RUN: pad-opt %s -p 'pad-merge-adjacent-loops' --split-input-file --verify-diagnostics | filecheck %s

// Two sizes that may differ.
// CHECK-LABEL: @two
// CHECK-COUNT-2: affine.for
func.func @two(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %x: i32,
               %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  }
  // expected-remark@+1 {{the bounds differ: i = 0 to n and i = 0 to m; they would be merged where m == n: state that by pad.size or a pad.assume}}
  affine.for %i = 0 to %m {
    affine.store %x, %B[%i] : memref<?xi32>
  }
  func.return
}

// -----

// With one size of both, they are.
// CHECK-LABEL: @one
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @one(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %x: i32,
               %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "B", dim = 0}, {of = "A", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xi32>
  }
  affine.for %i = 0 to %m {
    affine.store %x, %B[%i] : memref<?xi32>
  }
  func.return
}
