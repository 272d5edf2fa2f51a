"""Which guards that stay may go once others are gone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from xdsl.dialects import arith
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue

from ...analysis.accesses.views import root_of
from ...analysis.instances.undef_flow import in_function
from ...analysis.speculation.inserted_instances import Guard
from ...dialect.ir.effects import has_no_effect
from ...dialect.ir.memory_access import Store, buffer_of, is_load, is_store
from ...dialect.ir.operations import is_a, operations_in

_BUFFER = (MemRefType,)
_MOST_FOLLOWED = 100
"""Operations that lead to a value, beyond which another proof takes no longer."""


class Hopes:
    """
    Whether a guard that stayed may go now, by what the guards that have gone since store.

    A guard that goes inserts loads and stores. Where a store would leave another value, only
    inserted stores can help, into what that value is computed from or into the buffer itself: they
    may make the value known, or overwrite it. A load more makes no store dead.
    """

    def __init__(self, stages: Sequence[Operation]):
        """`stages` are those of one function that the guards are in."""
        self._scope = None if not stages else stages[0].parent

    def has_any(self, wrong: Store, written: set[SSAValue]) -> bool:
        """Whether stores into these buffers may help, where one would leave another value."""
        return not written.isdisjoint(self._leading_to(wrong, written))

    def _leading_to(self, store: Store, other: set[SSAValue]) -> set[SSAValue]:
        """
        The buffers on whose contents it may depend what a store leaves, its own included: of what
        it stores and where, of when it runs, and of all that writes such a buffer. The `other` ones
        where that is too much to follow.
        """
        found, seen = set[SSAValue](), set[Operation]()
        pending: list[Operation] = [store]
        while pending:
            op = pending.pop()
            if op in seen:
                continue
            seen.add(op)
            if len(seen) > _MOST_FOLLOWED:
                return other
            for buffer in _buffers(op) - found:
                found.add(buffer)
                pending += self._writers.get(buffer, ())
            pending += filter(None, [*map(_maker, op.operands), op.parent_op()])
            if op.results:
                pending += [b.last_op for region in op.regions for b in region.blocks if b.last_op]
        return found

    @cached_property
    def _writers(self) -> dict[SSAValue, list[Operation]]:
        """What may write each buffer: a guard that goes takes no other store with it."""
        found = dict[SSAValue, list[Operation]]()
        function = None if self._scope is None else in_function(self._scope)
        for op in () if function is None else operations_in(function):
            if not is_load(op) and not op.regions:
                for buffer in _buffers(op):
                    found.setdefault(buffer, []).append(op)
        return found


def written_under(guard: Guard) -> set[SSAValue] | None:
    """The buffers that the stores of a guard write; None if the guard does more than store."""
    if isinstance(guard, arith.SelectOp) or guard.results or _has_else(guard):
        return None
    inside = operations_in(guard.regions[0])
    if not all(is_load(op) or is_store(op) or has_no_effect(op) for op in inside):
        return None
    return {root_of(buffer_of(op)) for op in inside if is_store(op)}


def _has_else(guard: Operation) -> bool:
    return any(len(block.ops) > 1 for block in guard.regions[1].blocks)


def _buffers(op: Operation) -> set[SSAValue]:
    return {root_of(value) for value in op.operands if is_a(value.type, _BUFFER)}


def _maker(value: SSAValue) -> Operation | None:
    """The operation that a value comes from, as a result or as an argument of a block in it."""
    return value.owner.parent_op() if isinstance(value.owner, Block) else value.owner
