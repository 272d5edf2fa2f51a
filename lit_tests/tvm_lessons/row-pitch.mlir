// TVM: `[i * 64 + j, k // 4, k % 4]` is a layout for j < 64, and an error for j < 60, where the rows of the
// first axis have a gap. Right: the gap is padding, `x mod 64 >= 60`.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j, k) -> (i * 64 + j, k floordiv 4, k mod 4)" pad=0},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}' -o %t.guarded.mlir
// RUN: pad-opt %t.guarded.mlir -p 'pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir
// RUN: filecheck %s --check-prefix=GUARDED < %t.guarded.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// GUARDED-LABEL: @sum(%A: memref<124x2x4xi32>
// GUARDED: pad.stage = "A_assume"
// GUARDED: affine.for %[[X:.*]] = 0 to 124 {
// GUARDED: affine.load %A[%[[X]], %{{.*}}, %{{.*}}]
// CHECK-LABEL: @sum(%A: memref<124x2x4xi32>
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: affine.if
// CHECK: affine.for %[[X:.*]] = 0 to 124 {
// CHECK-NEXT: affine.for %[[O:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NOT: affine.if
// CHECK: affine.load %A[%[[X]], %[[O]], %[[I]]] : memref<124x2x4xi32>
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @sum(%A: memref<2x60x6xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 60 {
      affine.for %k = 0 to 6 {
        %s = affine.load %C[0] : memref<1xi32>
        %a = affine.load %A[%i, %j, %k] : memref<2x60x6xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %C[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
