"""Whether what is around an operation runs in the order that `Instances.time` tells."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.ir import Block, Operation

_ORDERED = (affine.ForOp, affine.IfOp, scf.ForOp, scf.IfOp)


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
