"""Values of padding that may help: those that the operations on a load leave alone, or that win."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, scf
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IndexType, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from ...dialect.ir.effects import is_arithmetic
from ...dialect.pad_values import ValueAttr, constant_attr, scalar_type

Number: TypeAlias = int | float
_INFINITY = math.inf
_MOST = 16
"""More values of one chain would take too many trials."""

_LEFT_ALONE: dict[str, tuple[tuple[Number, ...], tuple[Number, ...]]] = {
    "arith.addf": ((0.0, -0.0), (0.0, -0.0)),
    "arith.subf": ((0.0,), (0.0, -0.0)),
    "arith.mulf": ((0.0, 1.0, -0.0), (0.0, 1.0, -0.0)),
    "arith.divf": ((0.0,), (1.0, _INFINITY)),
    "arith.maximumf": ((-_INFINITY, _INFINITY), (-_INFINITY, _INFINITY)),
    "arith.minimumf": ((_INFINITY, -_INFINITY), (_INFINITY, -_INFINITY)),
    "arith.maxnumf": ((-_INFINITY, math.nan, _INFINITY), (-_INFINITY, math.nan, _INFINITY)),
    "arith.minnumf": ((_INFINITY, math.nan, -_INFINITY), (_INFINITY, math.nan, -_INFINITY)),
    "math.powf": ((0.0, 1.0), (0.0, 1.0)),
    "math.copysign": ((0.0,), ()),
    "arith.addi": ((0,), (0,)),
    "arith.subi": ((0,), (0,)),
    "arith.muli": ((0, 1), (0, 1)),
    "arith.andi": ((-1, 0), (-1, 0)),
    "arith.ori": ((0, -1), (0, -1)),
    "arith.xori": ((0,), (0,)),
    "arith.maxui": ((0, -1), (0, -1)),
    "arith.minui": ((-1, 0), (-1, 0)),
    "arith.shli": ((0,), (0,)),
    "arith.shrsi": ((0, -1), (0,)),
    "arith.shrui": ((0,), (0,)),
    **dict.fromkeys(
        ("arith.divsi", "arith.divui", "arith.floordivsi", "arith.ceildivsi"), ((0,), (1,))
    ),
    **dict.fromkeys(("arith.remsi", "arith.remui"), ((0,), (1,))),
}
"""By operation, and for each operand: neutral and absorbing values."""
_KEPT = (
    *(arith.ExtFOp, arith.TruncFOp, arith.ExtSIOp, arith.ExtUIOp, arith.TruncIOp),
    *(arith.IndexCastOp, arith.SelectOp, arith.MaximumfOp, arith.MinimumfOp, arith.MaxnumfOp),
    *(arith.MinnumfOp, arith.MaxSIOp, arith.MinSIOp, arith.MaxUIOp, arith.MinUIOp),
    *(math_ops.AbsFOp, math_ops.AbsIOp, math_ops.FloorOp, math_ops.CeilOp, math_ops.RoundOp),
    *(math_ops.RoundEvenOp, math_ops.TruncOp, math_ops.CopySignOp, arith.AndIOp, arith.OrIOp),
)
"""Operations of which an operand may be the result itself."""


def candidates(value: SSAValue, element: Attribute) -> list[ValueAttr]:
    """Values of a load that may leave what is computed from it as it would be without it."""
    found: dict[str, ValueAttr] = {}
    for number in _Chains().useful(value):
        try:
            attribute = _attribute(number, element)
        except VerifyException:
            continue
        found.setdefault(str(attribute), attribute)
    return list(found.values())[:_MOST]


def _attribute(number: Number, element: Attribute) -> ValueAttr:
    element = scalar_type(element)
    if isinstance(element, AnyFloat):
        return constant_attr(float(number), element)
    bits = _bits(element)
    wrapped = int(number) & ((1 << bits) - 1)
    is_negative = wrapped >> (bits - 1)
    return constant_attr(wrapped - (1 << bits) if is_negative else wrapped, element)


def _bits(type: Attribute) -> int:
    return cast("IntegerType", type).width.data if isinstance(type, IntegerType) else 64


class _Chains:
    """The values that help at each place of the chains of operations from a load on."""

    def __init__(self):
        self._known: dict[SSAValue, tuple[Number, ...]] = {}

    def useful(self, value: SSAValue) -> tuple[Number, ...]:
        """The values of one operand or result, the more likely ones first."""
        if value not in self._known:
            self._known[value] = ()  # of a loop of values
            found: dict[tuple[str, str], Number] = {}
            for use in tuple(value.uses):
                for number in self._at(use.operation, use.index):
                    found.setdefault((type(number).__name__, repr(number)), number)
            self._known[value] = tuple(found.values())[: 2 * _MOST]
        return self._known[value]

    def _at(self, op: Operation, position: int) -> Iterator[Number]:
        if isinstance(op, affine.YieldOp | scf.YieldOp):
            parent = op.parent_op()
            if isinstance(parent, affine.IfOp | scf.IfOp):
                yield from self.useful(parent.results[position])
            return
        if not is_arithmetic(op) or len(op.results) != 1:
            return
        yield from _left_alone(op, position)
        for wanted in self.useful(op.results[0]):
            try:
                yield from _before(op, position, wanted)
            except (ValueError, OverflowError, ZeroDivisionError):
                continue


def _left_alone(op: Operation, position: int) -> Iterator[Number]:
    """The values of an operand that are neutral or absorbing, or decide a comparison."""
    type = op.operands[position].type
    other = _other_constant(op, position)
    if op.name in _LEFT_ALONE:
        yield from _LEFT_ALONE[op.name][position]
    if isinstance(op, arith.MaxSIOp | arith.MinSIOp):
        low, high = _limits(type)
        yield from (low, high) if isinstance(op, arith.MaxSIOp) else (high, low)
    if isinstance(op, math_ops.FmaOp):
        yield from (0.0, 1.0) if position < 2 else (-0.0, 0.0)
    if isinstance(op, arith.SelectOp) and position == 0:
        yield from (0, 1)
    if isinstance(op, arith.CmpfOp):
        yield from (-_INFINITY, _INFINITY, 0.0, math.nan) if other is None else (other,)
        if other is not None:
            yield from (-_INFINITY, _INFINITY, math.nan)
    if isinstance(op, arith.CmpiOp):
        low, high = _limits(type)
        if other is not None:
            yield from (other, other - 1, other + 1)
        yield from (low, high, 0, -1)


def _limits(type: Attribute) -> tuple[int, int]:
    bits = _bits(type)
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1


def _other_constant(op: Operation, position: int) -> Number | None:
    """The constant that is the other operand of two."""
    if len(op.operands) != 2:
        return None
    other = op.operands[1 - position].owner
    if isinstance(other, arith.ConstantOp) and isinstance(other.value, FloatAttr | IntegerAttr):
        return other.value.value.data
    return None


def _before(op: Operation, position: int, wanted: Number) -> Iterator[Number]:
    """Values of an operand with which the result may be the wanted one."""
    other = _other_constant(op, position)
    if isinstance(op, _KEPT):
        if not (isinstance(op, arith.SelectOp) and position == 0):
            yield wanted
    elif isinstance(op.results[0].type, IndexType | IntegerType) and isinstance(wanted, int):
        yield from _before_integer(op, position, wanted, other)
    else:
        yield from _before_float(op, position, float(wanted), other)


def _before_integer(
    op: Operation, position: int, wanted: int, other: Number | None
) -> Iterator[Number]:
    number = None if other is None else int(other)
    match op.name:
        case "arith.addi" | "arith.subi" if number is not None:
            if op.name == "arith.addi":
                yield wanted - number
            else:
                yield wanted + number if position == 0 else number - wanted
        case "arith.addi":
            yield wanted
        case "arith.subi":
            yield wanted if position == 0 else -wanted
        case "arith.muli" if number is not None:
            if number % 2:
                yield wanted * pow(number, -1, 1 << _bits(op.results[0].type))
            elif wanted % number == 0:
                yield wanted // number
        case "arith.muli":
            yield wanted
            if wanted > 0 and op.operands[0] is op.operands[1]:
                yield math.isqrt(wanted)
        case "arith.xori":
            yield wanted if number is None else wanted ^ number
        case "arith.shli" if position == 0 and number is not None:
            yield wanted >> number
        case "arith.shrsi" | "arith.shrui" if position == 0 and number is not None:
            yield wanted << number
        case "arith.divsi" | "arith.floordivsi" | "arith.ceildivsi" | "arith.divui":
            yield from _before_division(op, position, wanted, number)
        case "arith.fptosi" | "arith.fptoui":
            yield float(wanted)
        case _:
            if wanted == 0:
                yield 0


def _before_division(
    op: Operation, position: int, wanted: int, number: int | None
) -> Iterator[Number]:
    if position == 0:
        yield wanted if number is None else wanted * number
    elif wanted == 0:
        if number is not None:
            yield abs(number) + 1
        yield _limits(op.results[0].type)[1]
    elif number is not None and number % wanted == 0:
        yield number // wanted


def _before_float(
    op: Operation, position: int, wanted: float, other: Number | None
) -> Iterator[Number]:
    match op.name:
        case "arith.addf":
            yield wanted if other is None else wanted - other
        case "arith.subf" if position == 0:
            yield wanted if other is None else wanted + other
        case "arith.subf":
            yield -wanted if other is None else other - wanted
        case "arith.mulf":
            yield wanted if not other else wanted / other
        case "arith.divf" if position == 0:
            yield wanted if other is None else wanted * other
        case "arith.divf":
            yield _INFINITY if wanted == 0 else (1.0 if other is None else other) / wanted
        case "arith.negf":
            yield -wanted
        case "arith.sitofp" | "arith.uitofp":
            if wanted.is_integer():
                yield int(wanted)
        case "math.exp" | "math.exp2":
            if wanted >= 0:
                log = math.log if op.name == "math.exp" else math.log2
                yield -_INFINITY if wanted == 0 else log(wanted)
        case "math.expm1":
            yield -_INFINITY if wanted == -1 else math.log1p(wanted)
        case "math.log" | "math.log2" | "math.log10":
            base = {"math.log": math.e, "math.log2": 2.0, "math.log10": 10.0}[op.name]
            yield base**wanted
        case "math.log1p":
            yield math.expm1(wanted)
        case "math.sqrt":
            yield wanted if wanted == 0 else wanted * wanted
        case "math.rsqrt":
            yield _INFINITY if wanted == 0 else wanted**-2
        case "math.powf" if position == 0:
            yield wanted
        case "math.fma":
            yield wanted
        case _:
            if wanted == 0:
                yield wanted
