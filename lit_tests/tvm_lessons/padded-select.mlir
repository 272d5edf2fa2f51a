// TVM (section 1): decompose_padding refuses the select that transform_layout itself makes (its branches are in the other
// order), and loop partition wants `likely`. Right: either order, in an if that gives a value or a store.
// RUN: pad-opt %s -p pad-partition-loops -o %t.mlir 2>&1 | filecheck %s --check-prefix=REMARK
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// The price is told.
// REMARK: [pad-partition-loops] loop 'i' split into main, tail; its 7 operations become 7
// REMARK: [pad-partition-loops] loop 'i' split into main, tail; its 8 operations become 7

// CHECK-LABEL: @value_first
// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// CHECK-NEXT: affine.store %[[A]], %P[%[[I]]]
// CHECK-NEXT: }
// CHECK-NOT: if
// CHECK: affine.store %zero, %P
// CHECK-NOT: if
// CHECK: func.return
func.func @value_first(%A: memref<14xf32>, %P: memref<18xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 18 {
    %p = affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<14xf32>
      affine.yield %a : f32
    } else {
      affine.yield %zero : f32
    }
    affine.store %p, %P[%i] : memref<18xf32>
  } {pad.stage = "pad"}
  func.return
}

// CHECK-LABEL: @padding_first
// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// CHECK-NEXT: affine.store %[[A]], %P[%[[I]]]
// CHECK-NEXT: }
// CHECK-NOT: if
// CHECK: affine.store %zero, %P
// CHECK-NOT: if
// CHECK: func.return
func.func @padding_first(%A: memref<14xf32>, %P: memref<18xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 18 {
    affine.if affine_set<(d0) : (d0 - 14 >= 0)>(%i) {
      affine.store %zero, %P[%i] : memref<18xf32>
    } else {
      %a = affine.load %A[%i] : memref<14xf32>
      affine.store %a, %P[%i] : memref<18xf32>
    }
  } {pad.stage = "pad"}
  func.return
}
