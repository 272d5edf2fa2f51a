// RUN: pad-opt %s -p 'pad-partition-loops{loop=i}' --split-input-file --verify-diagnostics | filecheck %s

// Only the loop that is named: the one inside keeps its condition.
// CHECK-LABEL: @one
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT:     affine.if affine_set<(d0) : (-d0 + 9 >= 0)>(%[[J]]) {
// CHECK:      } {pad.stage = "compute.main"}
// CHECK-NEXT: func.return
func.func @one(%A: memref<16x16xf32>, %x: f32) {
  // expected-remark@+1 {{loop 'i' split into main, tail; its 7 operations become 7}}
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(d0, d1) : (13 - d0 >= 0, 9 - d1 >= 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<16x16xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// One iteration of 16 needs no condition: split all the same.
// CHECK-LABEL: @triangle
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 15 {
// CHECK:      } {pad.stage = "compute.head"}
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT:   affine.store %z, %A[15, %[[J]]]
// CHECK-NEXT: } {pad.stage = "compute.main"}
func.func @triangle(%A: memref<16x16xf32>, %z: f32) {
  // expected-remark@+1 {{loop 'i' split into head, main; its 7 operations become 12}}
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        affine.store %z, %A[%i, %j] : memref<16x16xf32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @decides_nothing
// CHECK-NEXT: affine.for
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.if
func.func @decides_nothing(%A: memref<16x16xf32>, %z: f32) {
  // expected-remark@+1 {{loop not partitioned: splitting it would decide none of the conditions in its body}}
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%j) {
        affine.store %z, %A[%i, %j] : memref<16x16xf32>
      }
    }
  }
  func.return
}
