// TVM (M7): wrap-around padding before it is written by the nest that produces the buffer, and copies cells
// that this nest writes later: -7, -7 instead of 26, 28. Right: it is written after them, whatever is asked.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad="(io, ii) -> (1, ii + 6)"},pad-apply-layouts' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=B map="(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)" pad="(io, ii) -> (1, ii + 6)"},pad-apply-layouts{pad-writes=if}' --verify-diagnostics -o %t.if.mlir
// RUN: filecheck %s < %t.if.mlir
// Nor does merging bring the copies into the producer.
// RUN: pad-opt %t.mlir -p 'pad-sequential-buffer-access{stage=compute buffer=B},pad-merge-adjacent-loops' -o %t.merged.mlir
// RUN: filecheck %s --check-prefix=MERGED < %t.merged.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-tv %s %t.if.mlir
// RUN: pad-tv %s %t.merged.mlir

// CHECK: affine.for %[[I:.*]] = 0 to 14 {
// CHECK: affine.store %{{.*}}, %B[(%[[I]] + 2) floordiv 8, (%[[I]] + 2) mod 8] : memref<2x8xi32>
// CHECK: pad.stage = "compute"
// CHECK: affine.load %B[1, %[[II:.*]] + 6] : memref<2x8xi32>
// CHECK-NEXT: affine.store %{{.*}}, %B[%{{.*}}, %[[II]]] : memref<2x8xi32>
// CHECK: pad.stage = "B_padding"
// MERGED: arith.muli
// MERGED: pad.stage = "compute"
// MERGED: affine.for
// MERGED: affine.load %B[1, %{{.*}} + 6]
func.func @wrapped(%A: memref<14xi32>, %B: memref<14xi32>) {
  %two = arith.constant 2 : i32
  // expected-remark@+1 {{the padding of 'B' is written in a stage of its own: it copies cells that the stage may not have written yet}}
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    %b = arith.muli %a, %two : i32
    affine.store %b, %B[%i] : memref<14xi32>
  } {pad.stage = "compute"}
  func.return
}
