"""Fused multiply-add of known values: rounded once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import BFloat16Type, f16, f32, f64

from pad_mlir.tools.tv.values.folding import folder
from pad_mlir.tools.tv.values.operators import operator
from pad_mlir.tools.tv.values.scalars import Float, scalar_of


def _scalar(type: Any) -> Float:
    scalar = scalar_of(type)
    assert isinstance(scalar, Float)
    return scalar


def _fma(scalar: Float, *values: Any) -> Any:
    fold = folder(operator("math.fma", scalar, (scalar, scalar, scalar)))
    assert fold is not None
    with np.errstate(all="ignore"):
        return fold(*(scalar.of(value) for value in values))


@pytest.mark.parametrize("type", [f16, f32, f64, BFloat16Type()], ids=str)
def test_fma_is_the_nearest_value(type: Any) -> None:
    """Of products and sums near to each other, so that digits cancel and ties are near."""
    scalar, random = _scalar(type), np.random.default_rng(0)
    for _ in range(3000):
        x, y = (
            scalar.of(1 + int(n) * 2.0 ** (1 - scalar.digits)) for n in random.integers(-9, 9, 2)
        )
        z = scalar.of(
            float(random.choice([-1, 1, 2.0**-scalar.digits, 2.0 ** (-3 * scalar.digits)]))
        )
        exact = Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        expected = scalar.nearest(exact) if exact else scalar.of(0.0)
        assert scalar.bits(_fma(scalar, x, y, z)) == scalar.bits(expected), (x, y, z)


@pytest.mark.parametrize("type", [f32, f64], ids=str)
def test_fma_of_special_values(type: Any) -> None:
    scalar, infinity = _scalar(type), float("inf")
    for values, expected in [
        ((scalar.largest, 2.0, -infinity), -infinity),  # the product by itself would overflow
        ((scalar.largest, 2.0, -scalar.largest), scalar.largest),
        ((scalar.largest, 2.0, 0.0), infinity),
        ((infinity, 2.0, -infinity), float("nan")),
        ((infinity, 0.0, 1.0), float("nan")),
        ((0.0, -1.0, -0.0), -0.0),
        ((0.0, -1.0, 0.0), 0.0),
        ((1.0, 1.0, -1.0), 0.0),
    ]:
        assert scalar.bits(_fma(scalar, *values)) == scalar.bits(scalar.of(expected)), values


def _is_nearest(scalar: Float, found: Any, exact: Fraction) -> bool:
    """Whether no neighbour is nearer, and one that is as near has an odd last bit."""
    largest, distance = Fraction(scalar.largest), abs(Fraction(float(found)) - exact)
    for direction in (-np.inf, np.inf):
        near = np.nextafter(found, scalar.of(direction))
        other = Fraction(float(near)) if np.isfinite(near) else 2 * largest
        further = abs(other - exact)
        if further < distance or (further == distance and scalar.bits(found) % 2):
            return False
    return True


def test_the_nearest_double() -> None:
    """Python's division rounds where it matters: numbers that are subnormal, ties, the largest."""
    scalar, random = _scalar(f64), np.random.default_rng(1)
    for _ in range(3000):
        exponent = int(random.choice([-1130, -1128, -1076, -1075, -60, 0, 900, 960]))
        bits, below = int(random.integers(1, 1 << 54)), Fraction(int(random.integers(-1, 2)), 3)
        exact = (bits + below * int(random.integers(0, 2))) * Fraction(2) ** exponent
        exact *= int(random.choice([-1, 1]))
        found = scalar.nearest(exact)
        assert _is_nearest(scalar, found, exact), exact
        assert np.signbit(found) == (exact < 0)


def test_the_nearest_double_of_what_is_too_large() -> None:
    scalar = _scalar(f64)
    largest, half = Fraction(scalar.largest), Fraction(2) ** 970
    for sign in (1, -1):
        assert scalar.nearest(sign * (largest + half)) == sign * float("inf")
        assert scalar.nearest(sign * (largest + half - 1)) == sign * scalar.largest
