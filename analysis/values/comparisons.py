"""
Results of comparisons with constants, and facts about floats that follow if a comparison holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeAlias, cast

from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, SSAValue

from .constants import compare, compare_floats, width
from .float_values import promises
from .known import Number

Comparison: TypeAlias = arith.CmpiOp | arith.CmpfOp
_UNSIGNED = 6
"""The first predicate of `cmpi` on unsigned numbers."""
_OF_ANY_NUMBERS = (0, 7, 14, 15)
"""The predicates of `cmpf` that look for NaN at most: `false`, `ord`, `uno`, `true`."""


def outcome(
    op: Comparison, constant: Attribute, position: int, other: Number | None, or_same: bool = False
) -> bool | None:
    """
    Return the result of a comparison whose operand at `position` is the constant; None if it
    depends on the other operand, of which `other` is known.

    With `or_same`, what it gives where the other operand is not the constant too.
    """
    values = _values(op, constant, other)
    if or_same:
        values = [value for value in values if not _is_same(value, constant)]
    given = ((constant, value) if position == 0 else (value, constant) for value in values)
    found = {compare(op, *operands) for operands in given}
    return found.pop() if len(found) == 1 else None


def outcome_of_same(op: arith.CmpfOp, operand: Number | None) -> bool | None:
    """Return what a comparison of a float with itself gives; None if it depends on the float."""
    found = {compare(op, value, value) for value in _kinds(cast("AnyFloat", op.lhs.type), operand)}
    return found.pop() if len(found) == 1 else None


def number_stated(op: arith.CmpfOp) -> tuple[SSAValue, Number] | None:
    """
    Return the fact about a float, or its magnitude, that a comparison with a constant or with
    itself implies if it holds: the special values for which it does not hold are excluded.
    """
    for value, constant, swapped in ((op.lhs, op.rhs, False), (op.rhs, op.lhs, True)):
        bound = _float_constant(constant)
        if bound is None and value is not constant:
            continue
        magnitude = isinstance(value.owner, math_ops.AbsFOp)

        def holds(number: float, bound: float | None = bound, swapped: bool = swapped) -> bool:
            other = number if bound is None else bound
            operands = (other, number) if swapped else (number, other)
            return compare_floats(op.predicate.value.data, *operands)

        if holds(math.nan):
            continue
        infinities = (math.inf,) if magnitude else (math.inf, -math.inf)
        of = value.owner.operand if isinstance(value.owner, math_ops.AbsFOp) else value
        return of, Number(finite=not any(map(holds, infinities)))
    return None


def _float_constant(value: SSAValue) -> float | None:
    constant = value.owner.value if isinstance(value.owner, arith.ConstantOp) else None
    return constant.value.data if isinstance(constant, FloatAttr) else None


def _values(op: Comparison, constant: Attribute, other: Number | None) -> list[Attribute]:
    """Values that decide as all values do; none where there are no few that do."""
    if isinstance(op, arith.CmpiOp) and isinstance(constant, IntegerAttr):
        return list(_integers(op, cast("IntegerAttr", constant)))
    if isinstance(op, arith.CmpfOp) and isinstance(constant, FloatAttr):
        return list(_floats(op, cast("FloatAttr[AnyFloat]", constant), other))
    return []


def _integers(op: arith.CmpiOp, constant: IntegerAttr) -> Iterable[Attribute]:
    """The ends of the range, what is next to them, and the constant: orders are monotone."""
    bits = width(constant.type)
    first = 0 if op.predicate.value.data >= _UNSIGNED else -(1 << (bits - 1))
    last = first + (1 << bits) - 1
    for number in (first, first + 1, last - 1, last, constant.value.data):
        wrapped = (number + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
        yield IntegerAttr(wrapped, constant.type)


def _floats(
    op: arith.CmpfOp, constant: FloatAttr[AnyFloat], other: Number | None
) -> Iterable[Attribute]:
    """One of each kind: next to an infinity or NaN all finite numbers are alike."""
    number = constant.value.data
    if math.isfinite(number) and op.predicate.value.data not in _OF_ANY_NUMBERS:
        return
    if math.isnan(number) and promises(op, FastMathFlag.NO_NANS):
        return  # poison
    if math.isinf(number) and promises(op, FastMathFlag.NO_INFS):
        return
    yield from _kinds(constant.type, other)


def _kinds(type: AnyFloat, known: Number | None) -> Iterable[FloatAttr[AnyFloat]]:
    """A float of each kind that one may be of which this is known."""
    yield FloatAttr(0.0, type)
    if known is None or not known.finite:
        yield FloatAttr(-math.inf, type)
        yield FloatAttr(math.inf, type)
    if known is None:
        yield FloatAttr(math.nan, type)


def _is_same(value: Attribute, constant: Attribute) -> bool:
    if isinstance(value, FloatAttr) and isinstance(constant, FloatAttr):
        numbers = value.value.data, constant.value.data
        # With finite constants no value but theirs would count.
        return numbers[0] == numbers[1] or all(map(math.isnan, numbers))
    if isinstance(value, IntegerAttr) and isinstance(constant, IntegerAttr):
        size = 1 << width(cast("IntegerAttr", value).type)
        return (value.value.data - constant.value.data) % size == 0
    return False
