// RFC 77, "Enhancement - transform_layout": layouts with padding on buffers that live in the function.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A_cache map="(i) -> (i floordiv 4, i mod 4)" pad=-1.0}, \
// RUN:   pad-transform-layout{buffer=B_cache map="(i) -> (i floordiv 4, i mod 4)" pad=-2.0},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ORIGINAL-NEXT: affine.store %[[A]], %A_cache[%[[I]]]
// ORIGINAL: affine.load %A_cache
// ORIGINAL: affine.store %{{.*}}, %B_cache
// ORIGINAL: affine.load %B_cache
// ORIGINAL: affine.store %{{.*}}, %B[

// TRANSFORMED-LABEL: @func(
// TRANSFORMED: %A_cache = memref.alloc({{.*}}) {{.*}}: memref<?x4xf32>
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// TRANSFORMED-NEXT: affine.store %[[A]], %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: } {pad.stage = "A_cache"}
// TRANSFORMED-NEXT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// TRANSFORMED-NEXT: %[[PAD:.*]] = arith.constant -1.000000e+00 : f32
// TRANSFORMED-NEXT: affine.store %[[PAD]], %A_cache[%[[IO]], %[[II]]]
// TRANSFORMED: pad.stage = "A_cache_padding"
// TRANSFORMED: %B_cache = memref.alloc({{.*}}) {{.*}}: memref<?x4xf32>
// TRANSFORMED-NEXT: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: %[[B:.*]] = arith.mulf %two, %[[A]]
// TRANSFORMED-NEXT: affine.store %[[B]], %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: } {pad.stage = "compute"}
// TRANSFORMED-NEXT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// TRANSFORMED-NEXT: %[[PAD:.*]] = arith.constant -2.000000e+00 : f32
// TRANSFORMED-NEXT: affine.store %[[PAD]], %B_cache[%[[IO]], %[[II]]]
// TRANSFORMED: pad.stage = "B_cache_padding"
// TRANSFORMED-NEXT: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[B:.*]] = affine.load %B_cache[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: affine.store %[[B]], %B[%[[I]]]
func.func @func(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %two = arith.constant 2.0 : f32
  %A_cache = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %A_cache[%i] : memref<?xf32>
  } {pad.stage = "A_cache"}
  %B_cache = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A_cache[%i] : memref<?xf32>
    %b = arith.mulf %two, %a : f32
    affine.store %b, %B_cache[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  affine.for %i = 0 to %N {
    %b = affine.load %B_cache[%i] : memref<?xf32>
    affine.store %b, %B[%i] : memref<?xf32>
  } {pad.stage = "B_cache"}
  func.return
}
