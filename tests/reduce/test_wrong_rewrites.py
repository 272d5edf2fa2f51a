"""Passes that are wrong on purpose: what is left shows the mistake, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from xdsl.context import Context
from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import AffineMapAttr, ModuleOp
from xdsl.ir.affine import AffineConstantExpr, AffineMap
from xdsl.passes import ModulePass

from pad_mlir.passes.simplify.branch_merging import inline_arm
from pad_mlir.tools.reduce import Reduced, reduce
from pad_mlir.tools.reduce.questions import PASSES, refuted

PROGRAM = """
func.func private @scaled(%x: f32, %y: f32) -> f32 {
  %r = arith.mulf %x, %y : f32
  func.return %r : f32
}
func.func @matmul(%A: memref<6x4xf32> {pad.name = "A"}, %B: memref<4x3xf32>,
                  %C: memref<6x3xf32>, %s: f32) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() : memref<6x3xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 3 {
      affine.store %zero, %T[%i, %j] : memref<6x3xf32>
    }
  } {pad.stage = "init"}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      affine.for %j = 0 to 3 {
        %sum = affine.for %k = 0 to 4 iter_args(%acc = %zero) -> f32 {
          %a = affine.load %A[%i, %k] : memref<6x4xf32>
          %b = affine.load %B[%k, %j] : memref<4x3xf32>
          %p = arith.mulf %a, %b : f32
          %n = arith.addf %acc, %p : f32
          affine.yield %n : f32
        }
        %q = func.call @scaled(%sum, %s) : (f32, f32) -> f32
        affine.store %q, %T[%i, %j] : memref<6x3xf32>
      }
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 3 {
      %t = affine.load %T[%i, %j] : memref<6x3xf32>
      %u = arith.subf %t, %s : f32
      affine.store %u, %C[%i, %j] : memref<6x3xf32>
    }
  } {pad.stage = "shift"}
  func.return
}
"""


def drop_guards(module: ModuleOp) -> None:
    for op in [op for op in module.walk() if isinstance(op, affine.IfOp)]:
        inline_arm(op, 0)


def end_one_early(module: ModuleOp) -> None:
    for op in module.walk():
        if isinstance(op, affine.ForOp) and op.attributes:
            end = op.upperBoundMap.data.results[0]
            assert isinstance(end, AffineConstantExpr)
            op.upperBoundMap = AffineMapAttr(AffineMap.constant_map(end.value - 1))


def swap_subtractions(module: ModuleOp) -> None:
    for op in module.walk():
        if isinstance(op, arith.SubfOp):
            op.operands = [op.rhs, op.lhs]


def reduced(action: Callable[[ModuleOp], None]) -> Reduced:
    class Wrong(ModulePass):
        name = "wrong"

        def apply(self, ctx: Context, op: ModuleOp) -> None:
            action(op)

    registry = {**PASSES, "wrong": lambda: Wrong}
    return reduce(PROGRAM, "pad-simplify,wrong,cse", partial(refuted, registry=registry))


@pytest.mark.parametrize(
    ("action", "operations", "kept"),
    [
        (drop_guards, 8, "affine.if"),
        (end_one_early, 7, "affine.for"),
        (swap_subtractions, 6, "arith.subf"),
    ],
)
def test_what_is_left(action: Callable[[ModuleOp], None], operations: int, kept: str) -> None:
    found = reduced(action)
    assert found.is_complete
    assert found.pipeline == "wrong"
    assert found.operations <= operations, found.module
    assert kept in found.module
