"""Whether a value is what another one would have been, for all inserted instances of a part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.memory_access import Load, buffer_of, is_load
from ...dialect.ops import UndefOp
from ...index.expr import Expr, any_of, lift, ne
from ...index.sets.cells import at_cell, cell_names
from ...index.sets.engine import engine
from ..memory.cell_copies import CellCopies
from ..speculation.inserted_instances import SpeculatedInstances
from ..speculation.same_iteration import sees_entry
from ..values.folding import surely_equal
from .inserted_values import InsertedValues, Part

_DROPPED = "overflowFlags"
"""A promise of inserted operations that goes with their guard."""


class SameValues:
    """Compares what the arm that goes gave with what takes its place."""

    def __init__(self, insertion: SpeculatedInstances, values: InsertedValues):
        self._insertion, self._values = insertion, values
        self._copies = CellCopies(insertion.facts, insertion.stage)

    def replaces(self, after: SSAValue, before: SSAValue, part: Part) -> bool:
        """Whether `after` is what `before` was, or that was arbitrary; False if not shown."""
        return self._is_undef(before) or self._same(after, before, part)

    def _same(self, after: SSAValue, before: SSAValue, part: Part) -> bool:
        folded = self._values.fold(after, part), self._values.fold_removed(before, part)
        if surely_equal(*folded):
            return True
        left, right = folded
        if not isinstance(left, SSAValue) or not isinstance(right, SSAValue):
            return False
        if isinstance(left.type, IndexType):
            return self._same_index(left, right, part)
        first, second = left.owner, right.owner
        if not isinstance(first, Operation) or not isinstance(second, Operation):
            return False
        if is_load(first) and is_load(second):
            return self._same_cell(first, second, part)
        return self._same_operation(first, second, part)

    def copied_cell(self, load: Load, cell: Sequence[int]) -> tuple[int, ...] | None:
        """The cell of which one that a load reads is a copy; None if that is not known."""
        source = self._copies.source(buffer_of(load), cell)
        written = self._values.written(buffer_of(load))
        for found in (cell, source or ()):
            here = engine().set(at_cell(map(lift, found)))
            if not written.intersect(here).is_empty():
                return None
        return source

    def needed_load(self, after: SSAValue, before: SSAValue, part: Part) -> Load | None:
        """
        The load whose value is needed in place of the value that is read, if both sides only load.
        """
        left, right = self._values.fold(after, part), self._values.fold_removed(before, part)
        read = isinstance(left, SSAValue) and is_load(left.owner)
        if not read and not is_load(after.owner):
            return None
        return right.owner if isinstance(right, SSAValue) and is_load(right.owner) else None

    def _is_undef(self, before: SSAValue) -> bool:
        """Whether a value of the arm that goes is undef, and nothing else is the same undef."""
        owner = before.owner
        return (
            isinstance(owner, UndefOp)
            and owner in self._insertion.removed
            and len(list(before.uses)) == 1
        )

    def _same_operation(self, first: Operation, second: Operation, part: Part) -> bool:
        if not is_arithmetic(first):
            return False
        if first.name != second.name or _promises(first) != _promises(second):
            return False
        if len(first.results) != 1 or len(first.operands) != len(second.operands):
            return False
        operands = zip(first.operands, second.operands, strict=True)
        return all(a.type == b.type and self._same(a, b, part) for a, b in operands)

    def _same_index(self, first: SSAValue, second: SSAValue, part: Part) -> bool:
        exprs = self._insertion.reader.indices([first, second])
        if exprs is None:
            return False
        return part.points.intersect(engine().set(ne(*exprs))).is_empty()

    def _same_cell(self, first: Load, second: Load, part: Part) -> bool:
        """Whether two loads, of what is there when the guard is reached, give the same."""
        guard, buffer = self._insertion.guard, buffer_of(first)
        if buffer_of(second) is not buffer:
            return False
        if not (sees_entry(first, guard) and sees_entry(second, guard)):
            return False
        index, other = self._values.index(first), self._values.index(second)
        if index is None or other is None:
            return False
        apart = part.points.intersect(engine().set(differ(index, other)))
        if apart.is_empty():
            return True
        written = self._values.written(buffer)
        for cell in (index, other):
            inside = apart.intersect(engine().set(at_cell(cell))).intersect(written)
            if not engine().project(inside, cell_names(len(cell))).is_empty():
                return False
        return self._copies.hold_the_same(buffer, index, other, apart)


def differ(first: Sequence[Expr], second: Sequence[Expr]) -> Expr:
    """The condition that two indices belong to different cells."""
    return any_of(ne(a, b) for a, b in zip(first, second, strict=True))


def _promises(op: Operation) -> Mapping[str, Attribute]:
    """Return what tells an operation apart, besides its operands."""
    kept = {name: value for name, value in op.properties.items() if name != _DROPPED}
    return {**op.attributes, **kept}
