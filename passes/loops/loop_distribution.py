"""Makes a band of loops perfect: splits off what has an effect between them, sinks the rest."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import STAGE
from ..common.dead_code import erase_if_dead
from ..common.for_loops import Loop
from ..common.generated_stages import free_stage_name
from .legality.perfect_bands import Movable, beside, users_of


def split_off(
    loops: Sequence[Loop], level: int, ops: Sequence[Operation], stage: str, may_move: Movable
) -> Loop:
    """
    Gives operations before `loops[level]`, or after it, loops of their own.

    The new nest stands before the band, or after it, and is the stage of the given name.
    """
    outermost = loops[0]
    blocks: dict[Block, Block] = {}
    values: dict[SSAValue, SSAValue] = {}
    copy = outermost.clone(values, blocks)
    kept = {*loops[1:level], *ops}
    for loop in loops[:level]:
        block = loop.body.block
        pairs = list(zip(block.ops, blocks[block].ops, strict=True))
        for original, copied in reversed(pairs):
            terminator = original is block.last_op
            if original not in kept and not terminator and not may_move(original):
                Rewriter.erase_op(copied, safe_erase=False)
    front, after = beside(loops[level])
    in_front = ops[0] in front
    point = InsertPoint.before(outermost) if in_front else InsertPoint.after(outermost)
    Rewriter.insert_op(copy, point)
    assert copy.parent is not None
    copy.attributes[STAGE] = StringAttr(free_stage_name(copy.parent, stage))
    for op in reversed(front if in_front else after):
        if op in ops or (may_move(op) and not users_of(op)):
            Rewriter.erase_op(op)
    for op in reversed(list(copy.walk())):
        if op is not copy:
            erase_if_dead(op)
    return copy


def sink(loops: Sequence[Loop]) -> None:
    """Moves what is left between the loops of a band into the innermost one."""
    innermost = loops[-1].body.block
    for inner in reversed(loops[1:]):
        first = innermost.first_op
        assert first is not None
        front, after = beside(inner)
        for op in reversed(after):
            Rewriter.erase_op(op)
        for op in front:
            op.detach()
            innermost.insert_op_before(op, first)
