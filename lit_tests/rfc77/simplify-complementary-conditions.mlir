// RFC 77, "Enhancement - Simplify": of two ifs of which exactly one holds, the arms are exchanged and merged.
// The RFC indexes its 2-D buffers by i alone; here by i and j.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s -p pad-simplify -o %t.1.mlir
// RUN: filecheck %s --check-prefix=AFTER < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// BEFORE-LABEL: @func
// BEFORE: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
// BEFORE: affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>

// AFTER-LABEL: @func
// AFTER: affine.for %[[I:.*]] = 0 to 4 {
// AFTER-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// AFTER-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[I]], %[[J]]) {
// AFTER-NEXT: affine.store %zero, %A[%[[I]], %[[J]]]
// AFTER-NEXT: affine.store %three, %B[%[[I]], %[[J]]]
// AFTER-NEXT: } else {
// AFTER-NEXT: affine.store %one, %A[%[[I]], %[[J]]]
// AFTER-NEXT: affine.store %two, %B[%[[I]], %[[J]]]
// AFTER-NEXT: }
// AFTER-NEXT: }
func.func @func(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
        affine.store %zero, %A[%i, %j] : memref<4x4xf32>
      } else {
        affine.store %one, %A[%i, %j] : memref<4x4xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%i, %j) {
        affine.store %two, %B[%i, %j] : memref<4x4xf32>
      } else {
        affine.store %three, %B[%i, %j] : memref<4x4xf32>
      }
    }
  }
  func.return
}
