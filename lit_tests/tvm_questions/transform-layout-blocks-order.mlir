// What TVM's tests of transform_block_layout ask of loops that change places.
// RUN: pad-opt %s -p 'pad-reorder{loops=j,i}' | filecheck %s

// Question: test_transform_block_layout_unit_dim
// TVM: rewritten; a loop of one iteration becomes the inner one
// Here: rewritten
// CHECK-LABEL: @swapped
// CHECK: affine.for %j = 0 to 9 {
// CHECK-NEXT: affine.for %i = 0 to 1 {
func.func @swapped(%A: memref<1x9xf32>, %B: memref<1x9xf32>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<1x9xf32>
      affine.store %a, %B[%i, %j] : memref<1x9xf32>
    }
  }
  func.return
}
