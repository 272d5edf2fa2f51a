"""Operators as functions of known values."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import cast

from . import float_folding as floats
from . import integer_folding as integers
from .operators import Folder, Operator, Special, Unary
from .scalars import Float, Integer, Number, Scalar


def folder(op: Operator) -> Folder | None:
    """The function of an operator on known values; None for one that stays uninterpreted."""
    if op.name in integers.EXACT:
        return integers.integer_folder(op)
    if op.name in floats.MATH:
        return floats.math_folder(op)
    if op.name in _MAKERS:
        return _MAKERS[op.name](op)
    return floats.BINARY.get(op.name) or floats.UNARY.get(op.name)


def _to_float(op: Operator) -> Unary:
    source, target = cast("Integer", op.operands[0]), cast("Float", op.result)
    read = source.signed if op.name == "arith.sitofp" else source.unsigned
    return lambda x: target.nearest(Fraction(read(x))) if x else target.of(0.0)


def _to_integer(op: Operator) -> Unary:
    target = cast("Integer", op.result)
    is_signed = op.name == "arith.fptosi"
    low = -(1 << (target.width - 1)) if is_signed else 0
    high = 1 << (target.width - is_signed)

    def fold(x: Number) -> int | Special:
        if not math.isfinite(float(x)) or not low <= math.trunc(float(x)) < high:
            return Special.POISON
        return target.wrap(math.trunc(float(x)))

    return fold


def _out_of_range(op: Operator) -> Unary:
    """The condition that a conversion to an integer is poison; `detail` is its name and type."""
    name, target = cast("tuple[str, Integer]", op.detail)
    convert = _to_integer(Operator(name, target, op.operands))
    return lambda x: int(convert(x) is Special.POISON)


def _signed_cast(op: Operator) -> Unary:
    source, target = cast("Integer", op.operands[0]), cast("Integer", op.result)
    return lambda x: target.wrap(source.signed(x))


def _unsigned_cast(op: Operator) -> Unary:
    source, target = cast("Integer", op.operands[0]), cast("Integer", op.result)
    return lambda x: target.wrap(source.unsigned(x))


def _bitcast(op: Operator) -> Unary:
    source, target = op.operands[0], op.result
    if isinstance(source, Float):
        if isinstance(target, Float):
            is_same = source is target
            return lambda x: (
                target.from_bits(source.bits(x)) if is_same or x == x else Special.UNSPECIFIED
            )
        return lambda x: target.wrap(source.bits(x)) if x == x else Special.UNSPECIFIED
    if isinstance(target, Float):
        return lambda x: target.from_bits(source.unsigned(x))
    return _unsigned_cast(op)


def _part(op: Operator) -> Unary:
    """The lowest part of the bits is number 0."""
    (source,), target = op.operands, op.result
    number, _ = cast("tuple[int, int]", op.detail)
    width = target.width

    def fold(x: Number | int) -> int | Number | Special:
        if x != x:
            return Special.UNSPECIFIED
        return _of_bits(target, _bits(source, x) >> (number * width) & ((1 << width) - 1))

    return fold


def _joined(op: Operator) -> Folder:
    def fold(*parts: Number | int) -> int | Number | Special:
        bits = 0
        for k, (scalar, part) in enumerate(zip(op.operands, parts, strict=True)):
            if part != part:
                return Special.UNSPECIFIED
            bits |= _bits(scalar, part) << (k * scalar.width)
        return _of_bits(op.result, bits)

    return fold


def _bits(scalar: Scalar, x: Number | int) -> int:
    if isinstance(scalar, Float):
        return scalar.bits(cast("Number", x))
    return scalar.unsigned(cast("int", x))


def _of_bits(scalar: Scalar, bits: int) -> int | Number:
    return scalar.from_bits(bits) if isinstance(scalar, Float) else scalar.wrap(bits)


_MAKERS: dict[str, Callable[[Operator], Folder]] = {
    "arith.cmpi": integers.cmpi_folder,
    "arith.cmpf": floats.cmpf_folder,
    "arith.addui_extended": integers.extended_folder,
    "arith.mulsi_extended": integers.extended_folder,
    "arith.mului_extended": integers.extended_folder,
    "arith.sitofp": _to_float,
    "arith.uitofp": _to_float,
    "arith.fptosi": _to_integer,
    "arith.fptoui": _to_integer,
    "arith.extf": floats.resize_folder,
    "arith.truncf": floats.resize_folder,
    "arith.extsi": _signed_cast,
    "arith.extui": _unsigned_cast,
    "arith.trunci": _unsigned_cast,
    "arith.index_cast": _signed_cast,
    "arith.index_castui": _unsigned_cast,
    "arith.bitcast": _bitcast,
    "math.absi": integers.absi_folder,
    "math.fma": floats.fma_folder,
    "part of bits": _part,
    "joined bits": _joined,
    "overflow": integers.overflow_folder,
    "out of range": _out_of_range,
}
