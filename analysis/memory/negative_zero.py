"""Which floats are never -0.0, by induction over loops and accumulators in memory."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.memory_access import Load, buffer_of, is_load_or_store, is_store, stored_in
from ..accesses.accesses import Access
from ..contracts.roles import MOST_PAIRS, written_before
from ..values.induction import Induction
from .facts import BlockFacts

_OTHERS = (memref.DimOp, memref.DeallocOp)


class NegativeZeros(Induction):
    """
    Answers whether a value is never -0.0.

    A sum is -0.0 only if both operands are.
    """

    def __init__(self, facts: BlockFacts):
        super().__init__()
        self._facts = facts

    def _computed(self, op: Operation) -> bool:
        match op:
            case arith.ConstantOp():
                return isinstance(op.value, FloatAttr) and not _is_negative_zero(op.value)
            case arith.AddfOp():
                # Under nsz a sum of 0.0 may have either sign.
                plain = FastMathFlag.NO_SIGNED_ZEROS not in op.fastmath.data
                return plain and (self.never(op.lhs) or self.never(op.rhs))
            case _:
                return False

    def _loaded(self, load: Load) -> bool:
        """A load: by induction over the stores that it may see."""
        buffer, stage = buffer_of(load), self._facts.reader.stage(load)
        if (buffer, stage) in self._assumed:
            return True
        if not self._facts.is_tracked(buffer):
            return False
        if not all(map(_is_understood, (use.operation for use in buffer.uses))):
            return False
        found = self._facts.until(buffer, stage)
        if not self._is_new(buffer) and not self._reads_own_stores(found):
            if isinstance(buffer.owner, Block):
                return False
            # Reading what nobody wrote to a local buffer is undefined.
            found = [a.access for a in self._facts.accesses(buffer)]
        stores = [access.op for access in found if is_store(access.op)]
        return self._by_induction((buffer, stage), [stored_in(store) for store in stores])

    def _is_new(self, buffer: SSAValue) -> bool:
        """Whether a buffer is allocated in the block, each time that it runs."""
        owner = buffer.owner
        return isinstance(owner, Operation) and self._facts.reader.stage(owner) is not None

    def _reads_own_stores(self, found: Sequence[Access]) -> bool:
        reads = [access for access in found if not access.writes]
        writes = [access for access in found if access.writes]
        if len(reads) * len(writes) > MOST_PAIRS:
            return False
        return all(r.index is not None and written_before(r, writes) for r in reads)


def _is_understood(op: Operation) -> bool:
    return is_load_or_store(op) or isinstance(op, _OTHERS)


def _is_negative_zero(value: FloatAttr[AnyFloat]) -> bool:
    return value.value.data == 0 and str(value.value.data).startswith("-")
