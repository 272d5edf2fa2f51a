"""The iterators of loops, and the values that they take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import affine, scf
from xdsl.ir import Block, SSAValue

from .expr import Expr, eq, rebuild


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
