"""Float operations on constants, where IEEE 754 or every mathematical library gives one result."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation

from ...dialect.ir.poison_flags import fastmath_of

_INF = math.inf


def value_of(op: Operation, numbers: Sequence[float]) -> float | None:
    """
    The result of an operation, not rounded to its type yet.

    None where it is a NaN, depends on the library, or is left open by the flags of the operation.
    """
    if any(map(math.isnan, numbers)):
        return None
    try:
        result = _evaluated(op, numbers)
    except OverflowError:
        return None
    if result is None or math.isnan(result):
        return None
    return None if _is_open(op, [*numbers, result]) else result


def _evaluated(op: Operation, numbers: Sequence[float]) -> float | None:
    match numbers:
        case [a] if type(op) in _UNARY:
            return _UNARY[type(op)](a)
        case [a, b] if type(op) in _BINARY:
            return _BINARY[type(op)](a, b)
        case [a, b, c] if isinstance(op, math_ops.FmaOp):
            return _fused(a, b, c)
        case _:
            return None


def promises(op: Operation, flag: FastMathFlag) -> bool:
    """Whether an operation on floats has a flag."""
    return flag in fastmath_of(op)


def _is_open(op: Operation, numbers: Sequence[float]) -> bool:
    """Whether the flags make poison of an infinity, or allow an approximation."""
    if promises(op, FastMathFlag.NO_INFS) and any(map(math.isinf, numbers)):
        return True
    if isinstance(op, arith.DivfOp) and promises(op, FastMathFlag.ALLOW_RECIP):
        return True
    in_library = type(op) in _LIBRARY or isinstance(op, math_ops.PowFOp)
    may_be_approximate = in_library or isinstance(op, arith.DivfOp | math_ops.SqrtOp)
    return may_be_approximate and promises(op, FastMathFlag.APPROX_FUNC)


def _quotient(a: float, b: float) -> float:
    if b != 0:
        return a / b
    return math.nan if a == 0 else math.copysign(_INF, a) * math.copysign(1.0, b)


def _fused(a: float, b: float, c: float) -> float | None:
    if not (math.isfinite(a) and math.isfinite(b)):
        return a * b + c
    if not math.isfinite(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    if exact:
        return float(exact) or None  # no zero, however small
    return a * b + c  # both exact, as they cancel


def _rounded(rounding: Callable[[float], int]) -> Callable[[float], float]:
    return lambda a: math.copysign(rounding(a), a) if math.isfinite(a) else a


def _power(base: float, exponent: float) -> float | None:
    if exponent == 0 or base == 1:
        return 1.0
    if exponent > 0 and (base == _INF or _is_positive_zero(base)):
        return base
    return 0.0 if base == _INF else None


def _is_positive_zero(number: float) -> bool:
    return _with_sign_of_zero(number) == (0.0, 1.0)


def _with_sign_of_zero(number: float) -> tuple[float, float]:
    return number, math.copysign(1.0, number)


def _at(values: dict[float, float]) -> Callable[[float], float | None]:
    return values.get


def _odd(values: dict[float, float]) -> Callable[[float], float | None]:
    """A function of an odd one that keeps zeros; `values` are for positive arguments."""

    def evaluate(a: float) -> float | None:
        found = 0.0 if a == 0 else values.get(abs(a))
        return None if found is None else math.copysign(found, a)

    return evaluate


_Unary: TypeAlias = Callable[[float], float | None]
_Binary: TypeAlias = Callable[[float, float], float | None]
# C, annex F: what is exact at an infinity, a zero or a one. A zero finds 0.0 of either sign.
_LIBRARY: dict[type[Operation], _Unary] = {
    math_ops.ExpOp: _at({0.0: 1.0, _INF: _INF, -_INF: 0.0}),
    math_ops.Exp2Op: _at({0.0: 1.0, _INF: _INF, -_INF: 0.0}),
    math_ops.ExpM1Op: lambda a: a if a in (0, _INF) else -1.0 if a == -_INF else None,
    math_ops.LogOp: _at({1.0: 0.0, 0.0: -_INF, _INF: _INF}),
    math_ops.Log2Op: _at({1.0: 0.0, 0.0: -_INF, _INF: _INF}),
    math_ops.Log10Op: _at({1.0: 0.0, 0.0: -_INF, _INF: _INF}),
    math_ops.Log1pOp: lambda a: a if a in (0, _INF) else None,
    math_ops.CosOp: _at({0.0: 1.0}),
    math_ops.CoshOp: _at({0.0: 1.0, _INF: _INF, -_INF: _INF}),
    math_ops.AcosOp: _at({1.0: 0.0}),
    math_ops.AcoshOp: _at({1.0: 0.0, _INF: _INF}),
    math_ops.SinOp: _odd({}),
    math_ops.TanOp: _odd({}),
    math_ops.AsinOp: _odd({}),
    math_ops.AtanOp: _odd({}),
    math_ops.AtanhOp: _odd({}),
    math_ops.SinhOp: _odd({_INF: _INF}),
    math_ops.AsinhOp: _odd({_INF: _INF}),
    math_ops.CbrtOp: _odd({_INF: _INF}),
    math_ops.TanhOp: _odd({_INF: 1.0}),
    math_ops.ErfOp: _odd({_INF: 1.0}),
}
_UNARY: dict[type[Operation], _Unary] = {
    **_LIBRARY,
    arith.NegfOp: lambda a: -a,
    arith.ExtFOp: lambda a: a,
    arith.TruncFOp: lambda a: a,
    math_ops.SqrtOp: lambda a: math.sqrt(a) if a >= 0 else None,
    math_ops.AbsFOp: abs,
    math_ops.CeilOp: _rounded(math.ceil),
    math_ops.FloorOp: _rounded(math.floor),
    math_ops.TruncOp: _rounded(math.trunc),
    math_ops.RoundEvenOp: _rounded(round),
}
_BINARY: dict[type[Operation], _Binary] = {
    arith.AddfOp: lambda a, b: a + b,
    arith.SubfOp: lambda a, b: a - b,
    arith.MulfOp: lambda a, b: a * b,
    arith.DivfOp: _quotient,
    arith.MaximumfOp: lambda a, b: max(a, b, key=_with_sign_of_zero),
    arith.MinimumfOp: lambda a, b: min(a, b, key=_with_sign_of_zero),
    math_ops.CopySignOp: math.copysign,
    math_ops.PowFOp: _power,
}
