// RFC 77, "Enhancement - Simplify": of two ifs of which exactly one holds, the arms are exchanged and merged; the size is n.
// RUN: pad-opt %s -p pad-simplify -o %t.1.mlir
// RUN: filecheck %s < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// CHECK-LABEL: @func
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.store %zero, %A[%[[I]], %[[J]]]
// CHECK-NEXT: affine.store %three, %B[%[[I]], %[[J]]]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %one, %A[%[[I]], %[[J]]]
// CHECK-NEXT: affine.store %two, %B[%[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @func(%A: memref<?x4xf32>, %B: memref<?x4xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n] {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1)[s0] : (d0 * -4 - d1 + s0 - 1 >= 0)>(%i, %j)[%n] {
        affine.store %zero, %A[%i, %j] : memref<?x4xf32>
      } else {
        affine.store %one, %A[%i, %j] : memref<?x4xf32>
      }
      affine.if affine_set<(d0, d1)[s0] : (d0 - (s0 floordiv 4) == 0, d1 - s0 mod 4 >= 0)>(%i, %j)[%n] {
        affine.store %two, %B[%i, %j] : memref<?x4xf32>
      } else {
        affine.store %three, %B[%i, %j] : memref<?x4xf32>
      }
    }
  }
  func.return
}
