// What an option names, and nothing is to be done to: each pass says so, at the stage or the module. Without options none does.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute}' -o /dev/null 2>&1 | filecheck %s --check-prefix=GUARDS
// RUN: pad-opt %s -p 'pad-sequential-buffer-access{stage=compute buffer=A},pad-sequential-buffer-access{stage=compute buffer=A}' -o /dev/null 2>&1 | filecheck %s --check-prefix=ORDER
// RUN: pad-opt %s -p 'pad-flatten-buffers{buffer=A}' -o /dev/null 2>&1 | filecheck %s --check-prefix=FLAT
// RUN: pad-opt %s -p 'pad-partition-loops{stage=compute}' -o /dev/null 2>&1 | filecheck %s --check-prefix=PARTS
// RUN: pad-opt %s -p 'pad-vectorize{stage=compute target-cpu=x86-64-v3}' -o /dev/null 2>&1 | filecheck %s --check-prefix=VECTORS
// RUN: pad-opt %s -p 'pad-hoist-expression{conditionals=if-else-stmt}' -o /dev/null 2>&1 | filecheck %s --check-prefix=HOIST
// RUN: pad-opt %s -p 'pad-simplify{stage=compute},pad-remove-no-op{stage=compute},pad-reduce-loop-extents{stage=compute}' -o /dev/null 2>&1 | filecheck %s --check-prefix=CLEAN
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute,pad-flatten-buffers,pad-partition-loops,pad-hoist-expression,pad-simplify' 2>&1 | filecheck %s --check-prefix=WITHOUT
// RUN: pad-opt %s -p 'pad-transform-layout{function=local buffer=T map="(i) -> (i floordiv 4, i mod 4)"}' 2>&1 | filecheck %s --check-prefix=LOCAL
// GUARDS: nothing-to-do.mlir:[[# @LINE + 18]]:3: remark: [pad-remove-branching-through-overcompute] nothing to do for stage=compute: the program stays as it is
// The first one names the loop after the axis of A, which is a change; the second has nothing left.
// ORDER: nothing to do for stage=compute, buffer=A: the program stays as it is{{$}}
// FLAT: remark: [pad-flatten-buffers] nothing to do for buffer=A: the program stays as it is
// PARTS: [pad-partition-loops] nothing to do for stage=compute
// VECTORS: remark: [pad-vectorize] loop 'i' not vectorized: no operation has a vectorizable element type
// HOIST: [pad-hoist-expression] nothing to do for conditionals=if-else-stmt
// CLEAN: [pad-simplify] nothing to do for stage=compute
// CLEAN-NEXT: [pad-remove-no-op] nothing to do for stage=compute
// CLEAN-NEXT: [pad-reduce-loop-extents] nothing to do for stage=compute
// The type of a local buffer alone is a change.
// LOCAL-NOT: remark
// LOCAL: memref<14xf32, #pad.layout<
// WITHOUT-NOT: remark
// WITHOUT: func.func @flags
// WITHOUT-NOT: remark

func.func @flags(%A: memref<16xi1>, %B: memref<16xi1>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi1>
    affine.store %a, %B[%i] : memref<16xi1>
  } {pad.loop = "i", pad.stage = "compute"}
  func.return
}

func.func @local(%x: f32) {
  %T = memref.alloc() {pad.name = "T"} : memref<14xf32>
  affine.for %i = 0 to 14 {
    affine.store %x, %T[%i] : memref<14xf32>
  }
  memref.dealloc %T : memref<14xf32>
  func.return
}
