"""Which values `pad.undef` may get to: in arithmetic, through loops and ifs, and through memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects import cf, func, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.annotations import MAY_ALIAS
from ...dialect.ir.effects import is_pure, is_terminator
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.ops import AssumeOp, UndefOp

_BUFFER = (MemRefType,)
_LOOKS = (AssumeOp, cf.AssertOp, memref.DeallocOp)
"""Which have no results, and store nothing."""
_ALLOCATIONS = (memref.AllocOp, memref.AllocaOp)


def reached_by_undef(top: Operation) -> set[SSAValue]:
    """
    Return the values of an operation, a function as a rule, that may be computed from undef.

    Of a buffer in which undef is stored every load may be, by whatever name. Where it cannot be
    told where undef goes, every load of the function may be.
    """
    flow = _Flow()
    flow.reach(op.result for op in operations_of(top, UndefOp))
    has_others = _has_undef_elsewhere(top)
    if not flow.reached and not has_others:
        return flow.reached
    flow.follow()
    if flow.reached and MAY_ALIAS in top.attributes:
        flow.is_lost = True
    if flow.is_lost or has_others:
        every = operations_in(top)
        flow.reach(r for op in every if not is_pure(op) and not op.regions for r in op.results)
        flow.follow()
    return flow.reached


def _has_undef_elsewhere(top: Operation) -> bool:
    """Whether a call may get to an undef in another function."""
    module = top.parent_op()
    if module is None or not operations_of(top, func.CallOp):
        return False
    return bool(operations_of(module, UndefOp))


class _Flow:
    def __init__(self) -> None:
        self.reached: set[SSAValue] = set()
        self.is_lost = False
        self._pending: list[SSAValue] = []

    def reach(self, values: Iterable[SSAValue]) -> None:
        new = [value for value in values if value not in self.reached]
        self.reached.update(new)
        self._pending += new

    def follow(self) -> None:
        """Reaches all that what was reached gets to."""
        while self._pending:
            value = self._pending.pop()
            if is_a(value.type, _BUFFER):
                self._reach_other_names(value)
            for use in list(value.uses):
                self._at(use.operation, value)

    def _reach_other_names(self, buffer: SSAValue) -> None:
        """What a buffer is made of is the same memory, or part of it."""
        owner = buffer.owner
        if isinstance(owner, memref.GetGlobalOp):
            self.is_lost = True
        if isinstance(owner, Operation):
            self.reach(value for value in owner.operands if is_a(value.type, _BUFFER))
        elif (around := owner.parent_op()) is not None and not isinstance(around, func.FuncOp):
            self.is_lost = True

    def _at(self, op: Operation, value: SSAValue) -> None:
        access = find_access(op)
        if access is not None:
            if access.writes and not is_a(value.type, _BUFFER):
                self.reach([access.buffer(op)])
            self.reach(op.results)
        elif isinstance(op, memref.DimOp) and value is op.source:
            self.reach(() if _has_extents_of_its_own(value) else op.results)
        elif isinstance(op, _ALLOCATIONS):
            self.reach([op.memref, *_extents_of(op.memref)])
            self.is_lost = True
        elif isinstance(op, memref.CopyOp):
            if value is op.source:
                self.reach([op.destination])
        elif is_terminator(op) or op.regions:
            self.reach(_given_on(op))
            self.reach(_given_on(op.parent_op()) if is_terminator(op) else ())
        elif is_pure(op):
            self.reach(op.results)
        elif not is_a(op, _LOOKS):
            self.reach(op.results)
            self.is_lost = True


def _has_extents_of_its_own(buffer: SSAValue) -> bool:
    """Whether the extents of a buffer, whatever it holds, are computed from its sizes alone."""
    owner = buffer.owner
    if isinstance(owner, Block):
        return isinstance(owner.parent_op(), func.FuncOp)
    return isinstance(owner, _ALLOCATIONS)


def _extents_of(buffer: SSAValue) -> Iterator[SSAValue]:
    return (use.operation.result for use in buffer.uses if isinstance(use.operation, memref.DimOp))


def _given_on(around: Operation | None) -> Iterator[SSAValue]:
    """What an operation gives its regions, and gives itself."""
    if around is None or isinstance(around, func.FuncOp):
        return
    yield from around.results
    for region in around.regions:
        for block in region.blocks:
            yield from block.args


def in_function(scope: Block) -> Operation | None:
    """The function that a block is in, or the outermost operation."""
    current = scope.parent_op()
    while current is not None and not isinstance(current, func.FuncOp):
        if current.parent_op() is None:
            return current
        current = current.parent_op()
    return current
