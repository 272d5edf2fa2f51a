// TVM (section 1): 0.27's HoistExpression no longer hoists an if whose condition is bound by a let (0.21 does), and in
// the middle tile of the RFC's convolution a useless split is left. Right: a condition that has a name, and
// other uses, is hoisted like any other; one that the loop changes is not.
// RUN: pad-opt %s --verify-diagnostics -p pad-hoist-expression -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @bound
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// CHECK: scf.if %[[C]] {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NOT: scf.if
// CHECK: affine.store
// CHECK: } else {
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @bound(%A: memref<4x8xf32>, %B: memref<4x8xi1>, %x: f32) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %in_bounds = arith.cmpi slt, %i, %c3 : index
      affine.store %in_bounds, %B[%i, %j] : memref<4x8xi1>
      scf.if %in_bounds {
        affine.store %x, %A[%i, %j] : memref<4x8xf32>
      }
    }
  }
  func.return
}

// The loop writes what the condition reads.
// CHECK-LABEL: @changed
// CHECK: affine.for
// CHECK: affine.load %A[0, 0]
// CHECK: scf.if
func.func @changed(%A: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[0, 0] : memref<4x8xf32>
      %less = arith.cmpf olt, %a, %x : f32
      // expected-remark@+1 {{condition not hoisted: the loop may write what 'affine.load' reads}}
      scf.if %less {
        affine.store %x, %A[%i, %j] : memref<4x8xf32>
      }
    }
  }
  func.return
}
