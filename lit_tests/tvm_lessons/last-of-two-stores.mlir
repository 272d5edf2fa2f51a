// TVM (M10): RemoveNoOp with data flow needs 31 s for two stores to the same cells of a 4x4 buffer, and keeps
// the first: 100 instead of 42. Right: the last one stays, and the first, if it is overwritten everywhere, goes.
// RUN: pad-opt %s -p pad-remove-no-op -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @same_cells
// CHECK-NOT: affine.store %hundred
// CHECK: affine.if
// CHECK-NEXT: affine.store %forty_two, %B
// CHECK-NOT: affine.store %hundred
// CHECK: func.return
func.func @same_cells(%B: memref<4x4xi32>) {
  %hundred = arith.constant 100 : i32
  %forty_two = arith.constant 42 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        affine.store %hundred, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        affine.store %forty_two, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  func.return
}

// One cell fewer in the second: [3, 1] keeps 100.
// CHECK-LABEL: @one_cell_left
// CHECK: affine.store %hundred, %B
// CHECK: affine.store %forty_two, %B
func.func @one_cell_left(%B: memref<4x4xi32>) {
  %hundred = arith.constant 100 : i32
  %forty_two = arith.constant 42 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (13 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        affine.store %hundred, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (12 - 4 * d0 - d1 >= 0)>(%io, %ii) {
        affine.store %forty_two, %B[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  func.return
}

// A superset, in another order.
// CHECK-LABEL: @more_cells
// CHECK-NOT: affine.store %hundred
// CHECK: affine.store %forty_two, %B
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @more_cells(%B: memref<4x4xi32>) {
  %hundred = arith.constant 100 : i32
  %forty_two = arith.constant 42 : i32
  affine.for %i = 0 to 14 {
    affine.store %hundred, %B[%i floordiv 4, %i mod 4] : memref<4x4xi32>
  }
  affine.for %ii = 0 to 4 {
    affine.for %io = 0 to 4 {
      affine.store %forty_two, %B[%io, %ii] : memref<4x4xi32>
    }
  }
  func.return
}
