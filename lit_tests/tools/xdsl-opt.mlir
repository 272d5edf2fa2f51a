// Stock xdsl-opt has the dialect and the passes through the xdsl.universe entry point.
// RUN: xdsl-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0},pad-apply-layouts,pad-remove-assume' | filecheck %s
// RUN: not xdsl-opt %s -p pad-no-such-pass

// CHECK: func.func @f(%A: memref<4x4xf32>
func.func @f(%A: memref<14xf32>) -> index {
  %true = arith.constant true
  pad.assume %true : i1
  %c = arith.constant 0 : index
  return %c : index
}
