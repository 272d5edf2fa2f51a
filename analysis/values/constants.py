"""Arithmetic on constants, where its result is exact: no rounding, no NaN."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import arith
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
    i1,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation

from .float_values import promises, value_of

_SMALL = (BFloat16Type, Float16Type, Float32Type, Float64Type)
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
_INTEGER_ORDER = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
_FLOAT_ORDER = (operator.eq, operator.gt, operator.ge, operator.lt, operator.le, operator.ne)


def width(type: Attribute) -> int:
    """The bits of an integer type; an index has 64."""
    return cast("IntegerType", type).width.data if isinstance(type, IntegerType) else 64


def fold_constants(op: Operation, operands: Sequence[Attribute]) -> Attribute | None:
    """The result of an operation on constants, or None if it is not shown to be exact."""
    result = op.results[0].type
    if isinstance(op, arith.CmpiOp | arith.CmpfOp):
        return _compared(op, operands)
    numbers = [operand.value.data for operand in operands if isinstance(operand, FloatAttr)]
    if len(numbers) == len(operands):
        number = value_of(op, numbers)
        return None if number is None else _float(number, result)
    match operands:
        case [IntegerAttr() as first, IntegerAttr() as second]:
            join = _INTEGER.get(type(op))
            return _integer(join(first.value.data, second.value.data), result) if join else None
        case [IntegerAttr()]:
            return _convert_integer(op, cast("IntegerAttr", operands[0]), result)
        case _:
            return None


def _compared(op: arith.CmpiOp | arith.CmpfOp, operands: Sequence[Attribute]) -> Attribute | None:
    if isinstance(op, arith.CmpfOp):
        numbers = [f.value.data for f in operands if isinstance(f, FloatAttr)]
        nan = any(map(math.isnan, numbers)) and promises(op, FastMathFlag.NO_NANS)
        if nan or (any(map(math.isinf, numbers)) and promises(op, FastMathFlag.NO_INFS)):
            return None  # poison
    holds = compare(op, *operands)
    return None if holds is None else truth(holds)


def truth(holds: bool) -> IntegerAttr:
    """Return the result of a comparison of two constants."""
    return IntegerAttr(int(holds), i1, truncate_bits=True)


def _convert_integer(op: Operation, value: IntegerAttr, result: Attribute) -> Attribute | None:
    number, bits = value.value.data, width(value.type)
    match op:
        case arith.ExtSIOp() | arith.TruncIOp() | arith.IndexCastOp():
            return _integer(number, result)
        case arith.ExtUIOp():
            return _integer(number % (1 << bits), result)
        case arith.SIToFPOp() if abs(number) < 1 << 53:
            return _float(float(number), result)
        case arith.UIToFPOp() if number % (1 << bits) < 1 << 53:
            return _float(float(number % (1 << bits)), result)
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
        return compare_floats(predicate, left.value.data, right.value.data)
    return None


def compare_floats(predicate: int, left: float, right: float) -> bool:
    """The comparison of two floats by a predicate of `cmpf`."""
    unordered = math.isnan(left) or math.isnan(right)
    if predicate in (0, 15):
        return predicate == 15
    if predicate in (7, 14):
        return unordered == (predicate == 14)
    return predicate >= 8 if unordered else _FLOAT_ORDER[(predicate - 1) % 7](left, right)


def reinterpreted(value: Attribute, type: Attribute) -> Attribute | None:
    """
    Return the constant of another type that has the same bits; None if the bits are not known.

    The bits of a NaN are not known: all NaNs are one value, of no single pattern.
    """
    if type_of(value) == type:
        return value
    bits = _bits(value)
    if bits is None:
        return None
    number, size = bits
    if isinstance(type, IntegerType):
        own = cast("IntegerType", type)
        return _integer(number, own) if width(own) == size else None
    if not isinstance(type, AnyFloat) or not _is_packed(type) or type.bitwidth != size:
        return None
    raw = (number % (1 << size)).to_bytes(type.size, "little")
    return FloatAttr(type.unpack(raw, 1)[0], type)


def part_of_bits(value: Attribute, number: int, parts: int, type: Attribute) -> Attribute | None:
    """
    Return the constant of a type with part `number` of another constant's bits, counted from the
    lowest; None if the bits are not known, or do not make so many parts.
    """
    bits = _bits(value)
    if bits is None or bits[1] % parts:
        return None
    size = bits[1] // parts
    return _of_bits(bits[0] >> (size * number), size, type)


def joined_bits(parts: Sequence[Attribute], type: Attribute) -> Attribute | None:
    """Return the constant of a type with the bits of the parts, which come lowest first."""
    number, size = 0, 0
    for part in parts:
        bits = _bits(part)
        if bits is None:
            return None
        number |= (bits[0] % (1 << bits[1])) << size
        size += bits[1]
    return _of_bits(number, size, type)


def _of_bits(number: int, size: int, type: Attribute) -> Attribute | None:
    """The constant of a type with these bits; None for a NaN, of which the bits do not stay."""
    value = reinterpreted(IntegerAttr(number, IntegerType(size), truncate_bits=True), type)
    if isinstance(value, FloatAttr) and math.isnan(value.value.data):
        return None
    return cast("Attribute | None", value)


def type_of(constant: Attribute) -> Attribute | None:
    """The type of a number."""
    match constant:
        case IntegerAttr():
            return constant.type
        case FloatAttr():
            return constant.type
        case _:
            return None


def _bits(value: Attribute) -> tuple[int, int] | None:
    """The bits of a constant as a number, and how many they are."""
    type = type_of(value)
    if isinstance(value, IntegerAttr) and isinstance(type, IntegerType):
        return value.value.data, width(cast("IntegerType", type))
    if not isinstance(value, FloatAttr) or not isinstance(type, AnyFloat):
        return None
    if math.isnan(value.value.data) or not _is_packed(type):
        return None
    return int.from_bytes(type.pack([value.value.data]), "little"), type.bitwidth


def _is_packed(type: AnyFloat) -> bool:
    """Whether what xDSL packs a float into is just its bits, each of them."""
    return type.bitwidth in (8, 16, 32, 64)


def _integer(number: int, type: Attribute) -> Attribute | None:
    if isinstance(type, IntegerType):
        own = cast("IntegerType", type)
        return IntegerAttr(number % (1 << width(own)), own, truncate_bits=True)
    return IntegerAttr(number, IndexType()) if -(1 << 63) <= number < 1 << 63 else None


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
