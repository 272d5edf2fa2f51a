"""Puts what a loop does under a guard, and takes the guard away again."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint

from ..analysis.expr import Expr
from ..analysis.insertion import Refused
from ..analysis.instances import InstanceReader
from .dead_code import erase_if_dead
from .index_codegen import Emitter
from .inlining import inline_arm
from .loop_bands import Loop

Guard = affine.IfOp | scf.IfOp


def insert_guard(loop: Loop, condition: Expr, reader: InstanceReader) -> Guard:
    """
    The if that the body of a loop is inside of; where it does not hold, carried values stay.

    The condition is over names of the reader; Refused where one of them is no value in the program.
    """
    block = loop.body.block
    first, terminator = block.first_op, block.last_op
    assert first is not None
    assert terminator is not None
    ops = [op for op in block.ops if op is not terminator]
    try:
        values = {name: reader.value(name) for name in condition.variables()}
    except KeyError:
        raise Refused(
            f"the condition {reader.shown(condition)} speaks of sizes that no value here gives"
        ) from None
    emitter = Emitter(InsertPoint.before(first), loop)
    inside, finish = emitter.guard_or_else(condition, values, list(block.args[1:]))
    for op in ops:
        op.detach()
        inside.move(op)
    terminator.operands = finish(list(terminator.operands))
    guard = terminator.prev_op
    assert isinstance(guard, Guard)
    return guard


def remove_guard(guard: Guard) -> None:
    """Undoes `insert_guard`."""
    conditions = [operand.owner for operand in guard.operands]
    inline_arm(guard, 0)
    for owner in dict.fromkeys(conditions):
        if isinstance(owner, Operation):
            erase_if_dead(owner)
