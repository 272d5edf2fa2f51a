"""Counts of points agree with enumeration, over independent dimensions too."""

from __future__ import annotations

import itertools
import math
from random import Random

import pytest

from pad_mlir.index.expr import Expr, all_of, any_of, eq, var, within
from pad_mlir.index.sets.engine import engine

A, B, C = map(var, "abc")
BOX = all_of([within(A, 8), within(B, 5), within(C, 7)])
CONDITIONS = {
    "a box": BOX,
    "a tie": all_of([BOX, A * 5 + B < 33]),
    "a tie of all": all_of([BOX, A + B + C < 9]),
    "pieces that overlap": all_of([BOX, any_of([A < 3, B < 2, C < 1])]),
    "every third": all_of([BOX, eq(A % 3, 1), B < C]),
    "nothing": all_of([BOX, A > 9]),
    "one value": all_of([BOX, eq(A, 3)]),
    "no value between": all_of([BOX, eq(A * 2, 5)]),
    "factors": all_of([BOX, A * 3 > 7, B * -2 + 7 >= 0, C * 5 < 23, C * -3 < -4]),
    "a tie, and a value": all_of([BOX, eq(A, 3), B < C]),
}


@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS)
def test_counts_agree_with_enumeration(condition: Expr):
    points = itertools.product(range(8), range(5), range(7))
    expected = sum(bool(condition.evaluate(dict(zip("abc", p, strict=True)))) for p in points)
    assert engine().count(engine().set(condition), "abc") == expected


def test_counts_of_boxes_agree_with_enumeration():
    random = Random(4)
    for _ in range(300):
        sides = {name: (random.randint(-9, 9), random.randint(-3, 6)) for name in "abc"}
        of = {name: random.choice((1, 1, -1, 2, 3, -3)) for name in "abc"}
        box = all_of(
            part
            for name, (least, length) in sides.items()
            for part in (var(name) * of[name] >= least, var(name) * of[name] < least + length)
        )
        values = [
            [v for v in range(-20, 21) if least <= v * of[name] < least + length]
            for name, (least, length) in sides.items()
        ]
        assert engine().count(engine().set(box), "abc") == math.prod(map(len, values)), box


def test_independent_dimensions_are_not_enumerated():
    names = [f"x{k}" for k in range(12)]
    box = all_of([within(var(name), 1000) for name in names])
    with engine().budget():
        assert engine().count(engine().set(box), names) == 1000**12


def test_no_count_without_end_or_of_parameters():
    assert engine().count(engine().set(A >= 0), "a") is None
    assert engine().count(engine().set(all_of([A >= 0, var("n") > A])), "a") is None
