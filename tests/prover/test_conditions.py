"""Sets come back as conditions that hold on just their points."""

from __future__ import annotations

from itertools import product

import pytest

from pad_mlir.index.expr import all_of, eq, var, within
from pad_mlir.index.sets.engine import engine

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
