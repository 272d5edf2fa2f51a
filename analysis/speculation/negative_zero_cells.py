"""Which floats are never -0.0 in some of their instances, by induction cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from ...dialect.ir.loop_like import carried_as, carried_by, find_loop
from ...dialect.ir.memory_access import Load, buffer_of, is_load, is_store, stored_in
from ...index.queries.instances import before
from ...index.sets.cells import points_at, visited
from ...index.sets.engine import IntSet, engine
from ...index.sets.from_isl import names_of
from ..accesses.accesses import Access, at_one_cell, renamed
from ..contracts.roles import MOST_PAIRS
from ..instances.enclosing_loops import is_iterator
from ..memory.facts import BlockFacts
from ..memory.negative_zero import is_known_alone, never_computed

_MOST_WIDENED = 3
"""How often the cells of one buffer are widened; then all are taken."""
_Key: TypeAlias = "SSAValue | tuple[SSAValue, Operation | None]"


class NegativeZeroCells:
    """
    Answers whether a value is never -0.0 at some points of the loops around it.

    As `NegativeZeros`, but of a buffer only the cells are looked at that count: other cells may
    hold -0.0, or be read before they are written.
    """

    def __init__(self, facts: BlockFacts):
        self._facts = facts
        # What is taken for granted while it is shown: of a value its points, of a buffer its cells.
        self._assumed: dict[_Key, IntSet] = {}
        self._widened: dict[_Key, int] = {}

    def never(self, value: SSAValue, points: IntSet) -> bool:
        """Whether the value is never -0.0 at these points; False if that is not shown."""
        if points.is_empty():
            return True
        owner = value.owner
        if isinstance(owner, Block):
            return self._carried(cast("BlockArgument", value), points)
        if is_load(owner):
            return self._loaded(owner, points)
        match owner:
            case arith.SelectOp():
                return self.never(owner.lhs, points) and self.never(owner.rhs, points)
            case affine.IfOp() | scf.IfOp():
                return self._given(owner, owner.results.index(value), points)
            case _ if find_loop(owner) is not None:
                found = (each.argument for each in carried_by(owner) if each.result is value)
                return any(self._carried(argument, points) for argument in found)
            case _:
                return never_computed(owner, lambda operand: self.never(operand, points))

    def _given(self, op: Operation, position: int, points: IntSet) -> bool:
        """The result of an if: each arm where it runs."""
        for region in op.regions:
            end = region.blocks[0].last_op if region.blocks else None
            if end is None or (there := self._under(points, end)) is None:
                return False
            if not self.never(end.operands[position], there):
                return False
        return True

    def _carried(self, argument: BlockArgument, points: IntSet) -> bool:
        """What a loop carries, by induction over its iterations, for all of the outer loops."""
        carried = carried_as(argument)
        loop = argument.owner.parent_op()
        if carried is None or loop is None or (around := self._under(points, loop)) is None:
            return False
        end = argument.owner.last_op
        inside = None if end is None else self._under(around, end)
        if inside is None:
            return False
        if around.is_subset(self._assumed.get(argument, engine().empty)):
            return True
        return self._by_induction(
            argument, around, [(carried.init, around), (carried.yielded, inside)]
        )

    def _loaded(self, load: Load, points: IntSet) -> bool:
        """A load: by induction over the stores that it may see at its cells."""
        buffer, stage = buffer_of(load), self._facts.reader.stage(load)
        instances, index = self._facts.reader.instances(load), self._facts.reader.cell(load)
        if instances is None or index is None or not self._facts.is_tracked(buffer):
            return False
        if not is_known_alone(buffer):
            return False
        there = self._under(points, load)
        assert there is not None
        cells = visited(there, index, instances.iterators)
        found = self._facts.until(buffer, stage)
        if not self._is_new(buffer) and not self._is_written(load, cells, found):
            if isinstance(buffer.owner, Block):
                return False
            # Reading what nobody wrote to a local buffer is undefined.
            found = [a.access for a in self._facts.accesses(buffer)]
        key = buffer, stage
        before = self._assumed.get(key, engine().empty)
        if cells.is_subset(before):
            return True
        self._widened[key] = self._widened.get(key, 0) + 1
        cells = cells.union(before) if self._widened[key] <= _MOST_WIDENED else engine().universe
        stored = [(stored_in(a.op), _at(a, cells)) for a in found if is_store(a.op)]
        return self._by_induction(key, cells, stored)

    def _by_induction(
        self, key: _Key, where: IntSet, sources: Sequence[tuple[SSAValue, IntSet]]
    ) -> bool:
        """Whether nothing that goes in at these points is -0.0, if nothing was before."""
        earlier = dict(self._assumed)
        self._assumed[key] = where
        shown = all(self.never(value, points) for value, points in sources)
        if not shown:
            self._assumed = earlier  # nor does what was shown under the hypothesis stand
        return shown

    def _under(self, points: IntSet, op: Operation) -> IntSet | None:
        """The points of the loops around another operation; None if it is not in the block."""
        instances = self._facts.reader.instances(op)
        if instances is None:
            return None
        others = sorted(names_of(points) - {*instances.iterators})
        gone = [name for name in others if self._iterates(name)]
        return engine().project(points, gone).intersect(engine().set(instances.condition))

    def _iterates(self, name: str) -> bool:
        try:
            return is_iterator(self._facts.reader.value(name))
        except KeyError:
            return False  # the size of a buffer

    def _is_new(self, buffer: SSAValue) -> bool:
        """Whether a buffer is allocated in the block, each time that it runs."""
        owner = buffer.owner
        return isinstance(owner, Operation) and self._facts.reader.stage(owner) is not None

    def _is_written(self, load: Load, cells: IntSet, found: Sequence[Access]) -> bool:
        """Whether a load only sees what the block stored before, where it is of these cells."""
        read = next((a for a in found if a.op is load), None)
        if read is None or read.index is None:
            return False
        writes = [renamed(a, "_w") for a in found if a.writes and a.must]
        if len(writes) > MOST_PAIRS:
            return False
        left = _at(read, cells)
        for write in writes:
            if left.is_empty():
                return True
            over = at_one_cell(read, write) & before(write.instances, read.instances)
            left = left.subtract(engine().project(engine().set(over), write.instances.iterators))
        return left.is_empty()


def _at(access: Access, cells: IntSet) -> IntSet:
    """The points at which an access is of one of these cells."""
    points = engine().set(access.instances.condition)
    return points if access.index is None else points.intersect(points_at(cells, access.index))
