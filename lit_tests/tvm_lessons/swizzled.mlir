// TVM (section 1): an XOR swizzle and a skew are refused ("could not parse mapping"). Right: they are
// bijections of the box. The two bits of `j xor (i mod 4)` are `(i + j) mod 2` of each.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=X map="(i, j) -> (i, 2 * ((i floordiv 2 + j floordiv 2) mod 2) + (i + j) mod 2)"},pad-transform-layout{buffer=Y map="(i, j) -> (i, (i + j) mod 4)"},pad-transform-layout{buffer=Z map="(i, j) -> (i + j, j)" pad=0},pad-apply-layouts' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// The skew of the box of Z leaves corners that no index reaches.
// RUN: pad-opt %t.mlir -p 'pad-sequential-buffer-access{stage=skewed_sum buffer=Z}' -o %t.sum.mlir
// RUN: pad-opt %t.sum.mlir -p 'pad-remove-branching-through-overcompute{stage=skewed_sum}' -o %t.free.mlir
// RUN: filecheck %s --check-prefix=SUM < %t.sum.mlir
// RUN: filecheck %s --check-prefix=FREE < %t.free.mlir
// RUN: pad-tv %s %t.free.mlir

// No cell is padding: nothing is assumed or written beside.
// CHECK-LABEL: @swizzled(%X: memref<4x4xf32>
// CHECK-SAME: %Y: memref<4x4xf32>
// CHECK-COUNT-2: affine.for
// CHECK-NOT: affine.for
// CHECK: func.return
func.func @swizzled(%X: memref<4x4xf32>, %Y: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %X[%i, %j] : memref<4x4xf32>
      affine.store %x, %Y[%i, %j] : memref<4x4xf32>
    }
  }
  func.return
}

// SUM: pad.stage = "Z_assume"
// SUM: affine.for %[[A:.*]] = 0 to 7 {
// SUM-NEXT: affine.for %[[B:.*]] = 0 to 4 {
// SUM-NEXT: affine.if
// SUM: affine.load %Z[%[[A]], %[[B]]]
// FREE-LABEL: @skewed
// FREE: pad.stage = "Z_assume"
// FREE-NOT: affine.if
// FREE: pad.stage = "skewed_sum"
func.func @skewed(%Z: memref<4x4xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %s = affine.load %C[0] : memref<1xi32>
      %z = affine.load %Z[%i, %j] : memref<4x4xi32>
      %t = arith.addi %s, %z : i32
      affine.store %t, %C[0] : memref<1xi32>
    }
  } {pad.stage = "skewed_sum"}
  func.return
}
