"""Quotients and remainders in context: the short form, and the same values."""

import itertools

import pytest

from pad_mlir.index.expr import Expr, all_of, lift, rebuild, var, within
from pad_mlir.index.simplify.division import gives
from pad_mlir.index.simplify.forms import simplify_index

X, Y = var("x"), var("y")
CONTEXT = all_of([X >= 0, X < 50, Y >= 0, Y < 6])


@pytest.mark.parametrize(
    ("index", "short"),
    [
        ((X // 4 + 1) // 3, (X + 4) // 12),
        ((X // 4) // 3, X // 12),
        ((8 * X + 4 * Y + Y % 4) // 16, (2 * X + Y) // 4),
        ((X // 4 + Y) // 3, None),
        ((2 * (X // 4)) // 3, None),
        ((8 * X + Y) // 8, X),
        ((8 * X + Y) % 8, Y),
        ((12 * X + 5 * Y) // 4, None),
        (4 * (X // 4) + X % 4, X),
        ((X + Y) % 56, X + Y),
    ],
)
def test_division(index: Expr, short: Expr | None) -> None:
    found = simplify_index(index, CONTEXT)
    for x, y in itertools.product(range(50), range(6)):
        values = {"x": x, "y": y}
        assert found.evaluate(values) == index.evaluate(values), values
    if short is not None:
        assert found == short


_BOX = within(X, 9) & within(Y, 8)


@pytest.mark.parametrize("shift", range(-9, 10))
@pytest.mark.parametrize("result", [X, X + 1, Y, X - Y, X + Y, 0 * X, X * 2], ids=str)
@pytest.mark.parametrize("op", ["//", "%"])
def test_ranges_show_only_what_a_division_gives(op: str, result: Expr, shift: int) -> None:
    index = rebuild(op, (8 * X + Y + shift, lift(8)))
    points = [{"x": x, "y": y} for x, y in itertools.product(range(9), range(8))]
    right = all(index.evaluate(point) == result.evaluate(point) for point in points)
    assert right or not gives(index, result, _BOX)


def test_ranges_show_what_a_tile_is() -> None:
    assert gives((8 * X + Y) // 8, X, _BOX)
    assert gives((8 * X + Y) % 8, Y, _BOX)
    assert gives((8 * X + Y + 16) // 8, X + 2, _BOX)
    assert not gives((8 * X + Y) // 8, X, within(Y, 9))
    assert not gives((8 * X + Y) // -8, -X, _BOX)
    assert not gives((X * Y) // 8, X * Y, _BOX)
