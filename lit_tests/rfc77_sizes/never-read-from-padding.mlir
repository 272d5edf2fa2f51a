// RFC 77, "Never read from transformation padding".
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// ORIGINAL-LABEL: @func(
// ORIGINAL: affine.store %zero, %B[0]
// ORIGINAL-NEXT: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: affine.load %B[0]
// ORIGINAL-NEXT: affine.load %A[%[[I]]]

// TRANSFORMED-LABEL: @func(
// TRANSFORMED: affine.store %zero, %B[0]
// TRANSFORMED-NEXT: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: affine.load %B[0]
// TRANSFORMED-NEXT: affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4]

// SEQUENTIAL-LABEL: @func(
// SEQUENTIAL: affine.store %zero, %B[0]
// SEQUENTIAL-NEXT: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[S:.*]] = affine.load %B[0]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SEQUENTIAL-NEXT: affine.store %[[T]], %B[0]
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %B: memref<1xi32>, %N: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to %N {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<?xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
