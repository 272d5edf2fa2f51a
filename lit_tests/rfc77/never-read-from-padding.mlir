// RFC 77, "Never read from transformation padding".
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=ORIGINAL < %t.0.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"},pad-apply-layouts' -o %t.1.mlir
// RUN: filecheck %s --check-prefix=TRANSFORMED < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir
// RUN: pad-opt %t.1.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=A}' -o %t.2.mlir
// RUN: filecheck %s --check-prefix=SEQUENTIAL < %t.2.mlir
// RUN: pad-tv %t.1.mlir %t.2.mlir

// ORIGINAL-LABEL: @func(%A: memref<14xi32>, %B: memref<1xi32>)
// ORIGINAL: affine.store %zero, %B[0]
// ORIGINAL-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// ORIGINAL-NEXT: affine.load %B[0]
// ORIGINAL-NEXT: affine.load %A[%[[I]]]

// TRANSFORMED-LABEL: @func(%A: memref<4x4xi32>{{.*}}, %B: memref<1xi32>)
// TRANSFORMED: affine.store %zero, %B[0]
// TRANSFORMED-NEXT: affine.for %[[I:.*]] = 0 to 14 {
// TRANSFORMED-NEXT: affine.load %B[0]
// TRANSFORMED-NEXT: affine.load %A[%[[I]] floordiv 4, %[[I]] mod 4]

// SEQUENTIAL-LABEL: @func(%A: memref<4x4xi32>{{.*}}, %B: memref<1xi32>)
// SEQUENTIAL: affine.store %zero, %B[0]
// SEQUENTIAL-NEXT: affine.for %[[IO:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: %[[S:.*]] = affine.load %B[0]
// SEQUENTIAL-NEXT: %[[A:.*]] = affine.load %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: %[[T:.*]] = arith.addi %[[S]], %[[A]]
// SEQUENTIAL-NEXT: affine.store %[[T]], %B[0]
func.func @func(%A: memref<14xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
