// RUN: pad-opt %s -p pad-remove-no-op,pad-simplify --split-input-file | filecheck %s

// RFC 77 leaves the first arm empty where it removes what does nothing, and turns the condition in its next step.

// Question: TestRemoveEmptyThenCase
// TVM: rewritten; the opposite condition takes the place of an empty first arm
// Here: rewritten
// CHECK-LABEL: @only_the_rest
// CHECK: affine.if affine_set<(d0) : (d0 - 11 >= 0)>
// CHECK-NEXT: affine.store
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @only_the_rest(%row: memref<18xi32>) {
  %v = arith.constant -7 : i32
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (10 - d0 >= 0)>(%i) {
    } else {
      affine.store %v, %row[%i] : memref<18xi32>
    }
  }
  func.return
}
