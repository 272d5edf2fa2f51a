"""Whether all that depends on a changed value is stored in cells that are never read."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import affine, scf
from xdsl.ir import Operation, SSAValue, Use

from ...dialect.ir.effects import DIVISIONS, is_arithmetic
from ...dialect.ir.loop_like import carried_by
from ...dialect.ir.memory_access import Store, buffer_of, is_store, is_stored_value
from ...dialect.ir.operations import is_a
from ...index.queries.instances import Instances
from ...index.sets.cells import visited
from ...index.sets.engine import IntSet, engine
from ..accesses.accesses import touched
from .inserted_instances import SpeculatedInstances


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
    into cells that neither the stage nor anything after it reads. Any other use makes a difference:
    in a condition, an index, a division, an assume, or elsewhere.
    """
    reached: dict[SSAValue, IntSet] = {}
    pending = [_Changed(value, points, insertion.around.iterators)]
    while pending:
        changed = pending.pop()
        before = reached.get(changed.value, engine().empty)
        if changed.points.is_subset(before):
            continue
        reached[changed.value] = changed.points.union(before)
        for use in changed.value.uses:
            onward = _onward(use, changed, insertion)
            if onward is None:
                return False
            pending += onward
    return True


def _onward(use: Use, changed: _Changed, insertion: SpeculatedInstances) -> list[_Changed] | None:
    """Return the values that change if a changed value is used; None if an effect depends on it."""
    op = use.operation
    instances = insertion.reader.instances(op)
    if instances is None:
        return None
    points = changed.seen_by(instances)
    if is_store(op) and is_stored_value(op, use.index):
        return [] if _is_dead(op, instances, points, insertion) else None
    if isinstance(op, affine.YieldOp | scf.YieldOp):
        return _yielded(
            op, use.index, _Changed(changed.value, points, instances.iterators), insertion
        )
    if isinstance(op, affine.ForOp | scf.ForOp):
        # What is carried comes after the bounds.
        position = use.index - (len(op.operands) - len(op.results))
        if position < 0:
            return None
        return [_Changed(v, points, instances.iterators) for v in _carried(op, position)]
    if not is_arithmetic(op) or is_a(op, DIVISIONS):
        return None
    return [_Changed(result, points, instances.iterators) for result in op.results]


def _yielded(
    op: Operation, position: int, changed: _Changed, insertion: SpeculatedInstances
) -> list[_Changed] | None:
    around = op.parent_op()
    if not isinstance(around, affine.ForOp | scf.ForOp | affine.IfOp | scf.IfOp):
        return None
    instances = insertion.reader.instances(around)
    if instances is None:
        return None
    points = changed.seen_by(instances)
    given: list[SSAValue] = [around.results[position]]
    if isinstance(around, affine.ForOp | scf.ForOp):
        given = _carried(around, position)
    return [_Changed(value, points, instances.iterators) for value in given]


def _carried(loop: affine.ForOp | scf.ForOp, position: int) -> list[SSAValue]:
    """
    Return the result of a loop, and the value in its iterations, for one value that the loop
    carries.
    """
    carried = carried_by(loop)[position]
    return [carried.result, carried.argument]


def _is_dead(
    op: Store, instances: Instances, points: IntSet, insertion: SpeculatedInstances
) -> bool:
    """Whether nothing reads what the instances of a store at these points have stored."""
    index, stage = insertion.index_or_none(op), insertion.stage
    if index is None or insertion.reader.stage(op) is not stage:
        return False  # what is known of cells speaks of the time after the stage
    where = engine().set(instances.condition).intersect(points)
    cells = visited(where, index, instances.iterators)
    for found in insertion.facts.accesses_in(buffer_of(op), stage):
        if not found.access.writes and not touched(found.access).intersect(cells).is_empty():
            return False
    if not insertion.facts.assumed_cells(buffer_of(op), stage).intersect(cells).is_empty():
        return False
    return insertion.facts.is_dead_after(buffer_of(op), cells, stage)
