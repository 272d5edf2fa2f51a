"""Quotients and remainders put together again: the same values for all integers."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest

from pad_mlir.index.expr import TRUE, Expr, all_of, eq, lift, rebuild, var, within
from pad_mlir.index.simplify.recombination import is_sawtooth, recombined

X, Y, N = var("x"), var("y"), var("n")


@pytest.mark.parametrize(
    ("index", "wanted"),
    [
        (4 * (X // 4) + X % 4, X),
        (X % 4 + 4 * (X // 4) + Y, X + Y),
        (-8 * (X // 4) + Y - 2 * (X % 4), Y - 2 * X),
        (8 * ((X + Y + 2) // 8) + (X + Y + 2) % 8, X + Y + 2),
        (64 * (X // 8 // 8) + 8 * (X // 8 % 8) + X % 8, X),
        (128 * (X // 128) + 16 * (X // 16 % 8) + X % 16, X),
        ((4 * (X // 4) + X % 4 + 3) // 6, (X + 3) // 6),
        (16 * X // 16, X),
        ((16 * X + 8 * Y + 3) // 16, (8 * Y + 3) // 16 + X),
        ((16 * X + Y + 3) % 16, (Y + 3) % 16),
        ((3 - 32 * X) // 16 + (3 - 32 * X) % 16, 3 - 2 * X),
        (4 * (X // 4) + Y % 4, 4 * (X // 4) + Y % 4),
        (8 * (X // 4) + X % 4, 8 * (X // 4) + X % 4),
        (4 * (X // 4) + 2 * (X % 4), 4 * (X // 4) + 2 * (X % 4)),
        (5 * (X // 4) + X % 4, 5 * (X // 4) + X % 4),
    ],
)
def test_forms(index: Expr, wanted: Expr) -> None:
    assert recombined(index) == recombined(wanted)
    assert str(recombined(index)) == str(wanted)


def some_index(chosen: random.Random, depth: int) -> Expr:
    if depth == 0:
        return chosen.choice([X, Y, lift(chosen.randint(-5, 5))])
    inner = some_index(chosen, depth - 1)
    divisor = chosen.choice([1, 2, 3, 4, 8, -2])
    match chosen.randint(0, 4):
        case 0:
            return inner + some_index(chosen, depth - 1)
        case 1:
            return inner * chosen.choice([-3, 2, 4])
        case 2:
            return rebuild(chosen.choice(["//", "%", "min"]), (inner, lift(divisor)))
        case _:
            factor = chosen.choice([1, 1, 2, -1]) * divisor
            return factor * (inner // divisor) + chosen.choice([1, 1, 2, -1]) * (inner % divisor)


def test_values() -> None:
    shorter = 0
    for seed in range(400):
        chosen = random.Random(seed)
        index = some_index(chosen, 4)
        found = recombined(index)
        shorter += str(found).count("%") < str(index).count("%")
        for _ in range(8):
            values = {"x": chosen.randint(-50, 50), "y": chosen.randint(-50, 50)}
            assert found.evaluate(values) == index.evaluate(values), (str(index), values)
    assert shorter > 50


@pytest.mark.parametrize("quotients", [1, 2, 3, 5])
@pytest.mark.parametrize("size", [2, 3])
def test_a_sawtooth_has_no_form_without_division(quotients: int, size: int) -> None:
    context = all_of([*within(X // size, quotients).operands, *within(X % size, size).operands])
    for factor, own in product(range(-3, 4), range(-2, 3)):
        index = factor * (X // size) + own * (X % size) + 5 * Y
        if is_sawtooth(recombined(index), context):
            values = [index.evaluate({"x": x, "y": 0}) for x in range(size * quotients)]
            steps = [b - a for a, b in pairwise(values)]
            # Neither linear nor convex nor concave.
            assert sorted(steps) not in (steps, steps[::-1]), str(index)
            assert not is_sawtooth(index, context & (X < 2))
    assert is_sawtooth(3 * (X // size) + 2 * (X % size), context) == (quotients > 2)


@pytest.mark.parametrize(
    ("beside", "is_so"),
    [(TRUE, True), (N >= 2, True), (N < 9, False), (N <= Y, False), (eq(N % 2, 0), False)],
    ids=str,
)
def test_a_sawtooth_of_any_number_of_quotients(beside: Expr, is_so: bool) -> None:
    context = all_of([X // 4 >= 0, X // 4 < N, *within(X % 4, 4).operands, beside])
    assert is_sawtooth(12 * (X // 4) + X % 4, context) == is_so
    assert not is_sawtooth(4 * (X // 4) + X % 4, context)
