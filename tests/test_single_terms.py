"""Expressions that are seen, by a few points, to be no number and no name."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from pad_mlir.index.expr import TRUE, Expr, all_of, eq, lift, rebuild, select, var
from pad_mlir.index.simplify.single_terms import may_be_single_term

A, B, C = names = (var("a"), var("b"), var("c"))
_HALF = 2**31
_ANY_I32 = all_of([(name >= -_HALF) & (name < _HALF) for name in names])


def _least(left: Expr, right: Expr) -> Expr:
    return rebuild("min", (left, right))


def _greatest(left: Expr, right: Expr) -> Expr:
    return rebuild("max", (left, right))


def _wrapped(expr: Expr) -> Expr:
    return (expr + _HALF) % (2 * _HALF) - _HALF


@pytest.mark.parametrize(
    "expr",
    [
        _least(A, B),
        _least(_least(_wrapped(A + 1), _wrapped(B + 1)), C),
        select(eq(A, B), lift(1), lift(0)) + C,
        A % 16,
    ],
)
def test_data_of_any_value_is_seen_to_be_no_single_term(expr: Expr):
    assert not may_be_single_term(expr, _ANY_I32)


@pytest.mark.parametrize(
    ("expr", "context"),
    [
        (_least(A, B), A < B),
        (_greatest(A, lift(0)), (A >= 0) & (A < 5)),
        (_wrapped(A + 0), _ANY_I32),
        (A % 16, eq(A % 16, 3)),
        (A // 16, (A >= 16) & (A < 32)),
        (A // B, (B >= 0) & (B < 1)),
        (B + 1, eq(C, B + 1)),
        (A % 4, A < A),
    ],
)
def test_what_may_be_a_number_or_a_name_is_not_denied(expr: Expr, context: Expr):
    assert may_be_single_term(expr, context)


def _drawn(random: Random, depth: int) -> Expr:
    if depth == 0 or random.random() < 0.2:
        return random.choice([*names, lift(random.randint(-3, 3))])
    left, right = (_drawn(random, depth - 1) for _ in range(2))
    match random.randrange(6):
        case 0:
            return left + right
        case 1:
            return _least(left, right)
        case 2:
            return _greatest(left, right)
        case 3:
            return left % random.randint(1, 4)
        case 4:
            return left // random.randint(1, 4)
        case _:
            return select(left < right, left, right)


def _holds(context: Expr, point: dict[str, int]) -> bool:
    return bool(context.evaluate(point))


@pytest.mark.parametrize("seed", range(400))
def test_no_single_term_is_denied_that_enumeration_finds(seed: int):
    random = Random(seed)
    box = all_of([(name >= 0) & (name < random.randint(1, 4)) for name in names])
    context = box & random.choice([TRUE, A <= B, eq(A, C), eq(B % 2, 0)])
    expr = _drawn(random, 3)
    points = [dict(zip("abc", values, strict=True)) for values in product(range(4), repeat=3)]
    points = [point for point in points if _holds(context, point)]
    values = [expr.evaluate(point) for point in points]
    single = len(set(values)) <= 1 or any(
        all(point[name] == value for point, value in zip(points, values, strict=True))
        for name in "abc"
    )
    if single:
        assert may_be_single_term(expr, context)
