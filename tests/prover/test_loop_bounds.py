"""Bounds of loops: which expressions are plain, and which starts a step meets."""

from __future__ import annotations

import pytest

from pad_mlir.index.expr import Expr, lift, rebuild, var, within
from pad_mlir.index.sets.engine import engine
from pad_mlir.index.simplify.loop_bounds import is_plain, meets_step

X, Y = var("x"), var("y")
LEAST = rebuild("min", (X, Y))


@pytest.mark.parametrize("expr", [lift(3), X, 2 * X + Y, X // 2 % 3, -X])
def test_plain(expr: Expr) -> None:
    assert is_plain(expr)


@pytest.mark.parametrize("expr", [X * Y, X // Y, X % Y, LEAST, LEAST + X, X + LEAST, 2 * LEAST])
def test_not_plain(expr: Expr) -> None:
    assert not is_plain(expr)


def test_a_start_that_the_step_meets() -> None:
    outer = engine().set(within(X, 9))
    assert meets_step((4 * X,), (lift(0),), 2, outer)
    assert not meets_step((3 * X,), (lift(0),), 2, outer)
    assert meets_step((3 * X,), (lift(0),), 1, outer)
    assert not meets_step((4 * X, 4 * X + 2, X), (lift(0),), 2, outer)
    # Which of several bounds the loop starts at, and so which values it takes, depends on x.
    assert not meets_step((4 * X,), (lift(0), X), 2, outer)
