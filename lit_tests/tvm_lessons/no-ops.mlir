// TVM (section 1): 0.27's RemoveNoOp keeps stores that others overwrite, and stores of what an assume says is
// there; 0.21's knows them in one dimension. Right: both go, in two dimensions too, and their twins stay.
// RUN: pad-opt %s -p pad-remove-no-op -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// The nest after it writes more cells.
// CHECK-LABEL: @superset
// CHECK-NOT: affine.store %x
// CHECK: affine.store %y, %B
// CHECK-NOT: affine.store %x
// CHECK: func.return
func.func @superset(%B: memref<4x4xf32>, %x: f32, %y: f32) {
  affine.for %i = 1 to 3 {
    affine.for %j = 0 to 3 {
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %y, %B[%i, %j] : memref<4x4xf32>
    }
  }
  func.return
}

// Fewer cells: the others keep x.
// CHECK-LABEL: @subset
// CHECK: affine.store %x, %B
// CHECK: affine.store %y, %B
func.func @subset(%B: memref<4x4xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
    }
  }
  affine.for %i = 1 to 3 {
    affine.for %j = 0 to 3 {
      affine.store %y, %B[%i, %j] : memref<4x4xf32>
    }
  }
  func.return
}

// The padding holds 0 already.
// CHECK-LABEL: @assumed
// CHECK: pad.assume
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @assumed(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %same = arith.cmpi eq, %a, %zero : i32
    pad.assume %same {pad.user} : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %A[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  func.return
}

// Another cell is not known to.
// CHECK-LABEL: @not_assumed
// CHECK: pad.assume
// CHECK: affine.store %zero, %A
func.func @not_assumed(%A: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %ii = 2 to 4 {
    %a = affine.load %A[3, %ii] : memref<4x4xi32>
    %same = arith.cmpi eq, %a, %zero : i32
    pad.assume %same {pad.user} : i1
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 13 >= 0)>(%io, %ii) {
        affine.store %zero, %A[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  func.return
}
