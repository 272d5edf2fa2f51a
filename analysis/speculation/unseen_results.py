"""Whether all that depends on a changed value is stored in cells that are never read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects import affine, scf
from xdsl.ir import Operation, SSAValue, Use

from ...dialect.ir.effects import DIVISIONS, is_arithmetic
from ...dialect.ir.loop_like import carried_by, find_loop
from ...dialect.ir.memory_access import Store, buffer_of, is_load, is_store, is_stored_value
from ...dialect.ir.operations import is_a
from ...index.expr import Expr, var
from ...index.queries.instances import Instances
from ...index.sets.cells import points_at, visited
from ...index.sets.engine import IntSet, engine
from ...index.sets.from_isl import renamed
from ..accesses.accesses import Access
from .inserted_instances import SpeculatedInstances

_MOST_STEPS = 64
"""Uses of changed values that are looked at, so that a chain of cells costs no more."""


@dataclass(frozen=True)
class _Changed:
    """A value, and the points of the loops with these iterators at which it changes."""

    value: SSAValue
    points: IntSet
    iterators: tuple[str, ...]

    def seen_by(self, instances: Instances) -> IntSet:
        """The points for what runs under other loops: of those that are not around, any."""
        gone = [name for name in self.iterators if name not in instances.iterators]
        return engine().project(self.points, gone)


def is_unseen(value: SSAValue, points: IntSet, insertion: SpeculatedInstances) -> bool:
    """
    Whether it makes no difference which value this is at these points of the loops around the
    guard.

    The value is followed through arithmetic, results of ifs and values carried by loops, to stores
    into cells that nothing after the stage reads, and through the loads of these cells in the
    stage. Any other use makes a difference: in a condition, an index, a division, an assume, or
    elsewhere.
    """
    return _make_no_difference([_Changed(value, points, insertion.around.iterators)], insertion)


def are_unseen(
    buffer: SSAValue,
    cells: IntSet,
    insertion: SpeculatedInstances,
    reads: Iterable[Access],
) -> bool:
    """
    Whether it makes no difference to the rest of the program what these cells hold after an
    inserted store: only `reads` are followed in the stage, as far as they are original.
    """
    if not _is_dead_after(buffer, cells, insertion):
        return False
    pending = list[_Changed]()
    for access in reads:
        found = _seen_by(access, insertion.original(access), cells)
        if found is None or (found and access.op in insertion.removed):
            return False
        pending += found
    return _make_no_difference(pending, insertion)


def _make_no_difference(pending: list[_Changed], insertion: SpeculatedInstances) -> bool:
    reached: dict[SSAValue, IntSet] = {}
    for _ in range(_MOST_STEPS):
        if not pending:
            return True
        changed = pending.pop()
        points, before = changed.points, reached.get(changed.value)
        if points.is_empty() if before is None else points.is_subset(before):
            continue
        reached[changed.value] = points if before is None else points.union(before)
        for use in changed.value.uses:
            onward = _onward(use, changed, insertion)
            if onward is None:
                return False
            pending += onward
    return not pending


def _onward(use: Use, changed: _Changed, insertion: SpeculatedInstances) -> list[_Changed] | None:
    """Return the values that change if a changed value is used; None if an effect depends on it."""
    op = use.operation
    instances = insertion.reader.instances(op)
    if instances is None:
        return None
    points = changed.seen_by(instances).intersect(engine().set(instances.condition))
    if points.is_empty():
        return []
    if is_store(op) and is_stored_value(op, use.index):
        return _through_memory(op, instances, points, insertion)
    if isinstance(op, affine.YieldOp | scf.YieldOp):
        return _yielded(
            op, use.index, _Changed(changed.value, points, instances.iterators), insertion
        )
    if isinstance(op, affine.ForOp | scf.ForOp):
        # What is carried comes after the bounds.
        position = use.index - (len(op.operands) - len(op.results))
        if position < 0:
            return None
        carried = carried_by(op)[position]
        given = (carried.argument, carried.result)
        return [_Changed(v, points, instances.iterators) for v in given]
    if not is_arithmetic(op) or is_a(op, DIVISIONS):
        return None
    return [_Changed(result, points, instances.iterators) for result in op.results]


def _through_memory(
    op: Store, instances: Instances, points: IntSet, insertion: SpeculatedInstances
) -> list[_Changed] | None:
    """Return what loads of the stage see of a changed value; None if anything else may see it."""
    index, stage, buffer = insertion.index_or_none(op), insertion.stage, buffer_of(op)
    if index is None or insertion.reader.stage(op) is not stage:
        return None  # what is known of cells speaks of the time after the stage
    cells = visited(points, index, instances.iterators)
    if not _is_dead_after(buffer, cells, insertion):
        return None
    changed = list[_Changed]()
    for found in insertion.facts.accesses_in(buffer, stage):
        if found.access.writes:
            continue
        condition = found.access.instances.condition
        if found.access.op in insertion.removed:
            condition = insertion.domain
        seen = _seen_by(found.access, condition, cells)
        if seen is None or (seen and found.access.op in insertion.removed):
            return None
        changed += seen
    return changed


def _seen_by(access: Access, condition: Expr, cells: IntSet) -> list[_Changed] | None:
    """The value that a load gives where it is of these cells; None of what is no load."""
    if access.index is None:
        return None
    points = engine().set(condition).intersect(points_at(cells, access.index))
    if points.is_empty():
        return []
    if not is_load(access.op):
        return None
    return [_Changed(access.op.results[0], points, access.instances.iterators)]


def _is_dead_after(buffer: SSAValue, cells: IntSet, insertion: SpeculatedInstances) -> bool:
    """Whether nothing after the stage, and no assume in it, needs what these cells hold."""
    facts, stage = insertion.facts, insertion.stage
    if not facts.assumed_cells(buffer, stage).intersect(cells).is_empty():
        return False
    return facts.is_dead_after(buffer, cells, stage)


def _yielded(
    op: Operation, position: int, changed: _Changed, insertion: SpeculatedInstances
) -> list[_Changed] | None:
    around = op.parent_op()
    if not isinstance(around, affine.ForOp | scf.ForOp | affine.IfOp | scf.IfOp):
        return None
    instances = insertion.reader.instances(around)
    if instances is None:
        return None
    result, loop = around.results[position], find_loop(around)
    points = changed.seen_by(instances)
    found = list[_Changed]()
    if loop is not None:
        (name,) = changed.iterators[len(instances.iterators) :]
        later = _after(changed.points, name)
        argument = carried_by(around)[position].argument
        found.append(_Changed(argument, later, changed.iterators))
    # What is looked at first is last: the result, on the way to a store that somebody reads.
    return [*found, _Changed(result, points, instances.iterators)]


def _after(points: IntSet, name: str) -> IntSet:
    """The points of the same loops in which one iterator is greater than at one of some points."""
    earlier = engine().set(var(f"{name}_before") < var(name))
    before = renamed(points, {name: f"{name}_before"})
    return engine().project(before.intersect(earlier), [f"{name}_before"])
