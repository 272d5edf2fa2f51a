// RFC 77, "New Utility - Reorder Loops According to Buffer": the layout tiles the buffer, so no guard is needed.
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
// ORIGINAL: affine.for %[[I:.*]] = 0 to %M {
// ORIGINAL-NEXT: %[[V:.*]] = arith.index_cast %[[I]]
// ORIGINAL-NEXT: affine.store %[[V]], %A[%[[I]]]

// TRANSFORMED-LABEL: @func(
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %M {
// TRANSFORMED-NEXT: %[[V:.*]] = arith.index_cast %[[I]]
// TRANSFORMED-NEXT: affine.store %[[V]], %A[%[[I]] floordiv 4, %[[I]] mod 4]

// SEQUENTIAL-LABEL: @func(
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%M) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[V:.*]] = arith.index_cast %[[I]]
// SEQUENTIAL-NEXT: affine.store %[[V]], %A[%[[IO]], %[[II]]]
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %M: index {pad.size = [{of = "A", dim = 0, multiple = 4}]}) {
  affine.for %i = 0 to %M {
    %v = arith.index_cast %i : index to i32
    affine.store %v, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
