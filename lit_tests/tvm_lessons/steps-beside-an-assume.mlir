// TVM (section 1): the assume block of a padded argument is in the way of other steps: rfactor is refused
// ("not schedulable"). Right: an assume nest is as any other, and steps of the stage don't mind it.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)" pad=0},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A},pad-remove-branching-through-overcompute{stage=compute},pad-split{loop=compute.i factor=2},pad-reorder{loops=compute.io,compute.jo,compute.ii}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @row_sum
// CHECK: pad.assume
// CHECK: pad.stage = "A_assume"
// CHECK-NOT: affine.if
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT: affine.if
// CHECK: affine.load %A
// CHECK-NOT: affine.if
// CHECK: pad.stage = "compute"
func.func @row_sum(%A: memref<4x14xi32>, %B: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %zero, %B[%i] : memref<4xi32>
  } {pad.stage = "init"}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 14 {
      %s = affine.load %B[%i] : memref<4xi32>
      %a = affine.load %A[%i, %j] : memref<4x14xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[%i] : memref<4xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
