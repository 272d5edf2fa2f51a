"""Quotients and remainders of fixed-width integers, by what assumes before them say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, cast

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import IntegerAttr, IntegerType
from xdsl.ir import Operation, SSAValue

from ...dialect.ops import AssumeOp
from ...index.expr import TRUE, Expr, all_of, lift, var
from ...index.queries.conditions import bounds
from ...index.queries.integer_widths import representable
from ...index.simplify.forms import simplify_index
from ..instances.reader import compare
from .constants import width

Division: TypeAlias = (
    arith.FloorDivSIOp | arith.DivSIOp | arith.DivUIOp | arith.RemSIOp | arith.RemUIOp
)
_DIVIDEND = var("x")


def known_quotient(op: Division) -> int | SSAValue | None:
    """The constant that a division by a positive constant gives, or its dividend; None if open."""
    divisor = _constant(op.rhs)
    if divisor is None or divisor <= 0:
        return None
    facts = all_of([representable(_DIVIDEND, width(op.result.type)), *_assumed(op, op.lhs)])
    least = bounds(_DIVIDEND, facts)[0]
    # The others round towards zero, or read a negative number as a large one.
    if not isinstance(op, arith.FloorDivSIOp) and (least is None or least < 0):
        return None
    is_rest = isinstance(op, arith.RemSIOp | arith.RemUIOp)
    given = simplify_index(_DIVIDEND % divisor if is_rest else _DIVIDEND // divisor, facts)
    return op.lhs if given == _DIVIDEND else given.constant


def _assumed(op: Operation, value: SSAValue) -> Iterator[Expr]:
    """Return what the assumes that surely ran before an operation say about a value."""
    current: Operation | None = op
    while current is not None and not isinstance(current, func.FuncOp):
        earlier = current.prev_op
        while earlier is not None:
            if isinstance(earlier, AssumeOp):
                yield from _parts(earlier.condition, value)
            earlier = earlier.prev_op
        current = current.parent_op()


def _parts(condition: SSAValue, value: SSAValue) -> Iterator[Expr]:
    """The comparisons of a value with constants that a condition is the conjunction of."""
    op = condition.owner
    if isinstance(op, arith.AndIOp):
        yield from _parts(op.lhs, value)
        yield from _parts(op.rhs, value)
    elif isinstance(op, arith.CmpiOp) and value in (op.lhs, op.rhs):
        left, right = _operand(op.lhs, value), _operand(op.rhs, value)
        if left is not None and right is not None:
            said = compare(op.predicate.value.data, left, right)
            yield TRUE if said is None else said


def _operand(operand: SSAValue, value: SSAValue) -> Expr | None:
    if operand is value:
        return _DIVIDEND
    constant = _constant(operand)
    return None if constant is None else lift(constant)


def _constant(value: SSAValue) -> int | None:
    """A constant as a signed number."""
    op, half = value.owner, 2 ** (width(value.type) - 1)
    if not isinstance(op, arith.ConstantOp) or not isinstance(value.type, IntegerType):
        return None
    number = cast("IntegerAttr", op.value).value.data
    return (number + half) % (2 * half) - half
