"""Where the zero that a cell holds may stay, whatever its sign, in place of one that is stored."""

from __future__ import annotations

from xdsl.dialects import affine, arith, func, math, memref, scf
from xdsl.dialects.builtin import IndexType, IntegerType, MemRefType
from xdsl.ir import Operation, SSAValue

from ...analysis.accesses.accesses import touched
from ...analysis.accesses.aliasing import function_of
from ...analysis.contracts.applied_layouts import applied_contract, cells_of_contract
from ...analysis.memory.facts import BlockFacts
from ...dialect.attributes import place
from ...dialect.ir.effects import DIVISIONS, is_arithmetic, is_terminator
from ...dialect.ir.memory_access import Store, buffer_of, is_load, is_store, stored_in
from ...dialect.ir.operations import is_a, operations_of
from ...dialect.ir.reasons import Reason, because
from ...dialect.layout.pad_kinds import Computed, Forbidden, SelfLoad, Undef
from ...index.expr import any_of
from ...index.sets.engine import GaveUp, NotAffine, engine

_AROUND = (affine.ForOp, affine.IfOp, affine.ParallelOp, scf.ForOp, scf.IfOp, scf.ParallelOp)
_SIGN_OF_ZERO = (
    *(arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.NegfOp, arith.ExtFOp, arith.TruncFOp),
    *(arith.MaximumfOp, arith.MinimumfOp, arith.MaxnumfOp, arith.MinnumfOp, arith.SelectOp),
    *(math.AbsFOp, math.ExpOp, math.FmaOp, math.SqrtOp),
)
"""Of operands that differ in the sign of a zero, their results differ in no more."""

_FROM_CELLS = (SelfLoad, Computed)
_NOTHING = (arith.CmpfOp, arith.FPToSIOp, arith.FPToUIOp)
"""Which do not see the sign of a zero."""


def sign_is_needed(store: Store, facts: BlockFacts) -> Reason | None:
    """
    Why the sign of a zero that is stored may matter to more than results; None if it does not.

    A pad value promises its bits, and an assume, here or in another function, may rest on them.
    """
    buffer = buffer_of(store)
    function = function_of(store)
    if function is None or _is_called(function):
        return because("another function calls this one", "promised-bits")
    if not _misses_padding(store, facts, promised_only=False):
        return because("the cell may be padding", "promised-bits")
    return _Flow(facts).reason(buffer)


class _Flow:
    """
    The values that are computed from a buffer, at whatever time.

    A value that may differ in more than the sign of a zero is `other`.
    """

    def __init__(self, facts: BlockFacts):
        self._facts = facts
        self._other: dict[SSAValue, bool] = {}
        self._pending: list[SSAValue] = []

    def reason(self, buffer: SSAValue) -> Reason | None:
        """Why a sign of a zero in a buffer may not change."""
        self._reach(buffer, other=False)
        while self._pending:
            value = self._pending.pop()
            for use in tuple(value.uses):
                reason = self._at(use.operation, use.index, value)
                if reason is not None:
                    return reason
        return None

    def _reach(self, value: SSAValue, *, other: bool) -> None:
        if self._other.get(value, -1) < other:
            self._other[value] = other
            self._pending.append(value)

    def _at(self, op: Operation, position: int, value: SSAValue) -> Reason | None:
        """Follow a use of a buffer or of another value."""
        other = self._other[value]
        match op:
            case memref.DimOp() | memref.DeallocOp():
                return None
            case memref.CopyOp():
                return self._stored(op, op.destination, other=other) if position == 0 else None
            case func.ReturnOp() if not isinstance(value.type, MemRefType):
                return None
            case _ if is_load(op) and position == 0:
                self._reach(op.results[0], other=other)
                return None
            case _ if is_store(op):
                if buffer_of(op) is value:
                    return None
                if stored_in(op) is not value:
                    return _rests_on_it(op)
                return self._stored(op, buffer_of(op), other=other)
            case _ if is_arithmetic(op):
                if other and is_a(op, DIVISIONS):
                    return _rests_on_it(op)
                if other or not isinstance(op, _NOTHING):
                    self._reach(op.results[0], other=other or not isinstance(op, _SIGN_OF_ZERO))
                return None
            case _:
                return self._carried(op, value, other=other)

    def _carried(self, op: Operation, value: SSAValue, *, other: bool) -> Reason | None:
        around = op.parent_op() if is_terminator(op) else op
        if not isinstance(around, _AROUND):
            return _rests_on_it(op)
        if other and around is op and isinstance(value.type, IndexType | IntegerType):
            return _rests_on_it(op)  # a condition or a bound, so what it runs, perhaps
        for carried in (*around.results, *(a for r in around.regions for a in r.block.args)):
            self._reach(carried, other=other)
        return None

    def _stored(self, op: Operation, buffer: SSAValue, *, other: bool) -> Reason | None:
        if not self._facts.is_tracked(buffer):
            return because("it is stored where other names may be read", "promised-bits")
        if not _misses_padding(op, self._facts, promised_only=True):
            return because("it may be stored to padding", "promised-bits")
        self._reach(buffer, other=other)
        return None


def _rests_on_it(op: Operation) -> Reason:
    return because(f"'{op.name}' may rest on it", "promised-bits")


def _is_called(function: func.FuncOp) -> bool:
    module = function.parent_op()
    name = function.sym_name.data
    calls = [] if module is None else operations_of(module, func.CallOp)
    return any(call.callee.root_reference.data == name for call in calls)


def _misses_padding(op: Operation, facts: BlockFacts, *, promised_only: bool) -> bool:
    """Whether a store, or a copy, is to no padding, or to none of which values are promised."""
    buffer = op.destination if isinstance(op, memref.CopyOp) else buffer_of(op)
    if (contract := applied_contract(buffer)) is None:
        return True
    placed = place(contract)
    if any(isinstance(kind, _FROM_CELLS) for _, kind in placed.padding_pieces):
        return False  # where padding copies the cell, it equals it bit for bit
    free = (Forbidden, Undef) if promised_only else ()
    pieces = [cells for cells, kind in placed.padding_pieces if not isinstance(kind, free)]
    names = cells_of_contract(buffer, contract, facts.reader)
    found = [each.access for each in facts.accesses_by(op, buffer) if each.access.writes]
    if names is None or not found or any(access.index is None for access in found):
        return not pieces
    try:
        with engine().budget():
            padding = engine().set(any_of(pieces).substitute(names))
            return all(touched(access).intersect(padding).is_empty() for access in found)
    except (GaveUp, NotAffine):
        return False
