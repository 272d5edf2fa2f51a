// The padding of a constant global is known, as nothing writes it; that of a variable another function may have written.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="@weights" map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, pad-transform-layout{buffer="@state" map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}, pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, pad-apply-layouts, pad-sequential-buffer-access{stage=dot buffer=A}, pad-remove-branching-through-overcompute{stage=dot fp=relaxed}' | filecheck %s
// RUN: pad-opt %s -p 'pad-transform-layout{buffer="@weights" map="(i) -> (i floordiv 4, i mod 4)" pad=1.0}, pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=undef}, pad-apply-layouts, pad-sequential-buffer-access{stage=dot buffer=A}, pad-remove-branching-through-overcompute{stage=dot}' | filecheck %s --check-prefix=ONES

memref.global "private" constant @weights : memref<14xf32> = dense<2.0>
memref.global "private" @state : memref<14xf32> = dense<2.0>

// CHECK-LABEL: func.func @constant
// CHECK: memref.get_global @weights
// CHECK-NOT: affine.if
// CHECK: pad.stage = "dot"
// ONES-LABEL: func.func @constant
// ONES: memref.get_global @weights
// ONES: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
// ONES: pad.stage = "dot"
func.func @constant(%A: memref<14xf32>, %B: memref<1xf32>) {
  %W = memref.get_global @weights : memref<14xf32>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %b = affine.load %B[0] : memref<1xf32>
    %w = affine.load %W[%i] : memref<14xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %p = arith.mulf %w, %a : f32
    %c = arith.addf %b, %p : f32
    affine.store %c, %B[0] : memref<1xf32>
  } {pad.stage = "dot"}
  func.return
}

// CHECK-LABEL: func.func @variable
// CHECK: memref.get_global @state
// CHECK: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
// CHECK: pad.stage = "dot"
func.func @variable(%A: memref<14xf32>, %B: memref<1xf32>) {
  %W = memref.get_global @state : memref<14xf32>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %b = affine.load %B[0] : memref<1xf32>
    %w = affine.load %W[%i] : memref<14xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %p = arith.mulf %w, %a : f32
    %c = arith.addf %b, %p : f32
    affine.store %c, %B[0] : memref<1xf32>
  } {pad.stage = "dot"}
  func.return
}
