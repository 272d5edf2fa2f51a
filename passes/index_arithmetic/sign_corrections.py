"""Corrections of signs that programs contain, where the sign is known."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.instances.point_reader import PointReader
from ...dialect.ir.operations import is_a
from ..common.dead_code import erase_if_dead
from .index_writer import Knowledge
from .integer_code import is_integer

_SELECT = (arith.SelectOp,)
_QUOTIENTS = (arith.FloorDivSIOp, arith.DivSIOp, arith.DivUIOp)


def drop_decided_choices(ops: Iterable[Operation], reader: PointReader) -> list[Operation]:
    """
    Replace each choice between two integers whose comparison is decided where it is by the one that
    it gives; what computes the other goes. Returns the operations that are left.
    """
    found = list(ops)
    for op in found:
        if op.parent is None or not is_a(op, _SELECT):
            continue
        if not is_integer(op.result.type):
            continue
        condition = op.cond.owner
        if not isinstance(condition, arith.CmpiOp):
            continue
        if (arm := _decided(op.cond, condition, reader)) is not None:
            chosen, other = (op.lhs, op.rhs) if arm else (op.rhs, op.lhs)
            Rewriter.replace_op(op, [], [chosen])
            for value in (condition.result, other):
                if isinstance(value.owner, Operation):
                    erase_if_dead(value.owner)
    return [op for op in found if op.parent is not None]


def _decided(value: SSAValue, op: Operation, reader: PointReader) -> bool | None:
    """Whether a condition always holds where it is computed, or never; else None."""
    _ = reader.surroundings(op)
    if (condition := reader.condition(value)) is None:
        return None
    known = Knowledge(reader, op)
    if known.holds(condition):
        return True
    return False if known.holds(~condition) else None


def remainder_of(op: arith.SubiOp) -> Operation | None:
    """The division of which `x - n * (x / n)` is the remainder; None if it is something else."""
    product = op.rhs.owner
    if not isinstance(product, arith.MuliOp):
        return None
    for quotient, divisor in (product.operands, tuple(reversed(product.operands))):
        division = quotient.owner
        if is_a(division, _QUOTIENTS) and (division.lhs, division.rhs) == (op.lhs, divisor):
            return division
    return None
