"""What mathematical functions are to give: exact values, and numpy's of special operands."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, cast

import numpy as np
from ml_dtypes import finfo
from numpy.typing import NDArray

from pad_mlir.tools.tv.values.exact_math import exactly

_BEYOND = 400
"""Decimal digits."""
_LIBRARY = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"}


limits_of = cast("Callable[[type[np.generic]], Any]", finfo)
"""The `finfo` of a type, of bf16 too."""


def usual(name: str, operands: Sequence[NDArray[Any]]) -> NDArray[np.float64]:
    """Return what numpy gives: right for special operands."""
    wide = [np.asarray(operand, np.float64) for operand in operands]
    if name == "erf":
        return np.array([math.erf(x) for x in wide[0]])
    if name == "rsqrt":
        return 1 / np.sqrt(wide[0])
    return getattr(np, _LIBRARY.get(name, "power" if name == "powf" else name))(*wide)


def exact_value(name: str, operands: Sequence[float]) -> Decimal | None:
    """Return the exact value; None at a pole, and where it is too large for any type."""
    try:
        return exactly(f"math.{name}", *map(Decimal, operands))
    except ArithmeticError:
        return None


def units_off(result: float, exact: Decimal, type: type[np.generic]) -> float:
    """Return the units in the last place of a type between a number and the exact value."""
    info = limits_of(type)
    if exact and abs(exact.adjusted()) > _BEYOND:  # of any type: the exponent says no more
        exact = Decimal(10).scaleb(int(math.copysign(_BEYOND, exact.adjusted()))).copy_sign(exact)
    most = Decimal(float(info.max))
    last = most - Decimal(float(np.nextafter(info.max, type(0))))
    if abs(exact) > most or not math.isfinite(result):
        # What is within a unit of the greatest number may be rounded to that, or to infinity.
        is_beyond = abs(exact) + last > most and (math.copysign(1, result) > 0) == (exact > 0)
        is_most = abs(result) == float(info.max) and abs(exact) <= most + last
        return 0.0 if is_beyond and (math.isinf(result) or is_most) else math.inf
    with np.errstate(all="ignore"):
        unit = abs(np.spacing(type(float(exact))))
    return float(abs(Decimal(result) - exact) / Decimal(float(unit)))
