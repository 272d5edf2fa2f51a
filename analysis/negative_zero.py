"""Which floats are never -0.0, by induction over loops and accumulators in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects import affine, arith, memref, scf
from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from .accesses import Access
from .aliasing import is_tracked
from .facts import BlockFacts
from .roles import MOST_PAIRS, written_before

_LOADS = (affine.LoadOp, memref.LoadOp)
_STORES = (affine.StoreOp, memref.StoreOp)
_USERS = (*_LOADS, *_STORES, memref.DimOp, memref.DeallocOp)

_Hypothesis: TypeAlias = "SSAValue | tuple[SSAValue, Operation | None]"
"""A value, or what the loads of a buffer in a stage give."""


class NegativeZeros:
    """
    Answers whether a value is never -0.0.

    A sum is -0.0 only if both operands are. What loops carry and what a buffer accumulates is taken
    not to be -0.0 while that is shown of all that goes in.
    """

    def __init__(self, facts: BlockFacts):
        self._facts = facts
        self._assumed: set[_Hypothesis] = set()

    def never(self, value: SSAValue) -> bool:
        """Whether the value is never -0.0; False where that is not shown."""
        if value in self._assumed:
            return True
        owner = value.owner
        if isinstance(owner, Block):
            return self._carried(value, owner)
        match owner:
            case arith.ConstantOp():
                return isinstance(owner.value, FloatAttr) and not _is_negative_zero(owner.value)
            case arith.AddfOp():
                # Under nsz a sum of 0.0 may have either sign.
                plain = FastMathFlag.NO_SIGNED_ZEROS not in owner.fastmath.data
                return plain and (self.never(owner.lhs) or self.never(owner.rhs))
            case arith.SelectOp():
                return self.never(owner.lhs) and self.never(owner.rhs)
            case affine.LoadOp() | memref.LoadOp():
                return self._accumulated(owner)
            case affine.ForOp() | scf.ForOp() | affine.IfOp() | scf.IfOp():
                return self._result(owner, owner.results.index(value))
            case _:
                return False

    def _carried(self, value: SSAValue, block: Block) -> bool:
        """An argument of a loop: by induction over what it starts with and what is yielded."""
        loop = block.parent_op()
        if not isinstance(loop, affine.ForOp | scf.ForOp) or value is block.args[0]:
            return False
        position = block.args.index(value) - 1  # pyright: ignore[reportArgumentType]
        inits = loop.inits if isinstance(loop, affine.ForOp) else loop.iter_args
        terminator = block.last_op
        assert terminator is not None
        both = (inits[position], terminator.operands[position])
        return self._by_induction(value, both)

    def _result(self, op: Operation, position: int) -> bool:
        if isinstance(op, affine.ForOp | scf.ForOp):
            return self.never(op.regions[0].blocks[0].args[position + 1])
        terminators = [region.blocks[0].last_op for region in op.regions if region.blocks]
        return all(t is not None and self.never(t.operands[position]) for t in terminators)

    def _accumulated(self, load: affine.LoadOp | memref.LoadOp) -> bool:
        """A load: by induction over the stores that it may see."""
        buffer, stage = load.memref, self._facts.reader.stage(load)
        if (buffer, stage) in self._assumed:
            return True
        if not is_tracked(buffer) or any(not isinstance(u.operation, _USERS) for u in buffer.uses):
            return False
        found = self._facts.until(buffer, stage)
        if not self._is_new(buffer) and not self._reads_own_stores(found):
            if isinstance(buffer.owner, Block):
                return False
            # Reading what nobody wrote to a local buffer is undefined.
            found = [a.access for a in self._facts.accesses(buffer)]
        stores = [access.op for access in found if isinstance(access.op, _STORES)]
        return self._by_induction((buffer, stage), [store.value for store in stores])

    def _is_new(self, buffer: SSAValue) -> bool:
        """Whether a buffer is allocated in the block, each time that it runs."""
        owner = buffer.owner
        return isinstance(owner, Operation) and self._facts.reader.stage(owner) is not None

    def _by_induction(self, value: _Hypothesis, sources: Sequence[SSAValue]) -> bool:
        """Whether nothing that goes into the value is -0.0, if the value is not."""
        before = set(self._assumed)
        self._assumed.add(value)
        shown = all(map(self.never, sources))
        if not shown:
            self._assumed = before  # nor does what was shown under the hypothesis stand
        return shown

    def _reads_own_stores(self, found: Sequence[Access]) -> bool:
        reads = [access for access in found if not access.writes]
        writes = [access for access in found if access.writes]
        if len(reads) * len(writes) > MOST_PAIRS:
            return False
        return all(r.index is not None and written_before(r, writes) for r in reads)


def _is_negative_zero(value: FloatAttr[AnyFloat]) -> bool:
    return value.value.data == 0 and str(value.value.data).startswith("-")
