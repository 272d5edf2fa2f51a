// TVM (M1): with undef as the pad value, RemoveStoreUndef erases the whole store of `B = 2 * A`, so that
// the output stays as it was. Right: only stores of undef itself go, and leave every value stored.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts' -o %t.laid.mlir
// RUN: pad-opt %t.laid.mlir -p pad-remove-undef-store -o %t.stores.mlir
// RUN: pad-opt %t.laid.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=B},pad-remove-undef-store' -o %t.tiles.mlir
// RUN: filecheck %s --check-prefix=STORES < %t.stores.mlir
// RUN: filecheck %s --check-prefix=TILES < %t.tiles.mlir
// RUN: pad-tv %s %t.stores.mlir
// RUN: pad-tv %s %t.tiles.mlir

// STORES-LABEL: @double
// STORES: affine.for %[[I:.*]] = 0 to 14 {
// STORES: %[[B:.*]] = arith.mulf
// STORES-NEXT: affine.store %[[B]], %B[%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
// STORES-NOT: pad.undef
// STORES: func.return
// TILES-LABEL: @double
// TILES: affine.if
// TILES: %[[B:.*]] = arith.mulf
// TILES-NEXT: affine.store %[[B]], %B[%{{.*}}, %{{.*}}] : memref<4x4xf32>
// TILES-NOT: pad.undef
// TILES: func.return
func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    %b = arith.mulf %a, %two : f32
    affine.store %b, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
