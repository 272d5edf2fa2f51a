"""Conditions without iterators that have a step, against the values that the iterators take."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

import pytest

from pad_mlir.index.expr import Expr, all_of, eq, lift, rebuild, var
from pad_mlir.index.simplify.choices import least_of
from pad_mlir.index.simplify.extreme_values import cases_of_strides

i, j, n, m = map(var, "ijnm")
IN_I = all_of([i >= 0, i < n, eq(i % 4, 0)])
IN_J = all_of([j >= m, j < n, eq((j - m) % 3, 0)])
GREATEST = rebuild("max", (lift(0), m))
AFTER_GREATEST = all_of([i < n, eq((i - GREATEST) % 3, 0)])
SIZES = [dict(zip("nm", sizes, strict=True)) for sizes in product((-1, 0, 2, 3, 6), repeat=2)]


def holds(condition: Expr, names: str, sizes: Mapping[str, int]) -> bool:
    """Whether some values of the names satisfy it."""
    values = product(range(-2, 10), repeat=len(names))
    return any(condition.evaluate({**sizes, **dict(zip(names, v, strict=True))}) for v in values)


def check(condition: Expr, names: str, left: str) -> None:
    cases = cases_of_strides(condition, names)
    assert {name for case in cases for name in case.variables()} & {*names} == {*left}
    for sizes in SIZES:
        found = any(holds(case, left, sizes) for case in cases)
        assert found == holds(condition, names, sizes), sizes


@pytest.mark.parametrize(
    ("condition", "names", "left"),
    [
        (IN_I & (i + 3 >= m), "i", ""),
        (IN_I & (i * 2 + 3 < m), "i", ""),
        (IN_I & ~((i - m >= 0) & (i + 4 <= m * 2)), "i", ""),
        (IN_I & IN_J & ~((i - j >= 0) & (i + j + 2 <= m)), "ij", ""),
        (IN_I & all_of([j >= i, j < n, eq((j - i) % 2, 0)]) & (j - i >= m), "ij", "i"),
        (IN_I & (m >= 2), "i", ""),
        (AFTER_GREATEST & all_of([i >= 0, i >= m]) & (i * 2 >= m + 5), "i", ""),
        (AFTER_GREATEST & all_of([i >= 0, i >= m]) & (i + 2 < m * 2), "i", ""),
        (AFTER_GREATEST & all_of([i >= 0, i >= m, i >= m - 1]), "i", ""),
    ],
)
def test_a_comparison_is_asked_at_the_first_or_last_value(condition: Expr, names: str, left: str):
    check(condition, names, left)


@pytest.mark.parametrize(
    "condition",
    [
        IN_I & (i % 8 < m),
        IN_I & (i >= m) & (i * 3 < n),
        all_of([i >= 1, i < n, eq(i % 4, 0)]) & (i >= m),
        AFTER_GREATEST & (i >= m) & (i + m < 7),
        all_of([i >= 0, i * 2 < n, eq(i % 4, 0)]) & (i >= m),
    ],
)
def test_what_is_of_another_form_stays(condition: Expr):
    check(condition, "i", "i")


def test_without_steps_there_is_one_case():
    condition = (i >= 0) & ~((i < n) & (i < m))
    assert cases_of_strides(condition, "i") == (condition,)


@pytest.mark.parametrize("seed", range(15))
def test_random_conditions(seed: int):
    draw = Random(seed)

    def bound() -> Expr:
        return draw.choice((n, m, n // 2 * 2, m + 1, n - m)) + draw.randrange(-2, 3)

    ranges = list[Expr]()
    for name in (i, j):
        firsts, step = [draw.choice((m, lift(draw.randrange(3))))], draw.randrange(1, 5)
        if draw.random() < 0.4:
            firsts.append(bound())
        start = firsts[0] if len(firsts) == 1 else rebuild("max", tuple(firsts))
        after = [name >= each for each in firsts]
        ranges.append(all_of([*after, name < bound(), eq((name - start) % step, 0)]))
    sums = [i * draw.randrange(-2, 3) + j * draw.randrange(-2, 3) - bound() for _ in range(2)]
    condition = all_of(ranges) & ~((sums[0] >= 0) & (sums[1] >= 0))
    cases = cases_of_strides(condition, "ij")
    for sizes in SIZES:
        assert any(holds(case, "ij", sizes) for case in cases) == holds(condition, "ij", sizes)


def test_an_expression_is_the_least_of_its_arms() -> None:
    least = rebuild("min", (n + 1, n * 2))
    assert least_of((least + 1) // 2) == ((n // 2) + 1, n)
    for step, expr in product((1, 2, 3, 16), (least, rebuild("min", (least, m * 3 + 1)))):
        for whole in ((expr + step - 1) // step * step, (expr * 5 - 7) // step, expr * step - 3):
            arms = least_of(whole)
            assert len(arms) > 1
            for values in ({"n": a, "m": b} for a, b in product(range(-3, 40), (0, 5, 33))):
                assert whole.evaluate(values) == min(arm.evaluate(values) for arm in arms)


@pytest.mark.parametrize("factor", [0, -1, -2])
def test_the_least_is_not_that_of_negative_multiples(factor: int) -> None:
    expr = Expr("*", (rebuild("min", (n, m)), lift(factor)))
    assert least_of(expr) == (expr,)
