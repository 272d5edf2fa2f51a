// RFC 77, "Never write to transformation padding".
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
// ORIGINAL: affine.for %[[I:.*]] = 0 to %N {
// ORIGINAL-NEXT: affine.store %{{.*}}, %A[%[[I]]]

// TRANSFORMED-LABEL: @func(
// TRANSFORMED: affine.for %[[I:.*]] = 0 to %N {
// TRANSFORMED-NEXT: affine.store %value, %A[%[[I]] floordiv 4, %[[I]] mod 4]

// SEQUENTIAL-LABEL: @func(
// SEQUENTIAL: %[[VALUE:.*]] = arith.constant 42 : i32
// SEQUENTIAL: affine.for %[[IO:.*]] = 0 to {{.*}}(%N) {
// SEQUENTIAL-NEXT: affine.for %[[II:.*]] = 0 to 4 {
// SEQUENTIAL-NEXT: affine.if affine_set<(d0, d1, d2) : (d0 - d1 * 4 - d2 - 1 >= 0)>(%N, %[[IO]], %[[II]]) {
// SEQUENTIAL-NEXT: affine.store %[[VALUE]], %A[%[[IO]], %[[II]]]
// SEQUENTIAL-NEXT: }
// SEQUENTIAL-NOT: affine.store
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %N: index {pad.size = [{of = "A", dim = 0}]}) {
  %value = arith.constant 42 : i32
  affine.for %i = 0 to %N {
    affine.store %value, %A[%i] : memref<?xi32>
  } {pad.stage = "compute"}
  func.return
}
