"""Makes a band of loops perfect: splits off what has an effect between them, sinks the rest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ..dialect.annotations import STAGE
from .dead_code import erase_if_dead
from .loop_bands import Loop, is_effect_free


def split_off(loops: Sequence[Loop], level: int, ops: Sequence[Operation], stage: str) -> Loop:
    """
    Gives operations in front of `loops[level]`, or behind it, loops of their own.

    The new nest stands in front of the band, or behind it, and is the stage of the given name.
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
            if original not in kept and not terminator and not is_effect_free(original):
                Rewriter.erase_op(copied, safe_erase=False)
    in_front = _comes_before(ops[0], loops[level])
    Rewriter.insert_op(
        copy, InsertPoint.before(outermost) if in_front else InsertPoint.after(outermost)
    )
    copy.attributes[STAGE] = StringAttr(stage)
    for op in reversed(ops):
        Rewriter.erase_op(op)
    for op in reversed(list(copy.walk())):
        if op is not copy:
            erase_if_dead(op)
    return copy


def sink(loops: Sequence[Loop]) -> None:
    """Moves what is left between the loops of a band into the innermost one."""
    innermost = loops[-1].body.block
    for outer, inner in reversed(list(pairwise(loops))):
        first = innermost.first_op
        assert first is not None
        for op in list(outer.body.block.ops):
            if op is inner:
                break
            op.detach()
            innermost.insert_op_before(op, first)


def _comes_before(op: Operation, other: Operation) -> bool:
    block = other.parent
    assert block is not None
    return next(o for o in block.ops if o is op or o is other) is op
