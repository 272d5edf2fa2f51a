// RFC 77, "Enhancement - Simplify": ifs on the same condition, in other words, become one.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s -p pad-simplify -o %t.1.mlir
// RUN: filecheck %s --check-prefix=AFTER < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// BEFORE-LABEL: @func
// BEFORE: affine.if affine_set<(d0) : (-d0 + 7 >= 0)>
// BEFORE: affine.if affine_set<(d0) : (d0 floordiv 8 == 0)>

// AFTER-LABEL: @func
// AFTER: affine.for %[[I:.*]] = 0 to %M {
// AFTER-NEXT: affine.if affine_set<(d0) : (-d0 + 7 >= 0)>(%[[I]]) {
// AFTER-NEXT: affine.store %zero, %A[%[[I]]]
// AFTER-NEXT: affine.store %two, %B[%[[I]]]
// AFTER-NEXT: } else {
// AFTER-NEXT: affine.store %one, %A[%[[I]]]
// AFTER-NEXT: affine.store %three, %B[%[[I]]]
// AFTER-NEXT: }
// AFTER-NEXT: }
func.func @func(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %M: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  affine.for %i = 0 to %M {
    affine.if affine_set<(d0) : (7 - d0 >= 0)>(%i) {
      affine.store %zero, %A[%i] : memref<?xf32>
    } else {
      affine.store %one, %A[%i] : memref<?xf32>
    }
    affine.if affine_set<(d0) : (d0 floordiv 8 == 0)>(%i) {
      affine.store %two, %B[%i] : memref<?xf32>
    } else {
      affine.store %three, %B[%i] : memref<?xf32>
    }
  }
  func.return
}
