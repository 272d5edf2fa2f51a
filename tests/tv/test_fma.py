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
