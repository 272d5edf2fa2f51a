"""Counts of points agree with enumeration, over independent dimensions too."""

from __future__ import annotations

import itertools

import pytest

from pad_mlir.analysis.expr import Expr, all_of, any_of, eq, var, within
from pad_mlir.analysis.islctx import engine

A, B, C = map(var, "abc")
BOX = all_of([within(A, 8), within(B, 5), within(C, 7)])
CONDITIONS = {
    "a box": BOX,
    "a tie": all_of([BOX, A * 5 + B < 33]),
    "a tie of all": all_of([BOX, A + B + C < 9]),
    "pieces that overlap": all_of([BOX, any_of([A < 3, B < 2, C < 1])]),
    "every third": all_of([BOX, eq(A % 3, 1), B < C]),
    "nothing": all_of([BOX, A > 9]),
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS)
def test_counts_agree_with_enumeration(condition: Expr):
    points = itertools.product(range(8), range(5), range(7))
    expected = sum(bool(condition.evaluate(dict(zip("abc", p, strict=True)))) for p in points)
    assert engine().count(engine().set(condition), "abc") == expected


def test_independent_dimensions_are_not_enumerated():
    names = [f"x{k}" for k in range(12)]
    box = all_of([within(var(name), 1000) for name in names])
    with engine().budget():
        assert engine().count(engine().set(box), names) == 1000**12


def test_no_count_without_end_or_of_parameters():
    assert engine().count(engine().set(A >= 0), "a") is None
    assert engine().count(engine().set(all_of([A >= 0, var("n") > A])), "a") is None
