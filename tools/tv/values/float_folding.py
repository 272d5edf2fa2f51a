"""Operations on known floats, rounded as the type rounds."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import numpy as np

from .operators import ORDERS, PREDICATES_F, Binary, Folder, Operator, Special, Unary
from .scalars import Float, Number


def _greater(x: Number, y: Number) -> Number:
    if x == y:
        return y if np.signbit(x) else x  # -0.0 is less than +0.0
    return x if x > y else y


def _maximum(x: Number, y: Number) -> Number:
    return x if x != x else y if y != y else _greater(x, y)


def _minimum(x: Number, y: Number) -> Number:
    return x if x != x else y if y != y else -_greater(-x, -y)


def _maxnum(x: Number, y: Number) -> Number:
    return y if x != x else x if y != y else _greater(x, y)


def _minnum(x: Number, y: Number) -> Number:
    return y if x != x else x if y != y else -_greater(-x, -y)


def _copysign(x: Number, y: Number) -> Number | Special:
    # With any sign, a NaN is the one that there is.
    return np.copysign(x, y) if y == y or x != x else Special.UNSPECIFIED


def _inverse_root(x: float) -> Any:
    return np.divide(1.0, np.sqrt(x))


BINARY: dict[str, Binary] = {
    "arith.addf": operator.add,
    "arith.subf": operator.sub,
    "arith.mulf": operator.mul,
    "arith.divf": lambda x, y: x / y,
    "arith.remf": np.fmod,
    "arith.maximumf": _maximum,
    "arith.minimumf": _minimum,
    "arith.maxnumf": _maxnum,
    "arith.minnumf": _minnum,
    "math.copysign": _copysign,
}


def _exponent(x: Number) -> Number:
    if x != x or not math.isfinite(x) or x == 0:
        return abs(x) if x else type(x)(-math.inf)
    return type(x)(math.frexp(x)[1] - 1)


def _mantissa(x: Number) -> Number:
    if x != x or x < 0:
        return type(x)(math.nan)
    if x == 0 or not math.isfinite(x):
        return np.copysign(type(x)(1), x)
    return type(x)(2 * math.frexp(x)[0])


EXPONENT, MANTISSA = "exponent of float", "mantissa of float"
"""Of AVX-512: exponents as numbers, and mantissas from 1 to 2, NaN for negative numbers."""
UNARY: dict[str, Unary] = {
    "arith.negf": operator.neg,
    "math.absf": abs,
    EXPONENT: _exponent,
    MANTISSA: _mantissa,
}

_SAME_NAME = (
    *("cbrt", "ceil", "cos", "cosh", "exp", "exp2", "expm1", "floor", "log", "log10", "log1p"),
    *("log2", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"),
)
MATH: dict[str, Callable[..., Any]] = {
    **{f"math.{name}": getattr(np, name) for name in _SAME_NAME},
    "math.acos": np.arccos,
    "math.acosh": np.arccosh,
    "math.asin": np.arcsin,
    "math.asinh": np.arcsinh,
    "math.atan": np.arctan,
    "math.atan2": np.arctan2,
    "math.atanh": np.arctanh,
    "math.erf": math.erf,
    "math.powf": np.float_power,
    "math.roundeven": np.rint,
    "math.rsqrt": _inverse_root,
}


def math_folder(op: Operator) -> Folder:
    """A function of `MATH`, computed in double precision."""
    scalar, function = cast("Float", op.result), MATH[op.name]

    def fold(*args: Number) -> Number:
        return scalar.of(float(function(*map(float, args))))

    return fold


def cmpf_folder(op: Operator) -> Binary:
    """`arith.cmpf`; `detail` is the predicate."""
    name = PREDICATES_F[cast("int", op.detail)]

    def fold(x: Number, y: Number) -> int:
        is_unordered = bool(x != x or y != y)
        if name in ("false", "true"):
            return int(name == "true")
        if name in ("ord", "uno"):
            return int(is_unordered == (name == "uno"))
        return int(name[0] == "u" if is_unordered else ORDERS[name[1:]](x, y))

    return fold


def fma_folder(op: Operator) -> Folder:
    """`math.fma`, rounded once."""
    scalar = cast("Float", op.result)
    if scalar.dtype == np.float32:

        def fold_single(x: Number, y: Number, z: Number) -> Number:
            # The product is exact in double precision.
            return scalar.of(_sum_to_odd(float(x) * float(y), float(z)))

        return fold_single

    def fold(x: Number, y: Number, z: Number) -> Number:
        a, b, c = float(x), float(y), float(z)
        if not math.isfinite(a) or not math.isfinite(b):
            return x * y + z
        if not math.isfinite(c):
            return z
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        if exact:
            return scalar.nearest(exact)
        # Two zeros as numpy adds them; else the sum is +0.0, by cancellation.
        return scalar.of(a * b + c if a * b == 0 and c == 0 else 0.0)

    return fold


def _sum_to_odd(x: float, y: float) -> float:
    """
    Return x + y rounded to odd: an inexact sum becomes the neighbour with an odd last bit.

    Rounding it again, to a type with half of the digits, then gives the correctly rounded sum
    (Boldo and Melquiond 2008).
    """
    total = x + y
    if not math.isfinite(total):
        return total
    part = total - x
    error = (x - (total - part)) + (y - part)
    if error and not struct.unpack("<q", struct.pack("<d", total))[0] & 1:
        return math.nextafter(total, math.copysign(math.inf, error))
    return total


def resize_folder(op: Operator) -> Unary:
    """`arith.extf` and `arith.truncf`."""
    target = cast("Float", op.result)

    def fold(x: Number) -> Number | Special:
        value = float(x)
        if value != value and not target.has_nan:
            return Special.UNSPECIFIED
        if not math.isfinite(value) or value == 0.0:
            return target.of(value)
        return target.nearest(Fraction(value))

    return fold
