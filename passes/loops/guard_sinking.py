"""Moves guards between the loops of a band into the innermost loop."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects import affine
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import STAGE
from ...dialect.ir.effects import is_pure
from ..common.for_loops import Loop


def sink_guards(loops: Sequence[Loop]) -> None:
    """
    Puts each loop around the guards that stand between it and the loop before, where it may be.

    A guard may when the loop is all that it holds but for what has no effect, neither gives a
    value, and the bounds are known outside. Others stay, and so do those further out.
    """
    for outer, inner in pairwise(loops):
        while (guard := _guard_to_sink(inner)) is not None and outer.is_ancestor(guard):
            _swap(guard, inner)


def _guard_to_sink(loop: Loop) -> affine.IfOp | None:
    guard = loop.parent_op()
    # The step of an scf.for may be positive only where the guard holds.
    if not isinstance(guard, affine.IfOp) or not isinstance(loop, affine.ForOp):
        return None
    gives_values = guard.results or loop.results
    if gives_values or guard.else_region.blocks or STAGE in guard.attributes:
        return None
    block = guard.then_region.block
    beside = [op for op in block.ops if op is not loop and op is not block.last_op]
    if not all(map(is_pure, beside)):
        return None
    return None if any(map(guard.is_ancestor, _owners(loop))) else guard


def _owners(loop: affine.ForOp) -> list[Operation]:
    return [value.owner for value in loop.operands if isinstance(value.owner, Operation)]


def _swap(guard: affine.IfOp, loop: Loop) -> None:
    """The loop around its guard, which holds what stood before the loop, and its body."""
    outside = guard.then_region.block
    inside = loop.body.block
    loop.detach()
    Rewriter.insert_op(loop, InsertPoint.before(guard))
    terminator, end = inside.last_op, outside.last_op
    assert terminator is not None
    assert end is not None
    for op in list(inside.ops):
        if op is not terminator:
            op.detach()
            outside.insert_op_before(op, end)
    guard.detach()
    inside.insert_op_before(guard, terminator)
