"""Assumes under a guard, stated so that they say no more without it."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.speculation.inserted_instances import Guard
from ...dialect.ir.operations import operations_of
from ...dialect.ops import AssumeOp
from .swapped_arms import compared


def assume_where_guarded(guard: Guard) -> Callable[[], None] | None:
    """
    Gives each assume in the first arm of a guard the condition of the guard: where that does not
    hold it states nothing. Returns what takes this back; None if there is no such assume.

    It becomes a select, as where the guard does not hold what was assumed may be poison. Nothing is
    done where the second arm has assumes as well.
    """
    if isinstance(guard, arith.SelectOp):
        return None
    assumes = operations_of(guard.regions[0], AssumeOp)
    if not assumes or operations_of(guard.regions[1], AssumeOp):
        return None
    true = arith.ConstantOp.from_int_and_width(1, i1)
    made: list[Operation] = [true]
    holds: SSAValue = true.result
    if isinstance(guard, affine.IfOp):
        made += compared(guard)
        holds = made[-1].results[0]
    else:
        holds = guard.cond
    for op in made:
        op.location = guard.location
        Rewriter.insert_op(op, InsertPoint.before(guard))
    stated = [assume.condition for assume in assumes]
    for assume, condition in zip(assumes, stated, strict=True):
        where = arith.SelectOp(holds, condition, true)
        where.location = assume.location
        Rewriter.insert_op(where, InsertPoint.before(assume))
        assume.operands[0] = where.result
        made.append(where)

    def undo() -> None:
        for assume, condition in zip(assumes, stated, strict=True):
            assume.operands[0] = condition
        for op in reversed(made):
            Rewriter.erase_op(op)

    return undo
