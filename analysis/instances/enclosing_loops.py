"""Loops around an operation: their iterators, the values that these take, and their order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import affine, scf
from xdsl.ir import Block, Operation, SSAValue

from ...index.expr import Expr, eq, rebuild

_ORDERED = (affine.ForOp, affine.IfOp, scf.ForOp, scf.IfOp)


def is_iterator(value: SSAValue) -> bool:
    """Whether a value is the index of a loop."""
    block = value.owner
    if not isinstance(block, Block):
        return False
    loop = block.parent_op()
    if isinstance(loop, affine.ForOp | scf.ForOp):
        return block.args[0] is value
    return isinstance(loop, affine.ParallelOp | scf.ParallelOp)


def values_of(
    iterator: Expr, lowers: Sequence[Expr], uppers: Sequence[Expr], step: Expr
) -> list[Expr] | None:
    """What holds of an iterator at just its values, or None where they are no quasi-affine set."""
    if step.constant is None or step.constant <= 0:
        return None
    inside = [iterator >= bound for bound in lowers] + [iterator < bound for bound in uppers]
    if step.constant > 1:
        first = reduce(lambda a, b: rebuild("max", (a, b)), lowers)
        inside.append(eq((iterator - first) % step.constant, 0))
    return inside


def runs_in_order(op: Operation, scope: Block) -> bool:
    """
    Whether only ifs and sequential counted loops are around the operation in the scope.

    Iterations of a parallel loop have no order, and those of `scf.while` no iterator to tell it by.
    """
    block = op.parent
    while block is not None and block is not scope:
        parent = block.parent_op()
        if not isinstance(parent, _ORDERED):
            return False
        block = parent.parent
    return block is scope
