// What TVM's tests of transform_layout ask of the map that changes nothing.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i, j) -> (i, j)"}, pad-apply-layouts' --split-input-file 2>/dev/null | filecheck %s

// Question: test_two_elementwise_unit_dim
// TVM: kept; an axis of extent one under the identity: no access changes
// Here: kept
// CHECK-LABEL: @unit_axis
// CHECK: memref.alloc() {{.*}} : memref<1x9xf32>
// CHECK: affine.store %{{.*}}, %T[%i, %j] : memref<1x9xf32>
func.func @unit_axis(%A: memref<1x9xf32>, %B: memref<1x9xf32>) {
  %T = memref.alloc() : memref<1x9xf32>
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i, %j] : memref<1x9xf32>
      affine.store %a, %T[%i, %j] : memref<1x9xf32>
      %t = affine.load %T[%i, %j] : memref<1x9xf32>
      affine.store %t, %B[%i, %j] : memref<1x9xf32>
    }
  }
  func.return
}
