// RFC 77, "New Transform - Reduce Loop Extents": the initialisation of padding, narrowed to the padding.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p pad-hoist-expression{conditionals=boolean-expression} -o %t.1.mlir
// RUN: filecheck %s --check-prefix=HOISTED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p pad-reduce-loop-extents -o %t.2.mlir
// RUN: filecheck %s --check-prefix=REDUCED < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// ORIGINAL-LABEL: @func
// ORIGINAL: affine.for %[[I:.*]] = 0 to 4 {
// ORIGINAL-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// ORIGINAL-NEXT: affine.if affine_set<(d0, d1) : (d0 == 0, -d1 + 1 >= 0)>(%[[I]], %[[J]]) {

// HOISTED-LABEL: @func
// HOISTED: affine.for %[[I:.*]] = 0 to 4 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (d0 == 0)>(%[[I]]) {
// HOISTED-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// HOISTED-NEXT: affine.if affine_set<(d0) : (-d0 + 1 >= 0)>(%[[J]]) {
// HOISTED-NEXT: affine.store %zero, %A[%[[I]], %[[J]]]

// REDUCED-LABEL: @func
// REDUCED-NOT: affine.if
// REDUCED: affine.for %[[J:.*]] = 0 to 2 {
// REDUCED-NEXT: affine.store %zero, %A[0, %[[J]]]
// REDUCED-NEXT: }
// REDUCED-NOT: affine.for
func.func @func(%A: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 == 0, 1 - d1 >= 0)>(%i, %j) {
        affine.store %zero, %A[%i, %j] : memref<4x4xf32>
      }
    }
  }
  func.return
}
