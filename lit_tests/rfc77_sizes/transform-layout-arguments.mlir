// RFC 77, "Enhancement - transform_layout": on an argument that is read, the padding is assumed; on one that is
// written, it is written. The RFC leaves `B[i] = 2*A[i]` logical after the transform; here its indices are physical.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=-1.0}, \
// RUN:   pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=-2.0},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: %[[A:.*]] = affine.load %A[%[[I]]]
// ORIGINAL-NEXT: %[[B:.*]] = arith.mulf %two, %[[A]]
// ORIGINAL-NEXT: affine.store %[[B]], %B[%[[I]]]

// TRANSFORMED-LABEL: @func(
// TRANSFORMED: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: %[[AT:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// TRANSFORMED-NEXT: %[[VALID:.*]] = arith.cmpi slt, %[[AT]], %N : index
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// TRANSFORMED-NEXT: %[[PAD:.*]] = arith.constant -1.000000e+00 : f32
// TRANSFORMED-NEXT: %[[HOLDS:.*]] = arith.cmpf oeq, %[[A]], %[[PAD]] : f32
// TRANSFORMED-NEXT: %[[EITHER:.*]] = arith.ori %[[VALID]], %[[HOLDS]]
// TRANSFORMED-NEXT: pad.assume %[[EITHER]]
// TRANSFORMED: pad.stage = "A_assume"
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: %[[A:.*]] = affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: %[[B:.*]] = arith.mulf %two, %[[A]]
// TRANSFORMED-NEXT: affine.store %[[B]], %B[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: } {pad.stage = "compute"}
// TRANSFORMED-NEXT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// TRANSFORMED-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// TRANSFORMED-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 * 4 + d1 - d2 >= 0)>(%[[IO]], %[[II]], %N) {
// TRANSFORMED-NEXT: %[[PAD:.*]] = arith.constant -2.000000e+00 : f32
// TRANSFORMED-NEXT: affine.store %[[PAD]], %B[%[[IO]], %[[II]]]
// TRANSFORMED: pad.stage = "B_padding"
func.func @func(%A: memref<?xf32> {pad.name = "A"}, %B: memref<?xf32> {pad.name = "B"}, %N: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %two, %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}
