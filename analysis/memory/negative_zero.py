"""Which floats are never -0.0, by induction over loops and accumulators in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith, memref
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.memory_access import Load, buffer_of, is_load_or_store, is_store, stored_in
from ..accesses.accesses import Access, accesses, feeds_only_assumes
from ..contracts.roles import MOST_PAIRS, written_before
from ..values.float_values import promises
from ..values.induction import Induction
from .facts import BlockFacts

_OTHERS = (memref.DimOp, memref.DeallocOp)
_NEVER = (
    *(arith.SIToFPOp, arith.UIToFPOp),
    *(math_ops.AbsFOp, math_ops.ExpOp, math_ops.Exp2Op, math_ops.CoshOp),
)
"""Operations that give -0.0 of nothing."""


class NegativeZeros(Induction):
    """
    Answers whether a value is never -0.0.

    A sum is -0.0 only if both operands are.
    """

    def __init__(self, facts: BlockFacts):
        super().__init__()
        self._facts = facts

    def _computed(self, op: Operation) -> bool:
        return never_computed(op, self.never)

    def _loaded(self, load: Load) -> bool:
        """A load: by induction over the stores that it may see."""
        buffer, stage = buffer_of(load), self._facts.reader.stage(load)
        for_assumes = feeds_only_assumes(load)
        if (buffer, stage) in self._assumed and not for_assumes:
            return True
        if not self._facts.is_tracked(buffer):
            return False
        if not is_known_alone(buffer):
            return False
        found = self._facts.until(buffer, stage)
        if for_assumes:  # which is no access for others
            every = accesses(buffer, self._facts.reader, with_assumes=True)
            own = [access for access in every if access.op is load]
            if not own:
                return False
            found = [*found, *own]
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


def is_known_alone(buffer: SSAValue) -> bool:
    """Whether all that uses a buffer loads or stores one cell, or touches none."""
    users = (use.operation for use in buffer.uses)
    return all(is_load_or_store(op) or isinstance(op, _OTHERS) for op in users)


def never_computed(op: Operation, never: Callable[[SSAValue], bool]) -> bool:
    """Whether the result of an operation without regions is never -0.0, where `never` says so."""
    if promises(op, FastMathFlag.NO_SIGNED_ZEROS) or promises(op, FastMathFlag.APPROX_FUNC):
        return False  # a zero may have either sign
    match op:
        case arith.ConstantOp():
            return isinstance(op.value, FloatAttr) and not _is_negative_zero(op.value)
        case arith.AddfOp():
            return never(op.lhs) or never(op.rhs)
        case arith.SubfOp():
            return never(op.lhs)  # a - b is -0.0 only of -0.0 and +0.0
        case arith.MulfOp():
            return op.lhs is op.rhs
        case arith.MaximumfOp() | arith.MinimumfOp():
            return never(op.lhs) and never(op.rhs)
        case arith.ExtFOp() | math_ops.SqrtOp():
            return never(op.operands[0])
        case _:
            return isinstance(op, _NEVER)


def _is_negative_zero(value: FloatAttr[AnyFloat]) -> bool:
    return value.value.data == 0 and str(value.value.data).startswith("-")
