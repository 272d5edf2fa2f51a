"""Loops around an operation: their iterators, the values that these take, and their order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import affine, scf
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.loop_like import find_loop
from ...dialect.ir.operations import is_a
from ...index.expr import Expr, eq, rebuild

_IFS = (affine.IfOp, scf.IfOp)


def is_iterator(value: SSAValue) -> bool:
    """Whether a value is the index of a loop."""
    block = value.owner
    if not isinstance(block, Block):
        return False
    op = block.parent_op()
    loop = None if op is None else find_loop(op)
    return loop is not None and (loop.is_parallel or block.args[0] is value)


def values_of(
    iterator: Expr, lowers: Sequence[Expr], uppers: Sequence[Expr], step: Expr
) -> list[Expr] | None:
    """Return the condition of exactly an iterator's values; None if it is not quasi-affine."""
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

    Iterations of a parallel loop have no order; `scf.while` has no iterator that tells it.
    """
    block = op.parent
    while block is not None and block is not scope:
        parent = block.parent_op()
        if parent is None:
            return False
        loop = find_loop(parent)
        if loop.is_parallel if loop is not None else not is_a(parent, _IFS):
            return False
        block = parent.parent
    return block is scope
