"""A pass that loses the last assume of the user is found, and one that keeps it is not."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects import affine
from xdsl.rewriter import Rewriter

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.passes.lanes import rewrite_on_copy

from .checking import recheck

_TEXT = """
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %ok = arith.cmpi sge, %a, %zero : i32
    pad.assume %ok {pad.user} : i1
    affine.store %a, %B[%i] : memref<16xi32>
  } {pad.stage = "s1"}
  func.return
}
"""
_STEPS = ["pad-vectorize{target-cpu=x86-64-v3}"]


def test_a_lost_assume_of_the_user_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    given = [[np.arange(16), np.zeros(16, int)]]
    assert recheck(_TEXT, "f", given, 0, _STEPS) is None

    def drop_all(loop: affine.ForOp) -> None:
        for op in operations_of(loop.body, AssumeOp):
            Rewriter.erase_op(op)

    monkeypatch.setattr(rewrite_on_copy, "_drop_assumes", drop_all)
    failure = recheck(_TEXT, "f", given, 0, _STEPS)
    assert failure is not None
    assert failure.kind == "lost assume"
