"""Arithmetic on constants, where its result is exact: no rounding, no overflow, no NaN."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import Attribute, Operation

_SMALL = (BFloat16Type, Float16Type, Float32Type, Float64Type)
_FLOAT: dict[type[Operation], Callable[[float, float], float]] = {
    arith.AddfOp: lambda a, b: a + b,
    arith.SubfOp: lambda a, b: a - b,
    arith.MulfOp: lambda a, b: a * b,
    arith.MaximumfOp: lambda a, b: max(a, b, key=_with_sign_of_zero),
    arith.MinimumfOp: lambda a, b: min(a, b, key=_with_sign_of_zero),
}
_INTEGER: dict[type[Operation], Callable[[int, int], int]] = {
    arith.AddiOp: lambda a, b: a + b,
    arith.SubiOp: lambda a, b: a - b,
    arith.MuliOp: lambda a, b: a * b,
    arith.AndIOp: lambda a, b: a & b,
    arith.OrIOp: lambda a, b: a | b,
    arith.XOrIOp: lambda a, b: a ^ b,
    arith.MaxSIOp: max,
    arith.MinSIOp: min,
}
_UNARY_FLOAT: dict[type[Operation], Callable[[float], float]] = {
    arith.NegfOp: lambda a: -a,
    math_ops.AbsFOp: abs,
    arith.ExtFOp: lambda a: a,
    arith.TruncFOp: lambda a: a,
}

_INTEGER_ORDER = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
_FLOAT_ORDER = (operator.eq, operator.gt, operator.ge, operator.lt, operator.le, operator.ne)


def width(type: Attribute) -> int:
    """The bits of an integer type; an index has 64."""
    return cast("IntegerType", type).width.data if isinstance(type, IntegerType) else 64


def fold_constants(op: Operation, operands: list[Attribute]) -> Attribute | None:
    """The result of an operation on constants, or None where it is not shown to be exact."""
    result = op.results[0].type
    first = operands[0]
    if len(operands) == 2:
        second = operands[1]
        if isinstance(first, FloatAttr) and isinstance(second, FloatAttr):
            combine = _FLOAT.get(type(op))
            numbers = first.value.data, second.value.data
            finite = combine is not None and all(map(math.isfinite, numbers))
            return _float(combine(*numbers), result) if combine and finite else None
        if isinstance(first, IntegerAttr) and isinstance(second, IntegerAttr):
            join = _INTEGER.get(type(op))
            return _integer(join(first.value.data, second.value.data), result) if join else None
        return None
    if isinstance(first, FloatAttr):
        convert = _UNARY_FLOAT.get(type(op))
        number = first.value.data
        return _float(convert(number), result) if convert and math.isfinite(number) else None
    if isinstance(first, IntegerAttr):
        return _convert_integer(op, cast("IntegerAttr", first), result)
    return None


def _convert_integer(op: Operation, value: IntegerAttr, result: Attribute) -> Attribute | None:
    number, bits = value.value.data, width(value.type)
    match op:
        case arith.ExtSIOp() | arith.TruncIOp():
            return _integer(number, result)
        case arith.ExtUIOp():
            return _integer(number % (1 << bits), result)
        case arith.SIToFPOp() if abs(number) < 1 << 53:
            return _float(float(number), result)
        case _:
            return None


def compare(op: arith.CmpiOp | arith.CmpfOp, left: Attribute, right: Attribute) -> bool | None:
    """The comparison of two constants."""
    predicate = op.predicate.value.data
    if isinstance(left, IntegerAttr) and isinstance(right, IntegerAttr):
        bits = width(cast("IntegerAttr", left).type)
        numbers = [left.value.data, right.value.data]
        if predicate >= 6:
            numbers, predicate = [number % (1 << bits) for number in numbers], predicate - 4
        elif bits == 1:
            numbers = [-(number & 1) for number in numbers]
        return _INTEGER_ORDER[predicate](numbers[0], numbers[1])
    if isinstance(left, FloatAttr) and isinstance(right, FloatAttr):
        return _compare_floats(predicate, left.value.data, right.value.data)
    return None


def _compare_floats(predicate: int, left: float, right: float) -> bool:
    unordered = math.isnan(left) or math.isnan(right)
    if predicate in (0, 15):
        return predicate == 15
    if predicate in (7, 14):
        return unordered == (predicate == 14)
    return predicate > 7 if unordered else _FLOAT_ORDER[(predicate - 1) % 7](left, right)


def bits_of(value: Attribute, type: Attribute) -> Attribute | None:
    """The bits of a float as an integer; None of a NaN: all are one value, of no one pattern."""
    if not isinstance(value, FloatAttr) or not isinstance(type, IntegerType):
        return None
    number = cast("FloatAttr[AnyFloat]", value)
    if math.isnan(number.value.data):
        return None
    raw = number.type.pack([number.value.data])
    return IntegerAttr(int.from_bytes(raw, "little", signed=True), 8 * len(raw))


def _with_sign_of_zero(number: float) -> tuple[float, float]:
    return number, math.copysign(1.0, number)


def _integer(number: int, type: Attribute) -> Attribute | None:
    if isinstance(type, IntegerType):
        own = cast("IntegerType", type)
        return IntegerAttr(number % (1 << width(own)), own, truncate_bits=True)
    fits = isinstance(type, IndexType) and -(1 << 63) <= number < 1 << 63
    return IntegerAttr(number, IndexType()) if fits else None


def _float(number: float, type: Attribute) -> Attribute | None:
    """The number as a constant of the type, unless that would round it."""
    if not isinstance(type, _SMALL):
        return None
    if number == 0:
        return FloatAttr(number, type)
    constant: FloatAttr[AnyFloat] | None = None
    try:
        constant = FloatAttr(number, type)
    except OverflowError:
        return None
    return constant if constant.value.data == number else None
