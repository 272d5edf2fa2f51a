"""
Ranges of results that no expression says more of: shifts by a value, and rounded logarithms.

A float is followed only between integers it is made of and an integer that is made of it.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects import math as math_dialect
from xdsl.dialects.builtin import Float32Type, Float64Type, FloatAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue

from .integers import bits_of

Interval: TypeAlias = tuple[int, int]
"""The least number, and the greatest."""

Read: TypeAlias = Callable[[SSAValue], Interval | None]
"""The range of an integer where it is made."""

_BITS_OF_INDEX = 64
_MOST_OPERATIONS = 8
_ERROR = 2.0**-16
"""What a logarithm is off by at most, whichever library it comes from."""


def range_of_result(op: Operation, read: Read) -> Interval | None:
    """Two numbers that enclose the result of an operation where it is no poison, if known."""
    if isinstance(op, arith.ShLIOp):
        return _shifted(op, read)
    if isinstance(op, arith.FPToSIOp | arith.FPToUIOp):
        found = _range_of_float(op.operands[0], read, _MOST_OPERATIONS)
        return None if found is None else (math.trunc(found[0]), math.trunc(found[1]))
    return None


def _shifted(op: arith.ShLIOp, read: Read) -> Interval | None:
    bits = bits_of(op.result.type) or _BITS_OF_INDEX
    number, by = read(op.lhs), read(op.rhs)
    if number is None or by is None or by[0] < 0 or by[1] >= bits:
        return None
    shifted = [each << places for each in number for places in by]
    half = 1 << (bits - 1)
    found = min(shifted), max(shifted)
    return found if -half <= found[0] and found[1] < half else None


def _range_of_float(value: SSAValue, read: Read, most: int) -> tuple[float, float] | None:
    op = value.owner
    if most == 0:
        return None
    match op:
        case arith.ConstantOp() if isinstance(op.value, FloatAttr):
            number = op.value.value.data
            return (number, number) if _is_exact(number, value) else None
        case arith.SIToFPOp():
            found = read(op.operands[0])
            exact = _exact_integers(value)
            if found is None or exact is None or not -exact <= found[0] <= found[1] <= exact:
                return None
            return float(found[0]), float(found[1])
        case math_dialect.CeilOp() | math_dialect.FloorOp():
            found = _range_of_float(op.operands[0], read, most - 1)
            rounded = math.ceil if isinstance(op, math_dialect.CeilOp) else math.floor
            return None if found is None else (float(rounded(found[0])), float(rounded(found[1])))
        case math_dialect.Log2Op():
            found = _range_of_float(op.operands[0], read, most - 1)
            if found is None or found[0] < 1 or _exact_integers(value) is None:
                return None
            if FastMathFlag.APPROX_FUNC in op.fastmath.data:
                return None
            return math.log2(found[0]) - _ERROR, math.log2(found[1]) + _ERROR
        case _:
            return None


def _is_exact(number: float, value: SSAValue) -> bool:
    """Whether a type has a number, and the integers near it, as they are written."""
    most = _exact_integers(value)
    if most is None or not abs(number) <= most:
        return False
    form = "d" if isinstance(value.type, Float64Type) else "f"
    return struct.unpack(form, struct.pack(form, number)) == (number,)


def _exact_integers(value: SSAValue) -> int | None:
    """Up to which magnitude a float type has each integer."""
    match value.type:
        case Float64Type():
            return 1 << 53
        case Float32Type():
            return 1 << 24
        case _:
            return None
