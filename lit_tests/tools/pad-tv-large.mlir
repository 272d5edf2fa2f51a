// Over the budget it runs on random inputs, with an exit code of its own.
// RUN: sed 's/0 to 14/1 to 14/' %s > %t.mlir
// RUN: not pad-tv --term-budget 40 %s %s 2>&1 | filecheck %s
// RUN: not pad-tv --term-budget 40 %s %t.mlir 2>&1 | filecheck %s --check-prefix=WRONG
// CHECK: {{^}}@sum: not validated: too large to execute symbolically: more than 40 steps; 3 runs on random numbers found no difference
// WRONG: {{^}}@sum: refuted: result 0: another value

func.func @sum(%A: memref<14xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 14 iter_args(%s = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<14xf32>
    %t = arith.addf %s, %a : f32
    affine.yield %t : f32
  }
  func.return %r : f32
}
