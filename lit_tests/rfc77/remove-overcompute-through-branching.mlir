// RFC 77, "New Primitive - Remove Overcompute Through Branching": iterations whose stores are overwritten are guarded.
// As in the corrected form of the reverse, the sum has the weights, and the row of A is clamped.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.0.mlir
// RUN: pad-opt %s -p 'pad-remove-overcompute-through-branching{stage=compute}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=BRANCHING < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// OVERCOMPUTE-LABEL: @func
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// OVERCOMPUTE-NEXT: %[[R:.*]] = affine.min affine_map<(d0, d1, d2) -> (d0 + (d1 + d2) floordiv 4, 3)>(%[[IO]], %[[II]], %[[F]])
// OVERCOMPUTE-NEXT: %[[C:.*]] = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%[[II]], %[[F]])
// OVERCOMPUTE-NEXT: %[[A:.*]] = memref.load %A[%[[R]], %[[C]]]
// OVERCOMPUTE-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// OVERCOMPUTE-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// OVERCOMPUTE-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE: affine.for %[[PO:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%[[PO]], %[[PI]]) {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[PO]], %[[PI]]]

// BRANCHING-LABEL: @func
// BRANCHING: affine.for %[[IO:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// BRANCHING-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// BRANCHING-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// BRANCHING-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// BRANCHING-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// BRANCHING-NEXT: %[[R:.*]] = affine.min affine_map<(d0, d1, d2) -> (d0 + (d1 + d2) floordiv 4, 3)>(%[[IO]], %[[II]], %[[F]])
// BRANCHING-NEXT: %[[C:.*]] = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%[[II]], %[[F]])
// BRANCHING-NEXT: %[[A:.*]] = memref.load %A[%[[R]], %[[C]]]
// BRANCHING-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// BRANCHING-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// BRANCHING-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// BRANCHING: affine.for %[[PO:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%[[PO]], %[[PI]]) {
// BRANCHING-NEXT: affine.store %zero, %B[%[[PO]], %[[PI]]]
func.func @func(%A: memref<4x4xf32>, %F: memref<3xf32>, %B: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
      affine.for %f = 0 to 3 {
        %b = affine.load %B[%io, %ii] : memref<4x4xf32>
        %w = affine.load %F[%f] : memref<3xf32>
        %row = affine.min affine_map<(d0, d1, d2) -> (d0 + (d1 + d2) floordiv 4, 3)>(%io, %ii, %f)
        %column = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%ii, %f)
        %a = memref.load %A[%row, %column] : memref<4x4xf32>
        %p = arith.mulf %w, %a : f32
        %s = arith.addf %b, %p : f32
        affine.store %s, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "B_pad_value"}
  func.return
}
