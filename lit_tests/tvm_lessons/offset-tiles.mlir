// TVM (section 1): `[(i + 2) // 8, (i + 2) % 8]` is one of the maps that come out well, `v0 == 0 and v1 < 2`;
// with padding at both ends, too. So it is here: the padding is written in few words, and sums skip nothing.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0},pad-transform-layout{buffer=D map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad=0.0},pad-apply-layouts' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %t.mlir -p 'pad-sequential-buffer-access{stage=sum buffer=D},pad-remove-branching-through-overcompute{stage=sum}' -o %t.sum.mlir
// RUN: filecheck %s --check-prefix=SUM < %t.sum.mlir
// RUN: pad-tv %s %t.sum.mlir

// CHECK-LABEL: @front(
// CHECK: affine.for %[[IO:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT: affine.if affine_set<(d0, d1) : (d0 * -8 - d1 + 1 >= 0)>(%[[IO]], %[[II]]) {
// CHECK: affine.store %{{.*}}, %B[%[[IO]], %[[II]]] : memref<2x8xf32>
func.func @front(%B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %B[%i] : memref<14xf32>
  }
  func.return
}

// SUM-LABEL: @both_ends(%D: memref<3x8xf32>
// SUM: pad.stage = "D_assume"
// SUM-NOT: if
// SUM: affine.for %[[IO:.*]] = 0 to 3 {
// SUM-NEXT: affine.for %[[II:.*]] = 0 to 8 {
// SUM-NOT: if
// SUM: affine.load %D[%[[IO]], %[[II]]] : memref<3x8xf32>
// SUM-NOT: if
// SUM: pad.stage = "sum"
func.func @both_ends(%D: memref<18xf32>, %C: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %C[0] : memref<1xf32>
  affine.for %i = 0 to 18 {
    %s = affine.load %C[0] : memref<1xf32>
    %d = affine.load %D[%i] : memref<18xf32>
    %t = arith.addf %s, %d : f32
    affine.store %t, %C[0] : memref<1xf32>
  } {pad.stage = "sum"}
  func.return
}
