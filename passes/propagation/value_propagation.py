"""
The value that a stage computes from a value that it loads, exactly; and the value that it would
have to load.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.values.constants import fold_constants
from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.poison_flags import fastmath_of
from ...dialect.kind_attributes import pad_kind

_INVERSES: dict[type[Operation], type[Operation]] = {
    arith.AddfOp: arith.SubfOp,
    arith.AddiOp: arith.SubiOp,
    arith.MulfOp: arith.DivfOp,
    arith.XOrIOp: arith.XOrIOp,
}
_SWAPPED = {arith.SubfOp, arith.SubiOp, arith.DivfOp}


def value_of(value: SSAValue, known: Mapping[SSAValue, Attribute]) -> Attribute | None:
    """The constant that a value is where some loads are known; None unless that is exact."""
    if value in known:
        return known[value]
    op = value.owner
    if isinstance(op, arith.ConstantOp):
        return op.value
    if not isinstance(op, Operation) or not is_arithmetic(op):
        return None
    operands = [value_of(operand, known) for operand in op.operands]
    constants = [operand for operand in operands if operand is not None]
    if len(constants) < len(operands) or len(op.results) != 1:
        return None
    return applied(op, constants)


def applied(op: Operation, operands: list[Attribute]) -> Attribute | None:
    """The result of an operation on constants, where it is exact: infinities and NaNs too."""
    if fastmath_of(op):
        return None
    numbers = [operand.value.data for operand in operands if isinstance(operand, FloatAttr)]
    result = _special(op, numbers)
    if result is None:
        return fold_constants(op, operands)
    type = op.results[0].type
    return FloatAttr(result, type) if isinstance(type, AnyFloat) else None


def _special(op: Operation, numbers: list[float]) -> float | None:
    """Evaluate what is not finite, or comes from such values; exponentials that are exact."""
    finite = all(map(math.isfinite, numbers))
    match op, numbers:
        case math_ops.ExpOp(), [number]:
            return {0.0: 1.0, -math.inf: 0.0, math.inf: math.inf}.get(number)
        case ((arith.AddfOp() | arith.SubfOp() | arith.MulfOp()), [left, right]) if not finite:
            if isinstance(op, arith.MulfOp):
                return left * right
            return left - right if isinstance(op, arith.SubfOp) else left + right
        case ((arith.MaximumfOp() | arith.MinimumfOp()), [left, right]) if not finite:
            if math.isnan(left) or math.isnan(right):
                return math.nan
            return max(left, right) if isinstance(op, arith.MaximumfOp) else min(left, right)
        case arith.NegfOp(), [number] if not finite:
            return -number
        case _:
            return None


def value_before(stored: SSAValue, load: SSAValue, wanted: Attribute) -> Attribute | None:
    """
    A value for a load that makes a stored value the wanted one, bit by bit; None if none is found.

    It is found backwards along operations with one other operand, a constant, and then tried.
    """
    candidate: Attribute | None = wanted
    value = stored
    while value is not load and candidate is not None:
        step = _undone(value, candidate)
        if step is None:
            return None
        value, candidate = step
    if candidate is None or not is_same(value_of(stored, {load: candidate}), wanted):
        return None
    return candidate


def is_same(left: Attribute | None, right: Attribute) -> bool:
    """Whether two constants are one: 0.0 and -0.0 are two, every NaN is one."""
    return left is not None and pad_kind(left) == pad_kind(right)


def _undone(value: SSAValue, result: Attribute) -> tuple[SSAValue, Attribute | None] | None:
    """
    Return the operand of the operation of `value` that is not constant, with the value that it must
    have for the operation to give `result` (None if no value does, or it is not known).

    None if there is no such operand, or there are several.
    """
    op = value.owner
    if isinstance(op, arith.NegfOp):
        return op.operand, applied(op, [result])
    if not isinstance(op, Operation) or len(op.operands) != 2 or op.regions:
        return None
    left, right = (value_of(operand, {}) for operand in op.operands)
    if (left is None) == (right is None):
        return None
    constant = right if left is None else left
    assert constant is not None
    unknown = op.operands[0 if left is None else 1]
    if type(op) in _INVERSES:
        return unknown, _combined(_INVERSES[type(op)], result, constant)
    if type(op) not in _SWAPPED:
        return None
    if left is not None:  # constant - x: x is the constant minus the result
        return unknown, _combined(type(op), constant, result)
    inverse = next(key for key, undone in _INVERSES.items() if undone is type(op))
    return unknown, _combined(inverse, result, constant)


def _combined(kind: type[Operation], left: Attribute, right: Attribute) -> Attribute | None:
    first, second = (
        arith.ConstantOp(cast("FloatAttr[AnyFloat] | IntegerAttr[IntegerType]", operand)).result
        for operand in (left, right)
    )
    op = kind.create(operands=[first, second], result_types=[first.type])
    found = applied(op, [left, right])
    op.erase()
    return found
