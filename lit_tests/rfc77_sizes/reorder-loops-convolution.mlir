// RFC 77, "New Utility - Reorder Loops According to Buffer": a convolution in the order of its output, and of its input.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"}, \
// RUN:   pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=B},pad-simplify' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=OUTPUT < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A},pad-simplify' -o %t.3.mlir
// RUN: filecheck %s --check-prefix=INPUT < %t.3.mlir
// RUN: pad-tv %t.1.mlir %t.3.mlir

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: affine.store %zero, %B[%[[I]]]
// ORIGINAL-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// ORIGINAL-NEXT: affine.load %B[%[[I]]]
// ORIGINAL-NEXT: affine.load %F[%[[F]]]
// ORIGINAL-NEXT: affine.load %A[%[[I]] + %[[F]]]

// TRANSFORMED-LABEL: @func(
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: affine.store %zero, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// TRANSFORMED-NEXT: affine.load %B[%[[I]] floordiv 4, %[[I]] mod 4]
// TRANSFORMED-NEXT: affine.load %F[%[[F]]]
// TRANSFORMED-NEXT: affine.load %A[(%[[I]] + %[[F]]) floordiv 4, (%[[I]] + %[[F]]) mod 4]
// TRANSFORMED: affine.store %{{.*}}, %B[%[[I]] floordiv 4, %[[I]] mod 4]

// OUTPUT-LABEL: @func(
// OUTPUT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// OUTPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// OUTPUT-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// OUTPUT-NEXT: affine.store %zero, %B[%[[IO]], %[[II]]]
// OUTPUT-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// OUTPUT-NEXT: %[[B:.*]] = affine.load %B[%[[IO]], %[[II]]]
// OUTPUT-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// OUTPUT-NEXT: %[[A:.*]] = affine.load %A[(%[[II]] + %[[F]]) floordiv 4 + %[[IO]], (%[[II]] + %[[F]]) mod 4]
// OUTPUT-NEXT: %[[P:.*]] = arith.muli %[[W]], %[[A]]
// OUTPUT-NEXT: %[[S:.*]] = arith.addi %[[B]], %[[P]]
// OUTPUT-NEXT: affine.store %[[S]], %B[%[[IO]], %[[II]]]

// INPUT-LABEL: @func(
// INPUT: affine.for %[[I:.*]] = 0 to %N {
// INPUT-NEXT: affine.store %zero, %B[%[[I]] floordiv 4, %[[I]] mod 4]
// INPUT-NEXT: } {{.*}}pad.stage = "init_compute"}
// INPUT-NEXT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// INPUT-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// INPUT-NEXT: affine.for %[[F:.*]] = 0 to 3 {
// INPUT-NEXT: affine.if affine_set<(d0, d1, d2, d3) : (d0 + d1 - d2 * 4 - d3 - 1 >= 0, d2 * 4 + d3 - d1 >= 0)>(%N, %[[F]], %[[IO]], %[[II]]) {
// INPUT-NEXT: %[[B:.*]] = affine.load %B[(%[[II]] - %[[F]]) floordiv 4 + %[[IO]], (%[[II]] - %[[F]]) mod 4]
// INPUT-NEXT: %[[W:.*]] = affine.load %F[%[[F]]]
// INPUT-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// INPUT-NEXT: %[[P:.*]] = arith.muli %[[W]], %[[A]]
// INPUT-NEXT: %[[S:.*]] = arith.addi %[[B]], %[[P]]
// INPUT-NEXT: affine.store %[[S]], %B[(%[[II]] - %[[F]]) floordiv 4 + %[[IO]], (%[[II]] - %[[F]]) mod 4]
// INPUT: pad.stage = "compute"
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %F: memref<3xi32>, %B: memref<?xi32> {pad.name = "B"}, %N: index {pad.size = [{of = "B", dim = 0}]}, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %N {
    affine.store %zero, %B[%i] : memref<?xi32>
    affine.for %f = 0 to 3 {
      %b = affine.load %B[%i] : memref<?xi32>
      %w = affine.load %F[%f] : memref<3xi32>
      %a = affine.load %A[%i + %f] : memref<?xi32>
      %p = arith.muli %w, %a : i32
      %s = arith.addi %b, %p : i32
      affine.store %s, %B[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
