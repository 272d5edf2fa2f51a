// RFC 77, "New Primitive - Remove Overcompute Through Branching": its steps one by one. The first form, with conditions
// around each access, is written by hand; `pad-remove-overcompute-through-branching` needs no such steps.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=INTRODUCED < %t.0.mlir
// RUN: pad-opt %s -p 'pad-hoist-expression{stage=compute conditionals=if-else-stmt}' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=HOISTED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p pad-remove-no-op{stage=compute} -o %t.2.mlir
// RUN: filecheck %s --check-prefix=NO-OPS-REMOVED < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.2.mlir -p 'pad-simplify{stage=compute}' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=SIMPLIFIED < %t.3.mlir
// RUN: pad-tv %t.2.mlir %t.3.mlir

// INTRODUCED-LABEL: @func
// INTRODUCED: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>
// INTRODUCED-NEXT: affine.store %zero, %B
// INTRODUCED-NEXT: } else {
// INTRODUCED-NEXT: affine.store %zero, %B
// INTRODUCED: affine.for
// INTRODUCED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>
// INTRODUCED-NEXT: affine.store %zero, %B
// INTRODUCED-NEXT: } else {

// HOISTED-LABEL: @func
// HOISTED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// HOISTED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// HOISTED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// HOISTED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// HOISTED-NEXT: } else {
// HOISTED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// HOISTED-NEXT: }
// HOISTED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// HOISTED-NEXT: affine.for %{{.*}} = 0 to 3 {
// HOISTED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// HOISTED-NEXT: }
// HOISTED-NEXT: } else {
// HOISTED-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// HOISTED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// HOISTED-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// HOISTED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] + (%[[II]] + %[[F]]) floordiv 4, (%[[II]] + %[[F]]) mod 4]
// HOISTED-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// HOISTED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// HOISTED-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// HOISTED: } {pad.stage = "compute"}
// HOISTED: affine.for %[[PO:.*]] = 0 to {{.*}}(%N) {
// HOISTED-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// HOISTED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[PO]], %[[PI]], %N) {
// HOISTED-NEXT: affine.store %zero, %B[%[[PO]], %[[PI]]]

// NO-OPS-REMOVED-LABEL: @func
// NO-OPS-REMOVED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// NO-OPS-REMOVED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// NO-OPS-REMOVED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// NO-OPS-REMOVED-NEXT: } else {
// NO-OPS-REMOVED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// NO-OPS-REMOVED-NEXT: }
// NO-OPS-REMOVED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// NO-OPS-REMOVED-NEXT: } else {
// NO-OPS-REMOVED-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// NO-OPS-REMOVED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// NO-OPS-REMOVED-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// NO-OPS-REMOVED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] + (%[[II]] + %[[F]]) floordiv 4, (%[[II]] + %[[F]]) mod 4]
// NO-OPS-REMOVED-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// NO-OPS-REMOVED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// NO-OPS-REMOVED-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// NO-OPS-REMOVED: } {pad.stage = "compute"}
// NO-OPS-REMOVED: affine.for %[[PO:.*]] = 0 to {{.*}}(%N) {
// NO-OPS-REMOVED-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// NO-OPS-REMOVED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[PO]], %[[PI]], %N) {
// NO-OPS-REMOVED-NEXT: affine.store %zero, %B[%[[PO]], %[[PI]]]

// SIMPLIFIED-LABEL: @func
// SIMPLIFIED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SIMPLIFIED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SIMPLIFIED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 3 >= 0)>(%M, %[[IO]], %[[II]]) {
// SIMPLIFIED-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// SIMPLIFIED-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// SIMPLIFIED-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// SIMPLIFIED-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// SIMPLIFIED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]] + (%[[II]] + %[[F]]) floordiv 4, (%[[II]] + %[[F]]) mod 4]
// SIMPLIFIED-NEXT: %[[P:.*]] = arith.mulf %[[W]], %[[A]]
// SIMPLIFIED-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[P]]
// SIMPLIFIED-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]
// SIMPLIFIED: } {pad.stage = "compute"}
// SIMPLIFIED: affine.for %[[PO:.*]] = 0 to {{.*}}(%N) {
// SIMPLIFIED-NEXT: affine.for %[[PI:.*]] = 0 to 4 {
// SIMPLIFIED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[PO]], %[[PI]], %N) {
// SIMPLIFIED-NEXT: affine.store %zero, %B[%[[PO]], %[[PI]]]
func.func @func(%A: memref<?x4xf32> {pad.name = "A", pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %F: memref<3xf32>, %B: memref<?x4xf32> {pad.name = "B", pad.logical = memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}, %N: index {pad.size = [{of = "B", dim = 0}]}, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  %more = arith.addi %N, %two : index
  %same = arith.cmpi eq, %M, %more : index
  pad.assume %same : i1
  affine.for %io = 0 to affine_map<(d0) -> ((d0 + 3) floordiv 4)>(%N) {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%io, %ii, %N) {
        affine.store %zero, %B[%io, %ii] : memref<?x4xf32>
      } else {
        affine.store %zero, %B[%io, %ii] : memref<?x4xf32>
      }
      affine.for %f = 0 to 3 {
        affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%io, %ii, %N) {
          affine.store %zero, %B[%io, %ii] : memref<?x4xf32>
        } else {
          %b = affine.load %B[%io, %ii] : memref<?x4xf32>
          %w = affine.load %F[%f] : memref<3xf32>
          %a = affine.load %A[%io + (%ii + %f) floordiv 4, (%ii + %f) mod 4] : memref<?x4xf32>
          %p = arith.mulf %w, %a : f32
          %s = arith.addf %b, %p : f32
          affine.store %s, %B[%io, %ii] : memref<?x4xf32>
        }
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
