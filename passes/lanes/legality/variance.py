"""Which values of a loop's body differ between its iterations, as far as one can tell."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, scf
from xdsl.ir import Block, Operation, SSAValue

from ....dialect.ir.loop_like import carried_by
from ....dialect.ir.operations import is_a

Nested = affine.ForOp | scf.ForOp
NESTED = (affine.ForOp, scf.ForOp)
Conditional = affine.IfOp | scf.IfOp
CONDITIONAL = (affine.IfOp, scf.IfOp)


class Variance:
    """
    The values that vary from one iteration of a loop to the next; all others are uniform.

    A load of a uniform cell is uniform: that no iteration changes it for another is a matter of
    running in lockstep. So is a `pad.undef`, of which one value may stand for all.
    """

    def __init__(self, loop: affine.ForOp):
        self._varying: set[SSAValue] = set(loop.body.block.args)
        self._spread(loop.body.block)

    def varies(self, value: SSAValue) -> bool:
        """Whether the value may differ between two iterations."""
        return value in self._varying

    def has_varying_operand(self, op: Operation) -> bool:
        """Whether an operand of the operation itself varies."""
        return not self._varying.isdisjoint(op.operands)

    def _spread(self, block: Block) -> None:
        for op in block.ops:
            if is_a(op, NESTED):
                self._through_loop(op)
            elif is_a(op, CONDITIONAL):
                self._through_conditional(op)
            elif self.has_varying_operand(op):
                self._varying.update(op.results)

    def _through_loop(self, op: Nested) -> None:
        body, again = op.body.block, True
        carried = carried_by(op)
        for each in carried:
            if each.init in self._varying:
                self._varying.update((each.argument, each.result))
        while again:
            again = False
            self._spread(body)
            for each in carried:
                if each.yielded in self._varying and each.argument not in self._varying:
                    self._varying.update((each.argument, each.result))
                    again = True

    def _through_conditional(self, op: Conditional) -> None:
        arms = [region.block for region in op.regions if region.blocks]
        for arm in arms:
            self._spread(arm)
        if self.has_varying_operand(op):
            self._varying.update(op.results)
        for arm in arms if op.results else ():
            for result, value in zip(op.results, yielded(arm), strict=True):
                if value in self._varying:
                    self._varying.add(result)


def yielded(block: Block) -> Sequence[SSAValue]:
    """The values that a block yields to the operation around it."""
    terminator = block.last_op
    assert terminator is not None
    return list(terminator.operands)
