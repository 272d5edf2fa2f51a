"""Sets come back as conditions that hold on just their points."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import islpy as isl
import pytest

from pad_mlir.index.expr import FALSE, TRUE, all_of, eq, var, within
from pad_mlir.index.sets.engine import engine
from pad_mlir.index.sets.from_isl import condition_of

ROW, COLUMN, N, SIZE = map(var, ("i", "j", "n", "size"))


@pytest.mark.parametrize("step", [2, 3, 4])
def test_the_sizes_that_hold_two_strided_loops(step: int):
    """For a step of 2, isl's own form takes `size % 2` for `(size + n) % 2`."""
    outside = all_of(
        [within(ROW, N), within(COLUMN, N), eq(COLUMN % step, 0), ROW + COLUMN >= SIZE, SIZE >= 0]
    )
    fails = engine().project(engine().set(outside), ["i", "j"])
    known = engine().set(SIZE >= 0)
    condition = engine().condition(fails.complement().gist(known), known)
    for n, size in product(range(9), range(20)):
        inside = all(i + j < size for i in range(n) for j in range(0, n, step))
        assert condition.evaluate({"n": n, "size": size}) == inside, (condition, n, size)


@pytest.mark.parametrize("step", [2, 3, 4])
def test_the_greatest_index_of_two_strided_loops(step: int):
    reached = all_of(
        [within(ROW, N), within(COLUMN, N), eq(COLUMN % step, 0), eq(SIZE, ROW + COLUMN)]
    )
    points = engine().project(engine().set(reached), ["i", "j"])
    greatest = engine().index(engine().greatest(points, "size"), engine().set(N >= 1))
    for n in range(1, 12):
        wanted = max(i + j for i in range(n) for j in range(0, n, step))
        assert greatest.evaluate({"n": n}) == wanted


def test_quotients_without_a_remainder() -> None:
    """Where a context says that a number divides names, quotients are as they are evaluated."""
    n, m, e = map(var, "nme")
    chosen = Random(5)
    for _ in range(60):
        divisor, factor = chosen.choice((2, 3, 4)), chosen.choice((1, 2, 4, 6, -4))
        known = [eq(n % divisor, 0), n >= 0, n <= 9, m >= 0, m <= 2]
        shift = chosen.choice((0, 1, divisor, 2 * divisor, -divisor))
        quotient = (chosen.choice((n, 2 * n, n + divisor * m, n + m)) + shift) // divisor
        condition = all_of([*known, eq(e, factor * quotient + chosen.randint(0, 2) * m)])
        found = engine().set(condition)
        for a, b in product(range(10), range(3)):
            values = [k for k in range(-60, 61) if condition.evaluate({"n": a, "m": b, "e": k})]
            at = found.intersect(engine().set(eq(n, a) & eq(m, b)))
            assert at.is_empty() == (not values)
            for k in values:
                assert not at.intersect(engine().set(eq(e, k))).is_empty()
                assert at.is_subset(engine().set(eq(e, k)))


def test_what_isl_prints_for_nothing_and_everything() -> None:
    """It is no number where a condition stands."""
    form: Any = isl.AstExpr  # the type stubs lack some of its members
    zero, one, five = (form.from_val(isl.Val(number)) for number in (0, 1, 5))
    less = form.from_id(isl.Id("n")).lt(five)
    assert condition_of(zero.or_(less)) == (N < 5)
    assert condition_of(one.and_(less)) == (N < 5)
    assert (condition_of(zero), condition_of(one)) == (FALSE, TRUE)
