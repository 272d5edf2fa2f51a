"""Replaces an if by one of its arms."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.rewriter import InsertPoint, Rewriter


def inline_arm(op: affine.IfOp | scf.IfOp, arm: int) -> None:
    """The operations of the arm where the if was, and what it yields for its results."""
    region = op.regions[arm] if arm < len(op.regions) else None
    if region is None or not region.blocks:
        Rewriter.erase_op(op)
        return
    block = region.blocks[0]
    terminator = block.last_op
    assert terminator is not None
    results = list(terminator.operands)
    for nested in tuple(block.ops):
        if nested is not terminator:
            nested.detach()
            Rewriter.insert_op(nested, InsertPoint.before(op))
    Rewriter.erase_op(terminator)
    Rewriter.replace_op(op, [], results)
