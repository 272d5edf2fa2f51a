"""Local buffers that nobody reads, and calls of which nobody needs what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue, Use

from ...analysis.accesses.escape import ALLOCATIONS
from ...analysis.memory.facts import BlockFacts
from ...dialect.ir.effects import is_pure
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...index.sets.engine import GaveUp, NotAffine, engine
from .callee_effects import CalleeEffects, whole_box

_BUFFER = (MemRefType,)


def unneeded_operations(
    roots: Sequence[Operation], effects: CalleeEffects, facts_of: Callable[[Block], BlockFacts]
) -> list[Operation]:
    """
    Return operations of some roots that may go together, the last one first: calls, and local
    buffers with what writes them.

    A call may whose results nobody uses, and that only writes what nobody reads: such a buffer, or
    one that is overwritten as a whole. So may a buffer that only such calls, stores and copies use.
    """
    calls = [op for root in roots for op in operations_of(root, func.CallOp) if not _is_used(op)]
    written = {op: found for op in calls if (found := effects.written_by(op)) is not None}
    every = {op: None for root in roots for op in operations_in(root)}
    made = [op for root in roots for op in operations_of(root, *ALLOCATIONS)]
    local = {op: list(_uses(op)) for op in made}
    local = {op: uses for op, uses in local.items() if all(u.operation in every for u in uses)}
    unseen = dict[tuple[func.CallOp, SSAValue], bool]()

    def is_unread(call: func.CallOp, buffer: SSAValue) -> bool:
        source = _source(buffer)
        if source.owner in local:
            return True
        if (call, buffer) not in unseen:
            owner = source.owner
            scope = owner if isinstance(owner, Block) else owner.parent
            unseen[call, buffer] = (
                source is buffer
                and scope is not None
                and _is_unseen_after(call, buffer, effects, facts_of(scope))
            )
        return unseen[call, buffer]

    count = -1
    while count != len(written) + len(local):
        count = len(written) + len(local)
        for op, uses in list(local.items()):
            if not all(_is_write(use) or use.operation in written for use in uses):
                del local[op]
        for call, buffers in list(written.items()):
            if not all(is_unread(call, buffer) for buffer in buffers):
                del written[call]
    users = (use.operation for uses in local.values() for use in uses)
    gone: set[Operation] = {*written, *local, *users}
    if not gone:
        return []
    return [op for op in reversed(every) if op in gone]


def _source(buffer: SSAValue) -> SSAValue:
    """What a buffer is a view of, whichever part."""
    while isinstance(owner := buffer.owner, Operation) and _is_view(owner):
        buffer = owner.operands[0]
    return buffer


def _is_used(op: Operation) -> bool:
    return any(result.first_use is not None for result in op.results)


def _uses(made: Operation) -> Iterator[Use]:
    """The uses of a buffer, and of its views, views included."""
    pending = list(made.results)
    for value in pending:  # which grows
        for use in value.uses:
            yield use
            if use.index == 0 and _is_view(use.operation):
                pending += use.operation.results


def _is_view(op: Operation) -> bool:
    """Whether the result of an operation is its first operand, or a view of it."""
    values = (*op.operands[:1], *op.results)
    is_of_one = len(op.operands) > 0 and len(op.results) == 1
    return is_pure(op) and is_of_one and all(is_a(v.type, _BUFFER) for v in values)


def _is_write(use: Use) -> bool:
    """Whether a use only writes a buffer, ends it, or makes a view of it, whose uses count too."""
    op = use.operation
    if isinstance(op, memref.CopyOp):
        return op.operands[use.index] is op.destination and op.source is not op.destination
    access = find_access(op)
    if access is not None:
        return access.writes and not access.reads and use.index == access.buffer_at
    if isinstance(op, memref.DimOp):
        return not _is_used(op)
    return isinstance(op, memref.DeallocOp) or (use.index == 0 and _is_view(op))


def _is_unseen_after(
    call: func.CallOp, buffer: SSAValue, effects: CalleeEffects, facts: BlockFacts
) -> bool:
    """Whether nobody sees any cell of a buffer as a call leaves it."""
    stage = facts.reader.stage(call)
    if stage is None or not facts.is_tracked(buffer):
        return False
    others = (a.access for a in facts.accesses_in(buffer, stage) if a.access.op is not call)
    if stage is not call and any(not access.writes for access in others):
        return False
    if stage is not call and not facts.assumed_cells(buffer, stage).is_empty():
        return False
    if stage is call and _next_overwrites(call, buffer, effects, facts):
        return True
    try:
        with engine().budget():
            return facts.is_dead_after(buffer, whole_box(buffer), stage)
    except (GaveUp, NotAffine):
        return False


def _next_overwrites(
    call: func.CallOp, buffer: SSAValue, effects: CalleeEffects, facts: BlockFacts
) -> bool:
    """Whether what accesses a buffer first after a call is another call, which overwrites it."""
    later = call.next_op
    while later is not None and not facts.accesses_in(buffer, later):
        if not facts.assumed_cells(buffer, later).is_empty():
            return False
        later = later.next_op
    return isinstance(later, func.CallOp) and effects.overwrites(later, buffer)
