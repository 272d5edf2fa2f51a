// RUN: pad-opt %s -p pad-remove-assume --split-input-file | filecheck %s

// Question: TestRemoveAssume
// TVM: rewritten; an assume goes
// Here: rewritten
// CHECK-LABEL: @told_then_changed
// CHECK-NEXT: affine.store %x
// CHECK-NEXT: func.return
func.func @told_then_changed(%cell: memref<2xi64>, %x: i64) {
  %eight = arith.constant 8 : i64
  %v = affine.load %cell[1] : memref<2xi64>
  %is = arith.cmpi eq, %v, %eight : i64
  pad.assume %is : i1
  affine.store %x, %cell[1] : memref<2xi64>
  func.return
}

// -----

// Question: TestRemoveAssumeLoop
// TVM: rewritten; so does a loop of assumes
// Here: rewritten
// CHECK-LABEL: @all_told
// CHECK-NOT: affine.load
// CHECK: affine.store %x
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: func.return
func.func @all_told(%a: memref<4x6xf32>, %x: f32) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %v = affine.load %a[%i, %j] : memref<4x6xf32>
      %is = arith.cmpf oeq, %v, %one : f32
      pad.assume %is : i1
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.store %x, %a[%i, %j] : memref<4x6xf32>
    }
  }
  func.return
}
