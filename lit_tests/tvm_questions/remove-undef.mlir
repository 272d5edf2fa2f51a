// RUN: pad-opt %s -p pad-remove-undef-store --split-input-file | filecheck %s

// Question: TestRemoveStoreUndef
// TVM: rewritten; a store of undef goes
// Here: rewritten
// CHECK-LABEL: @leave_it
// CHECK-NEXT: func.return
func.func @leave_it(%cell: memref<3xf64>) {
  %u = pad.undef : f64
  affine.store %u, %cell[2] : memref<3xf64>
  func.return
}

// -----

// Question: TestRemoveStoreUndefExpression
// TVM: rewritten; so does one of a sum with undef
// Here: rewritten
// CHECK-LABEL: @sum_with_anything
// CHECK-NEXT: func.return
func.func @sum_with_anything(%cell: memref<3xi32>, %n: i32) {
  %u = pad.undef : i32
  %s = arith.addi %n, %u : i32
  affine.store %s, %cell[1] : memref<3xi32>
  func.return
}

// -----

// Question: TestKeepOtherCallNodes
// TVM: kept; there is no undef in it
// Here: kept
// CHECK-LABEL: @doubled
// CHECK: arith.shli
// CHECK: affine.store
func.func @doubled(%cell: memref<3xi32>, %n: i32) {
  %two = arith.constant 2 : i32
  %m = arith.shli %n, %two : i32
  affine.store %m, %cell[0] : memref<3xi32>
  func.return
}

// -----

// Question: TestRemoveLetUndef
// TVM: rewritten; so does one of undef by a name
// Here: rewritten
// CHECK-LABEL: @through_a_name
// CHECK-NEXT: func.return
func.func @through_a_name(%cell: memref<3xf64>) {
  %u = pad.undef : f64
  %negated = arith.negf %u : f64
  affine.store %negated, %cell[2] : memref<3xf64>
  func.return
}
