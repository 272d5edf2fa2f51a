// RFC 77, "Never write to transformation padding".
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// ORIGINAL-LABEL: @func(%A: memref<14xi32>)
// ORIGINAL: affine.for %[[I:.*]] = 0 to 14 {
// ORIGINAL-NEXT: affine.store %{{.*}}, %A[%[[I]]]

// TRANSFORMED-LABEL: @func(%A: memref<4x4xi32>
// TRANSFORMED: affine.for %[[I:.*]] = 0 to 14 {
// TRANSFORMED-NEXT: affine.store %value, %A[%[[I]] floordiv 4, %[[I]] mod 4]

// SEQUENTIAL-LABEL: @func(%A: memref<4x4xi32>
// SEQUENTIAL: %[[VALUE:.*]] = arith.constant 42 : i32
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: affine.store %[[VALUE]], %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: }
// SEQUENTIAL-NOT: affine.store
func.func @func(%A: memref<14xi32>) {
  %value = arith.constant 42 : i32
  affine.for %i = 0 to 14 {
    affine.store %value, %A[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}
