"""Whether the arms of a guard do the same, operation by operation, where it does not hold."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialect.ir.effects import may_move
from ...dialect.ir.memory_access import (
    LoadOrStore,
    buffer_of,
    is_load_or_store,
    is_store,
    stored_in,
)
from ...index.expr import Expr, any_of, ne
from ...index.sets.engine import engine
from ..instances.enclosing_loops import is_iterator
from ..speculation.inserted_instances import SpeculatedInstances


def do_the_same(insertion: SpeculatedInstances) -> bool:
    """
    Whether running the first arm in place of the other arm has the same effect.

    The arms may use different expressions for the same cells, values and constants. False if this
    cannot be proven.
    """
    guard = insertion.guard
    if isinstance(guard, arith.SelectOp) or len(guard.regions) < 2 or not guard.regions[1].blocks:
        return False
    first, second = (region.blocks[0] for region in guard.regions)
    return _Arms(insertion).are_same(first, second)


class _Arms:
    def __init__(self, insertion: SpeculatedInstances):
        self._insertion, self._reader = insertion, insertion.reader
        self._values: dict[SSAValue, SSAValue] = {}
        self._iterators: dict[str, Expr] = {}

    def are_same(self, first: Block, second: Block) -> bool:
        left, right = self._steps(first), self._steps(second)
        if len(left) != len(right):
            return False
        return all(self._same_step(a, b) for a, b in zip(left, right, strict=True))

    def _steps(self, block: Block) -> list[Operation]:
        """The operations but those that only give numbers, which count where they are used."""
        return [op for op in block.ops if not self._gives_number(op)]

    def _gives_number(self, op: Operation) -> bool:
        if isinstance(op, arith.ConstantOp):
            return True
        if not may_move(op) or len(op.results) != 1:
            return False
        return isinstance(op.results[0].type, IndexType) and bool(self._numbers(op.results[0]))

    def _numbers(self, *values: SSAValue) -> tuple[Expr, ...]:
        """Index values as expressions; none where one cannot be read."""
        return self._reader.indices(list(values)) or ()

    def _same_step(self, first: Operation, second: Operation) -> bool:
        if first.name != second.name:
            return False
        if is_load_or_store(first) and is_load_or_store(second):
            same = self._same_access(first, second)
        else:
            same = first.properties == second.properties and self._same_operands(first, second)
        if not same or [r.type for r in first.results] != [r.type for r in second.results]:
            return False
        self._values.update(zip(second.results, first.results, strict=True))
        if len(first.regions) != len(second.regions):
            return False
        return all(map(self._same_region, first.regions, second.regions))

    def _same_region(self, first: Region, second: Region) -> bool:
        if len(first.blocks) != len(second.blocks) or len(first.blocks) > 1:
            return False
        return all(map(self._same_body, first.blocks, second.blocks))

    def _same_body(self, first: Block, second: Block) -> bool:
        if [a.type for a in first.args] != [b.type for b in second.args]:
            return False
        self._values.update(zip(second.args, first.args, strict=True))
        for own, other in zip(first.args, second.args, strict=True):
            if is_iterator(own):  # and so is the other, of an operation of the same name
                ((kept,), (gone,)) = self._numbers(own), self._numbers(other)
                self._iterators[str(gone)] = kept
        return self.are_same(first, second)

    def _same_access(self, first: LoadOrStore, second: LoadOrStore) -> bool:
        index, other = self._insertion.index_or_none(first), self._insertion.index_or_none(second)
        if (
            index is None
            or other is None
            or not self._same_value(first, buffer_of(first), buffer_of(second))
        ):
            return False
        if is_store(first) and is_store(second):
            return self._equal(first, index, other) and self._same_value(
                first, stored_in(first), stored_in(second)
            )
        return self._equal(first, index, other)

    def _same_operands(self, first: Operation, second: Operation) -> bool:
        if len(first.operands) != len(second.operands):
            return False
        pairs = zip(first.operands, second.operands, strict=True)
        return all(self._same_value(first, own, other) for own, other in pairs)

    def _same_value(self, user: Operation, own: SSAValue, other: SSAValue) -> bool:
        """
        Whether an operand of an operation of the first arm equals the operand in the other arm.
        """
        if self._values.get(other, other) is own:
            return True
        if own.type != other.type:
            return False
        if isinstance(own.owner, arith.ConstantOp) and isinstance(other.owner, arith.ConstantOp):
            return own.owner.value == other.owner.value
        if not isinstance(own.type, IndexType):
            return False
        index, place = self._numbers(own), self._numbers(other)
        return bool(index) and bool(place) and self._equal(user, index, place)

    def _equal(self, user: Operation, own: Sequence[Expr], other: Sequence[Expr]) -> bool:
        """Whether numbers are the same wherever the operation of the first arm is inserted."""
        condition, _ = self._insertion.inserted(user)
        theirs = [number.substitute(self._iterators) for number in other]
        apart = any_of(ne(a, b) for a, b in zip(own, theirs, strict=True))
        return engine().set(condition & apart).is_empty()
