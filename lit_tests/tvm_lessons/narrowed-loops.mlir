// TVM (section 1): ReduceLoopExtents never existed; LoopPartition wants `likely`, and does nothing for a plain if or
// for `i == 0 and j < 2`. Right: the loops run where something happens.
// RUN: pad-opt %s --verify-diagnostics -p pad-reduce-loop-extents -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @plain
// CHECK: affine.for %{{.*}} = 0 to 14 {
// CHECK-NEXT: affine.store
func.func @plain(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    }
  }
  func.return
}

// CHECK-LABEL: @padding
// CHECK-NEXT: affine.for %[[II:.*]] = 2 to 4 {
// CHECK-NEXT: affine.store %x, %A[3, %[[II]]]
func.func @padding(%A: memref<4x4xf32>, %x: f32) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (4 * d0 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %x, %A[%io, %ii] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// CHECK-LABEL: @corner
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 2 {
// CHECK-NEXT: affine.store %x, %A[0, %[[J]]]
func.func @corner(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 == 0, 1 - d1 >= 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// Something happens without the condition, too.
// CHECK-LABEL: @beside
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.store
// CHECK-NEXT: affine.if
func.func @beside(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  // expected-remark@+1 {{loop bounds not narrowed: 'affine.store' runs in each iteration}}
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] : memref<16xf32>
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      affine.store %x, %B[%i] : memref<16xf32>
    }
  }
  func.return
}
