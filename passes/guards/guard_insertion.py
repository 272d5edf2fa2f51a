"""Puts what a loop does under a guard, and takes the guard away again."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.reasons import Declined
from ...index.expr import Expr
from ..common.dead_code import erase_if_dead
from ..common.for_loops import Loop
from ..common.index_codegen import Emitter
from ..simplify.branch_merging import inline_arm

Guard = affine.IfOp | scf.IfOp


def insert_guard(loop: Loop, condition: Expr, reader: InstanceReader) -> Guard:
    """
    The if that the body of a loop is inside of; where it does not hold, carried values stay.

    The condition is over names of the reader; raises Declined if one of them is not a value in
    there.
    """
    block = loop.body.block
    first, terminator = block.first_op, block.last_op
    assert first is not None
    assert terminator is not None
    ops = [op for op in block.ops if op is not terminator]
    values = {name: _value(name, loop, reader) for name in condition.variables()}
    given = {name: value for name, value in values.items() if value is not None}
    if len(given) < len(values):
        raise Declined(
            f"the guard {reader.shown(condition)} needs sizes that no value in the function has "
            "there",
            reason="unknown-sizes",
        )
    emitter = Emitter(InsertPoint.before(first), loop)
    inside, finish = emitter.guard_or_else(condition, given, list(block.args[1:]))
    for op in ops:
        op.detach()
        inside.move(op)
    terminator.operands = finish(list(terminator.operands))
    guard = terminator.prev_op
    assert isinstance(guard, Guard)
    return guard


def _value(name: str, loop: Loop, reader: InstanceReader) -> SSAValue | None:
    """The value for which a name stands, if the body of the loop may use it."""
    try:
        value = reader.value(name)
    except KeyError:
        return None
    owner = value.owner
    if isinstance(owner, Block):
        return value if owner is loop.body.block or owner.is_ancestor(loop) else None
    around: Operation | None = loop
    while around is not None and around.parent is not owner.parent:
        around = around.parent_op()
    return value if around is not None and owner.is_before_in_block(around) else None


def remove_guard(guard: Guard) -> None:
    """Undoes `insert_guard`."""
    conditions = [operand.owner for operand in guard.operands]
    inline_arm(guard, 0)
    for owner in dict.fromkeys(conditions):
        if isinstance(owner, Operation):
            erase_if_dead(owner)
