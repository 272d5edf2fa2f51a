// TVM (section 2, 127 x 127 x 127): transform_layout by the tiles of a split and fused loop is refused ("would introduce
// padding"), and with padded arguments the branch is still there after 153 s. Right: 7 x 7 x 7 in tiles of 4,
// with zeros in A and B, is free of branches.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, k) -> (i floordiv 4, k floordiv 4, i mod 4, k mod 4)" pad=0},pad-transform-layout{buffer=B map="(k, j) -> (k floordiv 4, j floordiv 4, k mod 4, j mod 4)" pad=0},pad-transform-layout{buffer=C map="(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{stage=init buffer=C},pad-sequential-buffer-access{stage=compute buffer=C},pad-split{loop=compute.k factor=4},pad-remove-branching-through-overcompute{stage=init},pad-remove-branching-through-overcompute{stage=compute max-waste=3}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK: pad.stage = "B_assume"
// CHECK-NOT: if
// CHECK: affine.store %zero, %C
// CHECK-NOT: if
// CHECK: pad.stage = "init"
// CHECK: affine.load %C[%[[IO:.*]], %[[JO:.*]], %[[II:.*]], %[[JI:.*]]] : memref<2x2x4x4xi32>
// CHECK-NOT: if
// CHECK: pad.stage = "compute"
func.func @matmul(%A: memref<7x7xi32>, %B: memref<7x7xi32>, %C: memref<7x7xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.store %zero, %C[%i, %j] : memref<7x7xi32>
    }
  } {pad.stage = "init"}
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.for %k = 0 to 7 {
        %c = affine.load %C[%i, %j] : memref<7x7xi32>
        %a = affine.load %A[%i, %k] : memref<7x7xi32>
        %b = affine.load %B[%k, %j] : memref<7x7xi32>
        %p = arith.muli %a, %b : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : memref<7x7xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
