// TVM (section 1): a reversed axis `[15 - i]`, a pure offset `[i + 1]`, `[2 * i]` and tiles in reverse are
// internal errors. Right: they are injective, so they are layouts, and zeros in their padding free the sum.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=R map="(i) -> (15 - i)" pad=0},pad-transform-layout{buffer=O map="(i) -> (i + 1)" pad=0},pad-transform-layout{buffer=S map="(i) -> (2 * i)" pad=0},pad-transform-layout{buffer=T map="(i) -> ((13 - i) floordiv 4, (13 - i) mod 4)" pad=0},pad-apply-layouts,pad-sequential-buffer-access{stage=reversed buffer=R},pad-sequential-buffer-access{stage=offset buffer=O},pad-sequential-buffer-access{stage=strided buffer=S},pad-sequential-buffer-access{stage=tiles buffer=T}' -o %t.guarded.mlir
// RUN: pad-opt %t.guarded.mlir -p 'pad-remove-branching-through-overcompute' -o %t.mlir
// RUN: filecheck %s --check-prefix=GUARDED < %t.guarded.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.guarded.mlir
// RUN: pad-tv %s %t.mlir

// Cells 0 and 1 are padding, before it: the loop starts after them.
// GUARDED-LABEL: @reversed(%R: memref<16xi32>
// GUARDED: pad.stage = "R_assume"
// GUARDED: affine.for %[[P:.*]] = 2 to 16 {
// GUARDED-NOT: affine.if
// GUARDED: affine.load %R[%[[P]]]
func.func @reversed(%R: memref<14xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xi32>
    %r = affine.load %R[%i] : memref<14xi32>
    %t = arith.addi %s, %r : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "reversed"}
  func.return
}

// GUARDED-LABEL: @offset(%O: memref<15xi32>
// GUARDED: pad.stage = "O_assume"
// GUARDED: affine.for %[[P:.*]] = 1 to 15 {
// GUARDED-NOT: affine.if
// GUARDED: affine.load %O[%[[P]]]
func.func @offset(%O: memref<14xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xi32>
    %o = affine.load %O[%i] : memref<14xi32>
    %t = arith.addi %s, %o : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "offset"}
  func.return
}

// Every second cell of 27 is padding.
// GUARDED-LABEL: @strided(%S: memref<27xi32>
// GUARDED: pad.stage = "S_assume"
// GUARDED: affine.for %[[P:.*]] = 0 to 27 {
// GUARDED-NEXT: affine.if
// GUARDED: affine.load %S[%[[P]]]
// CHECK-LABEL: @strided(
// CHECK: pad.stage = "S_assume"
// CHECK-NOT: affine.if
// CHECK: pad.stage = "strided"
func.func @strided(%S: memref<14xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xi32>
    %o = affine.load %S[%i] : memref<14xi32>
    %t = arith.addi %s, %o : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "strided"}
  func.return
}

// GUARDED-LABEL: @tiles(%T: memref<4x4xi32>
// GUARDED: pad.stage = "T_assume"
// GUARDED: affine.for %[[O:.*]] = 0 to 4 {
// GUARDED-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// GUARDED-NEXT: affine.if
// GUARDED: affine.load %T[%[[O]], %[[I]]]
// CHECK-LABEL: @tiles(
// CHECK: pad.stage = "T_assume"
// CHECK-NOT: affine.if
// CHECK: pad.stage = "tiles"
func.func @tiles(%T: memref<14xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xi32>
    %o = affine.load %T[%i] : memref<14xi32>
    %t = arith.addi %s, %o : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "tiles"}
  func.return
}
