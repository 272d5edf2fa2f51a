// TVM (section 2, example 7): a buffer that is laid out twice gets two assume blocks, and nothing makes use of them.
// Right: each cell of the padding keeps the kind of the step that added it, and the proofs use both.
// RUN: pad-opt %s --verify-diagnostics -p 'pad-transform-layout{buffer=A map="(i) -> (i)" extents="[16]" pad=0},pad-transform-layout{buffer=A map="(i) -> (i floordiv 6, i mod 6)" pad="identity(addi)"},pad-transform-layout{buffer=X map="(i) -> (i)" extents="[16]" pad=0},pad-transform-layout{buffer=X map="(i) -> (i floordiv 6, i mod 6)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{stage=sum buffer=A},pad-sequential-buffer-access{stage=sum_of_any buffer=X},pad-remove-branching-through-overcompute{stage=sum},pad-remove-branching-through-overcompute{stage=sum_of_any}' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @zeros(%A: memref<3x6xi32>
// CHECK: pad.assume
// CHECK-NOT: affine.if
// CHECK: pad.stage = "sum"
func.func @zeros(%A: memref<14xi32>, %C: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "sum"}
  func.return
}

// 14 and 15 are in [2, 2] and [2, 3], which hold 0; [2, 4] is of the second step.
// CHECK-LABEL: @any(%X: memref<3x6xi32>
// CHECK: affine.if
// CHECK: pad.stage = "sum_of_any"
func.func @any(%X: memref<14xi32>, %C: memref<1xi32>) {
  // expected-remark@+1 {{without the guard, iteration [2, 4] is not shown to store the same value in C[0], which may be read later (X[2, 4] may hold anything)}}
  affine.for %i = 0 to 14 {
    %s = affine.load %C[0] : memref<1xi32>
    %a = affine.load %X[%i] : memref<14xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %C[0] : memref<1xi32>
  } {pad.stage = "sum_of_any"}
  func.return
}
