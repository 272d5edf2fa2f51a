"""Minimax polynomials by Remez's algorithm, in decimal numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from typing import TypeAlias

import numpy as np

Function: TypeAlias = Callable[[Decimal], Decimal]
Rounding: TypeAlias = Callable[[float], float]

_DIGITS = 50
_POINTS_PER_TERM = 40
_MOST_EXCHANGES = 40
_LEVEL = Decimal("1.0001")
"""The largest error over the smallest of the alternating ones, where the search ends."""


def single(number: float) -> float:
    """Round to f32."""
    return float(np.float32(number))


def fit(
    function: Function,
    interval: tuple[float, float],
    terms: int,
    weight: Function,
    rounding: Rounding = float,
) -> tuple[list[float], float]:
    """
    Return the coefficients, the constant first, and the largest weighted error.

    Rounding all coefficients at once is tried, and rounding some of the first ones before the
    others are found.
    """
    with localcontext(Context(prec=_DIGITS)):
        points = _chebyshev(interval, terms * _POINTS_PER_TERM)
        rest, weights = [function(x) for x in points], [abs(weight(x)) for x in points]
        known, tried = list[float](), list[tuple[float, list[float]]]()
        for power in range(terms):
            others = _fitted(points, rest, weights, power, terms)
            found = [*known, *(rounding(float(c)) for c in others)]
            errors = [
                w * (r - _at([Decimal(c) for c in found[power:]], x) * x**power)
                for x, r, w in zip(points, rest, weights, strict=True)
            ]
            tried.append((float(max(map(abs, errors))), found))
            first = found[power]
            known.append(first)
            rest = [r - Decimal(first) * x**power for x, r in zip(points, rest, strict=True)]
        error, best = min(tried)
        return best, error


def _fitted(
    points: Sequence[Decimal],
    values: Sequence[Decimal],
    weights: Sequence[Decimal],
    power: int,
    terms: int,
) -> list[Decimal]:
    """The coefficients of that power and higher ones."""
    powers = [x**power for x in points]
    goal = [v / p for v, p in zip(values, powers, strict=True)]
    own = [w * p for w, p in zip(weights, powers, strict=True)]
    return _remez(points, goal, own, terms - power)


def _chebyshev(interval: tuple[float, float], count: int) -> list[Decimal]:
    """Points of an interval, close together at its ends; none is 0."""
    low, high = interval
    angles = np.pi * (np.arange(count) + 0.5) / count
    points = (low + high) / 2 - (high - low) / 2 * np.cos(angles)
    return [Decimal(float(x)) for x in points if x]


def _remez(
    points: Sequence[Decimal], values: Sequence[Decimal], weights: Sequence[Decimal], terms: int
) -> list[Decimal]:
    count = len(points)
    chosen = [round(k * (count - 1) / terms) for k in range(terms + 1)]
    result = list[Decimal]()
    for _ in range(_MOST_EXCHANGES):
        rows = [
            [*(points[k] ** power for power in range(terms)), (-1) ** n / weights[k]]
            for n, k in enumerate(chosen)
        ]
        *result, level = _solved(rows, [values[k] for k in chosen])
        errors = [w * (_at(result, x) - v) for x, v, w in zip(points, values, weights, strict=True)]
        if max(map(abs, errors)) <= abs(level) * _LEVEL:
            break
        chosen = _alternating(errors, terms + 1)
    return result


def _at(coefficients: Sequence[Decimal], x: Decimal) -> Decimal:
    total = Decimal(0)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def _alternating(errors: Sequence[Decimal], count: int) -> list[int]:
    """The places of the largest errors of alternating signs."""
    found = list[int]()
    for k, error in enumerate(errors):
        if found and (errors[found[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[found[-1]]):
                found[-1] = k
        else:
            found.append(k)
    while len(found) > count:
        ends = (found[0], found[-1])
        if (len(found) - count) % 2 or len(found) == count + 1:
            found.remove(min(ends, key=lambda k: abs(errors[k])))
            continue
        smallest = min(range(len(found) - 1), key=lambda n: _pair(errors, found, n))
        del found[smallest : smallest + 2]
    while len(found) < count:
        # Fewer signs than wanted: a rounded coefficient leaves nothing to be found.
        new = next(k for k in range(len(errors)) if k not in found)
        found = sorted([*found, new])
    return found


def _pair(errors: Sequence[Decimal], found: Sequence[int], n: int) -> Decimal:
    return max(abs(errors[found[n]]), abs(errors[found[n + 1]]))


def _solved(rows: list[list[Decimal]], right: list[Decimal]) -> list[Decimal]:
    """The solution of linear equations, by elimination."""
    count = len(rows)
    matrix = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for k in range(count):
        pivot = max(range(k, count), key=lambda n: abs(matrix[n][k]))
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        for n in range(k + 1, count):
            factor = matrix[n][k] / matrix[k][k]
            if factor:
                matrix[n] = [a - factor * b for a, b in zip(matrix[n], matrix[k], strict=True)]
    result = [Decimal(0)] * count
    for k in reversed(range(count)):
        known = sum((matrix[k][n] * result[n] for n in range(k + 1, count)), Decimal(0))
        result[k] = (matrix[k][count] - known) / matrix[k][k]
    return result
