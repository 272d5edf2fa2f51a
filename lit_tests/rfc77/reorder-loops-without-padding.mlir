// RFC 77, "New Utility - Reorder Loops According to Buffer": the layout tiles the buffer, so no guard is needed.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// ORIGINAL-LABEL: @func(%A: memref<16xi32>)
// ORIGINAL: affine.for %[[I:.*]] = 0 to 16 {
// ORIGINAL-NEXT: %[[V:.*]] = arith.index_cast %[[I]]
// ORIGINAL-NEXT: affine.store %[[V]], %A[%[[I]]]

// TRANSFORMED-LABEL: @func(%A: memref<4x4xi32>
// TRANSFORMED: affine.for %[[I:.*]] = 0 to 16 {
// TRANSFORMED-NEXT: %[[V:.*]] = arith.index_cast %[[I]]
// TRANSFORMED-NEXT: affine.store %[[V]], %A[%[[I]] floordiv 4, %[[I]] mod 4]

// SEQUENTIAL-LABEL: @func(%A: memref<4x4xi32>
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: %[[I:.*]] = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[IO]], %[[II]])
// SEQUENTIAL-NEXT: %[[V:.*]] = arith.index_cast %[[I]]
// SEQUENTIAL-NEXT: affine.store %[[V]], %A[%[[IO]], %[[II]]]
func.func @func(%A: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %v = arith.index_cast %i : index to i32
    affine.store %v, %A[%i] : memref<16xi32>
  } {pad.stage = "compute"}
  func.return
}
