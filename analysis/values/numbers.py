"""Which floats are not NaN, and which are finite: by constants, conversions and assumes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float8E8M0FNUType,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    FloatAttr,
    FloatTF32Type,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ops import AssumeOp
from .comparisons import number_stated
from .constants import width
from .known import Exactly, Known, Number, SomeZero

_SAME = (arith.NegfOp, math_ops.AbsFOp)
_WIDE = (BFloat16Type, FloatTF32Type, Float32Type, Float64Type, Float80Type, Float128Type)
_BOTH = (arith.MaximumfOp, arith.MinimumfOp, arith.SelectOp)


class Numbers:
    """
    Answers what kind of number a float is where an operation runs.

    `known` is what loads are known to give there, and `is_false` whether a condition certainly does
    not hold there.
    """

    def __init__(
        self,
        known: Mapping[SSAValue, Known],
        at: Operation,
        is_false: Callable[[SSAValue], bool] = lambda _: False,
    ):
        self._known, self._at, self._is_false = known, at, is_false

    def of(self, value: SSAValue) -> Number | None:
        """Return whether a value, which is not NaN, is also finite; None if it may be NaN."""
        found = [n for n in (self._computed(value), *self._assumed(value)) if n is not None]
        return Number(any(n.finite for n in found)) if found else None

    def _computed(self, value: SSAValue) -> Number | None:
        match self._known.get(value):
            case Exactly(constant):
                return number_of(constant)
            case SomeZero():
                return Number(finite=True)
            case Number(finite):
                return Number(finite)
            case _:
                pass
        op = value.owner
        match op:
            case arith.ConstantOp():
                return number_of(op.value)
            case arith.SIToFPOp() | arith.UIToFPOp():
                return _of_integers(width(op.input.type), value.type)
            case _:
                pass
        if isinstance(op, _SAME) or (isinstance(op, arith.ExtFOp) and is_exact(op)):
            return self.of(op.operands[0])
        if isinstance(op, _BOTH):
            both = [self.of(operand) for operand in op.operands[-2:]]
            shown = [n for n in both if n is not None]
            return Number(all(n.finite for n in shown)) if len(shown) == len(both) else None
        return None

    def _assumed(self, value: SSAValue) -> Iterator[Number]:
        """Return what assumes say that certainly ran before, in the same iterations around."""
        users = [use.operation for use in value.uses]
        users += [
            u.operation for op in users if isinstance(op, math_ops.AbsFOp) for u in op.result.uses
        ]
        for op in users:
            if not isinstance(op, arith.CmpfOp):
                continue
            stated = number_stated(op)
            if stated is None or stated[0] is not value:
                continue
            if self._is_assumed(op.result):
                yield stated[1]

    def _is_assumed(self, condition: SSAValue) -> bool:
        """Whether an assume is of a condition, or of others, which do not hold, or this one."""
        for op in (use.operation for use in condition.uses):
            if isinstance(op, arith.OrIOp):
                others = [operand for operand in op.operands if operand is not condition]
                if all(map(self._is_false, others)) and self._is_assumed(op.result):
                    return True
            elif self._has_run(op):
                return True
        return False

    def _has_run(self, op: Operation) -> bool:
        if not isinstance(op, AssumeOp):
            return False
        current: Operation | None = self._at
        while current is not None and current.parent is not op.parent:
            current = current.parent_op()
        return current is not None and op.is_before_in_block(current)


def is_exact(op: arith.ExtFOp) -> bool:
    """Whether each number of the narrow type is one of the wide type: not of exponents alone."""
    if isinstance(op.operands[0].type, Float8E8M0FNUType):
        return isinstance(op.result.type, _WIDE)
    return isinstance(op.result.type, (Float16Type, *_WIDE))


def _of_integers(bits: int, type: Attribute) -> Number | None:
    """
    The floats that integers of a width are converted to; types of 8 bits or less may have no
    infinity.
    """
    if isinstance(type, Float16Type):
        return Number(bits <= 15)  # the largest is 65504
    return Number(bits <= 64) if isinstance(type, _WIDE) else None


def number_of(value: Attribute) -> Number | None:
    """Return the number that a constant is; None for a NaN, and if it is not a float."""
    if not isinstance(value, FloatAttr):
        return None
    number = cast("FloatAttr[AnyFloat]", value).value.data
    return None if math.isnan(number) else Number(math.isfinite(number))
