// TVM (M11): `0.0 * x` is folded to 0 without any flag, though it is NaN for an infinite x or a NaN, and -0.0
// for a negative one. Right: x has to be finite, or fp=relaxed says to take it so.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-transform-layout{buffer=C map="(i) -> (i floordiv 4, i mod 4)" pad=undef},pad-apply-layouts,pad-sequential-buffer-access{stage=compute buffer=A}' -o %t.guarded.mlir
// RUN: pad-opt %t.guarded.mlir -p 'canonicalize,pad-simplify,pad-remove-branching-through-overcompute{stage=compute}' -o %t.mlir 2>&1 | filecheck %s --check-prefix=REMARK
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-opt %t.guarded.mlir -p 'pad-remove-branching-through-overcompute{stage=compute fp=relaxed}' -o %t.relaxed.mlir
// RUN: filecheck %s --check-prefix=RELAXED < %t.relaxed.mlir
// RUN: pad-tv --fp relaxed %s %t.relaxed.mlir

// REMARK: guard kept: without the guard, iteration [3, 2] is not shown to store the same value in B[0], which may be read later (A[3, 2] holds 0.000000e+00 : f32; C[3, 2] may hold anything)
// REMARK-NOT: remark

// CHECK-LABEL: @folded
// CHECK: arith.mulf
// CHECK: arith.mulf
func.func @folded(%x: f32) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %left = arith.mulf %zero, %x : f32
  %right = arith.mulf %x, %zero : f32
  func.return %left, %right : f32, f32
}

// CHECK-LABEL: @dot
// CHECK: affine.if
// RELAXED-LABEL: @dot
// RELAXED-NOT: affine.if
// RELAXED: pad.stage = "compute"
func.func @dot(%A: memref<14xf32>, %C: memref<14xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %s = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %c = affine.load %C[%i] : memref<14xf32>
    %p = arith.mulf %a, %c : f32
    %t = arith.addf %s, %p : f32
    affine.store %t, %B[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}
