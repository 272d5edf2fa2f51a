// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' --split-input-file --verify-diagnostics | filecheck %s

// The stage is in a loop, whose iterations it may rely on: %t is 0 to 3, and the rows are there.
// CHECK-LABEL: @row_sums(
// CHECK: pad.assume
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @row_sums(%A: memref<4x16xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %t = 0 to 4 {
    affine.for %j = 14 to 16 {
      %a = affine.load %A[%t, %j] : memref<4x16xi32>
      %is = arith.cmpi eq, %a, %zero : i32
      pad.assume %is : i1
    }
    affine.for %j = 0 to 16 {
      affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) {
        %s = affine.load %B[%t] : memref<4xi32>
        %a = affine.load %A[%t, %j] : memref<4x16xi32>
        %u = arith.addi %s, %a : i32
        affine.store %u, %B[%t] : memref<4xi32>
      }
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

// So it may on an if around it.
// CHECK-LABEL: @first_rows(
// CHECK: affine.if
// CHECK: affine.store
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @first_rows(%A: memref<3x16xi32>) {
  %seven = arith.constant 7 : i32
  affine.for %t = 0 to 9 {
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%t) {
      affine.for %j = 0 to 16 {
        affine.store %seven, %A[%t, %j] : memref<3x16xi32>
      }
      affine.for %j = 0 to 16 {
        affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) {
          affine.store %seven, %A[%t, %j] : memref<3x16xi32>
        }
      } {pad.stage = "compute"}
    }
  }
  func.return
}

// -----

// The last iteration of the loop around it would be out of bounds.
// CHECK-LABEL: @one_row_more(
// CHECK: affine.if
// CHECK: pad.stage = "compute"
func.func @one_row_more(%A: memref<4x16xi32>, %x: i32) {
  affine.for %t = 0 to 5 {
    affine.for %j = 0 to 16 {
      // expected-remark@+1 {{[pad-remove-branching-through-overcompute] stage 'compute': guard kept: without the guard, 'affine.store' would access A[4, 0], out of bounds}}
      affine.if affine_set<(d0) : (3 - d0 >= 0)>(%t) {
        affine.store %x, %A[%t, %j] : memref<4x16xi32>
      }
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

// What it leaves in %T[14] is read in the next iteration of the loop around it.
// CHECK-LABEL: @read_by_the_next(
// CHECK: affine.if
// CHECK: pad.stage = "compute"
func.func @read_by_the_next(%T: memref<16xi32>, %B: memref<4xi32>, %x: i32) {
  affine.for %t = 0 to 4 {
    %a = affine.load %T[14] : memref<16xi32>
    affine.store %a, %B[%t] : memref<4xi32>
    affine.for %j = 0 to 16 {
      // expected-remark@+1 {{is not shown to store the same value in T[14]}}
      affine.if affine_set<(d0) : (13 - d0 >= 0)>(%j) {
        affine.store %x, %T[%j] : memref<16xi32>
      }
    } {pad.stage = "compute"}
  }
  func.return
}
