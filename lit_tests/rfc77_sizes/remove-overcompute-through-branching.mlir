// RFC 77, "New Primitive - Remove Overcompute Through Branching": iterations whose stores are overwritten are guarded.
// As in the corrected form of the reverse, the sum has the weights, and the row of A is clamped.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=OVERCOMPUTE < %t.0.mlir
// RUN: pad-opt %s -p 'pad-remove-overcompute-through-branching{stage=compute}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=BRANCHING < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// OVERCOMPUTE-LABEL: @func
// OVERCOMPUTE: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// OVERCOMPUTE-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OVERCOMPUTE-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// OVERCOMPUTE-NEXT: %[[R:.*]] = affine.min affine_map<(d0, d1, d2, d3) -> (d0 + (d1 + d2) floordiv 4, (d3 + 3) floordiv 4 - 1)>(%[[IO]], %[[II]], %[[F]], %M)
// OVERCOMPUTE-NEXT: %[[C:.*]] = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%[[II]], %[[F]])
// OVERCOMPUTE-NEXT: %[[A:.*]] = memref.load %A[%[[R]], %[[C]]]
// OVERCOMPUTE-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// OVERCOMPUTE-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// OVERCOMPUTE-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// OVERCOMPUTE: affine.for %[[PO:.*]] = 0 to {{.*}}(%N) {
// OVERCOMPUTE-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// OVERCOMPUTE-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[PO]], %[[PI]], %N) {
// OVERCOMPUTE-NEXT: affine.store %zero, %B[%[[PO]], %[[PI]]]

// BRANCHING-LABEL: @func
// BRANCHING: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// BRANCHING-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// BRANCHING-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// BRANCHING-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// BRANCHING-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// BRANCHING-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// BRANCHING-NEXT: %[[R:.*]] = affine.min affine_map<(d0, d1, d2, d3) -> (d0 + (d1 + d2) floordiv 4, (d3 + 3) floordiv 4 - 1)>(%[[IO]], %[[II]], %[[F]], %M)
// BRANCHING-NEXT: %[[C:.*]] = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%[[II]], %[[F]])
// BRANCHING-NEXT: %[[A:.*]] = memref.load %A[%[[R]], %[[C]]]
// BRANCHING-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// BRANCHING-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// BRANCHING-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// BRANCHING: affine.for %[[PO:.*]] = 0 to {{.*}}(%N) {
// BRANCHING-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// BRANCHING-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[PO]], %[[PI]], %N) {
// BRANCHING-NEXT: affine.store %zero, %B[%[[PO]], %[[PI]]]
func.func @func(%A: memref<?x4xf32> {pad.name = "A", pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %F: memref<3xf32>, %B: memref<?x4xf32> {pad.name = "B", pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}, %N: index {pad.size = [{of = "B", dim = 0}]}, %M: index {pad.size = [{of = "A", dim = 0, multiple = 4}]}) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  %more = arith.addi %N, %two : index
  %same = arith.cmpi eq, %M, %more : index
  pad.assume %same : i1
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      affine.store %zero, %B[%io, %ii] : memref<?x4xf32>
      affine.for %f = 0 to 3 {
        %b = affine.load %B[%io, %ii] : memref<?x4xf32>
        %w = affine.load %F[%f] : memref<3xf32>
        %row = affine.min affine_map<(d0, d1, d2, d3) -> (d0 + (d1 + d2) floordiv 4, (d3 + 3) floordiv 4 - 1)>(%io, %ii, %f, %M)
        %column = affine.apply affine_map<(d0, d1) -> ((d0 + d1) mod 4)>(%ii, %f)
        %a = memref.load %A[%row, %column] : memref<?x4xf32>
        %p = arith.mulf %w, %a : f32
        %s = arith.addf %b, %p : f32
        affine.store %s, %B[%io, %ii] : memref<?x4xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%io, %ii, %N) {
        affine.store %zero, %B[%io, %ii] : memref<?x4xf32>
      }
    }
  } {pad.stage = "B_pad_value"}
  func.return
}
