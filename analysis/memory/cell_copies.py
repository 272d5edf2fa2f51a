"""Which cells of a buffer hold what others of it hold: by assumes, and by stages that copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue

from ...dialect.ir.memory_access import buffer_of, is_load, is_store, stored_in
from ...index.expr import Expr, all_of, eq, lift, var
from ...index.sets.cells import at_cell, cell_names, union
from ...index.sets.engine import IntSet, engine
from ..accesses.accesses import Access, touched
from .assumptions import equal_cells
from .facts import BlockFacts


@dataclass(frozen=True)
class _Copies:
    """
    Pairs of cells that hold the same, over `iterators` where `condition` holds.

    They do where the first is not in `not_first`, nor the second in `not_second`.
    """

    index: tuple[Expr, ...]
    source: tuple[Expr, ...]
    condition: Expr
    iterators: tuple[str, ...]
    not_first: IntSet
    not_second: IntSet

    def at(self, points: IntSet, first: Sequence[Expr], second: Sequence[Expr]) -> IntSet:
        """The points at which the cells of two indices are such a pair."""
        points = _apart(_apart(points, self.not_first, first), self.not_second, second)
        pairs = zip((*self.index, *self.source), (*first, *second), strict=True)
        same = all_of([self.condition, *(eq(own, given) for own, given in pairs)])
        return engine().project(points.intersect(engine().set(same)), self.iterators)

    def is_function(self) -> bool:
        """Whether no cell is the first of two pairs."""
        sources = [f"d{k}" for k in range(len(self.source))]
        second = [eq(var(d), i) for d, i in zip(sources, self.source, strict=True)]
        pairs = engine().set(all_of([self.condition, at_cell(self.index), *second]))
        return engine().determines(engine().project(pairs, self.iterators), sources)


class CellCopies:
    """Answers for the time when a stage of the block begins."""

    def __init__(self, facts: BlockFacts, stage: Operation):
        self._facts, self._stage = facts, stage

    def hold_the_same(
        self, buffer: SSAValue, first: Sequence[Expr], second: Sequence[Expr], points: IntSet
    ) -> bool:
        """Return whether two cells provably hold the same value at each of these points."""
        for earlier in reversed(self._facts.stages_before(buffer, self._stage)):
            writes = self._facts.writes_in(buffer, earlier)
            for copies in [*self._stated(buffer, earlier, writes), *self._stored(buffer, writes)]:
                for a, b in ((first, second), (second, first)):
                    points = points.subtract(copies.at(points, a, b))
            if points.is_empty():
                return True
            written = union(map(touched, writes))
            if not points.is_subset(_apart(_apart(points, written, first), written, second)):
                return False
        return False

    def source(self, buffer: SSAValue, cell: Sequence[int]) -> tuple[int, ...] | None:
        """The cell that one is a copy of; None if it is none, or that depends on sizes."""
        first = [lift(i) for i in cell]
        names = [f"d{k}" for k in range(len(cell))]
        since = engine().empty
        for earlier in reversed(self._facts.stages_before(buffer, self._stage)):
            writes = self._facts.writes_in(buffer, earlier)
            for copies in [*self._stated(buffer, earlier, writes), *self._stored(buffer, writes)]:
                second = [var(d) for d in names]
                found = _apart(copies.at(engine().universe, first, second), since, second)
                if engine().count(found, names) == 1:
                    values = engine().example(found, names) or {}
                    return tuple(values[d] for d in names)
            since = since.union(union(map(touched, writes)))
            if not since.intersect(engine().set(at_cell(first))).is_empty():
                return None
        return None

    def _stated(
        self, buffer: SSAValue, stage: Operation, writes: Sequence[Access]
    ) -> Iterator[_Copies]:
        written = union(map(touched, writes))
        for assume in self._facts.assumes_on(buffer, stage):
            equal = equal_cells(assume, self._facts.reader)
            if equal is not None and equal.buffer is buffer:
                where = equal.condition, equal.iterators
                yield _Copies(equal.first, equal.second, *where, written, written)

    def _stored(self, buffer: SSAValue, writes: Sequence[Access]) -> Iterator[_Copies]:
        """Return the copies that stores leave, of stages that store nothing else in the buffer."""
        written = union(map(touched, writes))
        for access in writes:
            if access.by is not None:
                continue
            load = stored_in(access.op).owner if is_store(access.op) else None
            if not is_load(load) or buffer_of(load) is not buffer or not access.must:
                continue
            reads = (a.access for a in self._facts.accesses(buffer) if a.access.op is load)
            source = next((read.index for read in reads if not read.writes), None)
            if access.index is None or source is None:
                continue
            copies = _Copies(
                access.index,
                source,
                access.instances.condition,
                access.instances.iterators,
                union(touched(other) for other in writes if other is not access),
                written,
            )
            if copies.is_function():
                yield copies


def _apart(points: IntSet, cells: IntSet, index: Sequence[Expr]) -> IntSet:
    """The points at which an index is none of the cells."""
    inside = points.intersect(engine().set(at_cell(index))).intersect(cells)
    return points.subtract(engine().project(inside, cell_names(len(index))))
