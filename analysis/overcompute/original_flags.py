"""
Float flags that state a fact about inserted instances: if the fact is wrong, the original program
is poison already, wherever an inserted result is used (design, section 3, "Floats").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.loop_like import carried_by
from ...dialect.ir.memory_access import (
    Load,
    Store,
    buffer_of,
    is_load,
    stored_in,
)
from ...dialect.ir.poison_flags import fastmath_of
from ...index.connected import without_definitions
from ...index.expr import FALSE, TRUE, Expr, all_of, any_of, eq, var
from ...index.queries.instances import Instances, Iteration, before
from ...index.sets.cells import points_at
from ...index.sets.engine import IntSet, engine
from ..accesses.aliasing import is_tracked
from ..speculation.inserted_instances import SpeculatedInstances
from ..values.poison import has_flags
from .poison_flow import CarryingLoop, PoisonFlow

_Q = "_q"


class OriginalFlags:
    """
    Answers for the inserted instances of one insertion.

    A flag is a fact there of a value that an original instance of the same operation certainly
    takes too, where that one's poison certainly is in all that the inserted result gets to: what a
    loop carries, or a cell that both update, and that nothing else looks at in between. Of the
    place itself that an operation updates, and of its sign of zero, which is not poison, it is
    where an original instance of the operation updates it before or after that.
    """

    def __init__(self, insertion: SpeculatedInstances, written: Callable[[SSAValue], IntSet]):
        """`written` gives the cells of a buffer that the stage changes."""
        self._insertion, self._written = insertion, written
        self._found: dict[tuple[Operation, SSAValue, bool], IntSet] = {}

    def forget(self) -> None:
        """Forget the results from before more cells were said to change."""
        self._found.clear()

    def hold(self, op: Operation, operand: SSAValue, flag: FastMathFlag, points: IntSet) -> bool:
        """Whether a flag of an operation, if it has it, is a fact of an operand at these points."""
        is_sign = flag is FastMathFlag.NO_SIGNED_ZEROS
        key = op, operand, is_sign
        if key not in self._found:
            self._found[key] = self._find(op, operand, is_sign)
        return points.is_subset(self._found[key])

    def _find(self, op: Operation, operand: SSAValue, is_sign: bool) -> IntSet:
        nowhere = engine().empty
        insertion = self._insertion
        anchor = op if op in insertion.inside else insertion.guard
        here = insertion.instances(anchor)
        if not here.exact or not self._is_before(op, anchor):
            return nowhere
        flow = PoisonFlow(op, insertion.guard)
        runs = here.renamed(_Q).condition & insertion.condition.substitute(here.renaming(_Q))
        # What holds of sizes at each of the points need not be said of the pairs.
        pairs = engine().set(without_definitions(runs))
        points = self._shared(flow, operand, here, pairs)
        if not is_sign:
            condition, changed = self._same(operand, here)
            pairs = pairs.intersect(engine().set(condition)).subtract(changed)
            points = points.union(self._shared(flow, None, here, pairs))
        return points

    def _shared(
        self, flow: PoisonFlow, place: SSAValue | None, here: Instances, pairs: IntSet
    ) -> IntSet:
        """
        The inserted instances with a pair of which the original one's poison is in all that they
        get to; with a place, one that the operation updates from this operand.
        """
        found = [self._carried(flow, loop, place, pairs) for loop in flow.loops]
        found.append(self._updated(flow, place, here, pairs))
        points = engine().empty
        for both in found:
            if both is not None:
                points = points.union(engine().project(both, here.renamed(_Q).iterators))
        return points

    def _is_before(self, op: Operation, anchor: Operation) -> bool:
        """Whether an operation runs wherever the anchor does: it is this, or stands before it."""
        block = op.parent
        above = None if block is None else block.find_ancestor_op_in_block(anchor)
        return op is anchor or (above is not None and op.is_before_in_block(above))

    # --- the same value

    def _same(self, value: SSAValue, here: Instances) -> tuple[Expr, IntSet]:
        """
        When two instances, one renamed, take the same of a value, and the points at which a cell
        that is loaded may change.
        """
        owner = value.owner
        if isinstance(owner, Operation) and is_load(owner):
            return self._same_cell(owner, here) or self._same_iteration(value)
        if isinstance(owner, Operation) and _is_plain(owner):
            condition, changed = TRUE, engine().empty
            for operand in owner.operands:
                part = self._same(operand, here)
                condition, changed = condition & part[0], changed.union(part[1])
            return condition, changed
        return self._same_iteration(value)

    def _same_cell(self, load: Load, here: Instances) -> tuple[Expr, IntSet] | None:
        reader, stage = self._insertion.reader, self._insertion.stage
        index = self._insertion.index_or_none(load)
        if index is None or reader.stage(load) is not stage or not is_tracked(buffer_of(load)):
            return None
        written = self._written(buffer_of(load))
        if written.plain_is_universe():
            return None
        other = here.renaming(_Q)
        same = all_of(eq(i, i.substitute(other)) for i in index)
        return same, points_at(written, index)

    def _same_iteration(self, value: SSAValue) -> tuple[Expr, IntSet]:
        owner = value.owner
        first = owner.first_op if isinstance(owner, Block) else owner
        around = None if first is None else self._insertion.reader.instances(first)
        # What is outside the scope is one value each time that it runs.
        return _equal(() if around is None else around.iterators), engine().empty

    # --- what a loop carries

    def _carried(
        self, flow: PoisonFlow, loop: CarryingLoop, place: SSAValue | None, pairs: IntSet
    ) -> IntSet | None:
        """The pairs in one run of a loop out of which only poison comes; None if others may."""
        uses = flow.uses([flow.start], loop)
        if uses is None or uses.stores or not uses.results:
            return None
        for result in uses.results:
            (carried,) = (each for each in carried_by(loop) if each.result is result)
            argument, given = carried.argument, carried.yielded
            if place is not None:
                if not (flow.is_place(given, argument) and flow.is_place(place, argument)):
                    return None
            elif not flow.surely(result):
                return None
        around = self._insertion.instances(loop)
        return pairs.intersect(engine().set(_equal(around.iterators)))

    # --- cells that are updated

    def _updated(
        self, flow: PoisonFlow, place: SSAValue | None, here: Instances, pairs: IntSet
    ) -> IntSet | None:
        """The pairs that update the same cells, without other accesses in between."""
        if any(isinstance(at, Iteration) and not at.ordered for at in here.time):
            return None
        uses = flow.uses([flow.start], None)
        if uses is None or not uses.stores:
            return None
        for store in uses.stores:
            loads = self._updating(flow, store, place)
            index, instances = self._insertion.index_or_none(store), self._instances(store)
            if not loads or index is None or instances is None or not is_tracked(buffer_of(store)):
                return None
            block = store.parent
            if block is None or block.find_ancestor_op_in_block(flow.op) is None:
                return None
            also = flow.uses([load.results[0] for load in loads], None)
            if also is None or not all(other is store for other in also.stores):
                return None
            names = {name: var(name + _Q) for name in instances.iterators}
            same = all_of(eq(i, i.substitute(names)) for i in index)
            pairs = pairs.intersect(engine().set(same))
            between = self._between(store, loads, index, instances)
            if between is None:
                return None
            pairs = pairs.subtract(between)
        return pairs

    def _instances(self, op: Operation) -> Instances | None:
        found = self._insertion.reader.instances(op)
        return found if found is not None and found.exact else None

    def _updating(self, flow: PoisonFlow, store: Store, place: SSAValue | None) -> list[Load]:
        """The loads before a store by which it keeps poison that is in its cell."""
        index, block = self._insertion.index_or_none(store), store.parent
        if index is None or block is None or (place is None and not flow.surely(stored_in(store))):
            return []
        found: list[Load] = []
        for op in block.ops:
            if op is store:
                break
            if not is_load(op) or buffer_of(op) is not buffer_of(store):
                continue
            if self._insertion.index_or_none(op) != index:
                continue
            cell = op.results[0]
            if place is None:
                keeps = flow.stays(stored_in(store), cell)
            else:
                keeps = flow.is_place(stored_in(store), cell) and flow.is_place(place, cell)
            if keeps:
                found.append(op)
        return found

    def _between(
        self, store: Store, loads: Sequence[Load], index: Sequence[Expr], instances: Instances
    ) -> IntSet | None:
        """The pairs of updates between which something else accesses their cell."""
        found = engine().empty
        other = instances.renamed(_Q)
        for access in self._insertion.facts.accesses(buffer_of(store)):
            own = access.access
            if own.op is store or own.op in loads:
                continue
            if access.stage not in (self._insertion.stage, None):
                continue
            if own.index is None or access.stage is None or own.op in self._insertion.removed:
                return None
            third = replace(own.instances, condition=self._insertion.original(own)).renamed("_t")
            at = {name: var(name + "_t") for name in own.instances.iterators}
            same = all_of(eq(i, k.substitute(at)) for i, k in zip(index, own.index, strict=True))
            # Once a cell is poison, only a store can change that.
            after = before(other, third) & before(third, instances) if own.writes else FALSE
            first = before(instances, third) & before(third, other)
            when = all_of([third.condition, same, any_of([first, after])])
            found = found.union(engine().project(engine().set(when), third.iterators))
        return found


def _equal(names: Iterable[str]) -> Expr:
    return all_of(eq(var(name), var(name + _Q)) for name in names)


def _is_plain(op: Operation) -> bool:
    """Whether an operation gives the same of the same: flags may leave it more than one value."""
    return is_arithmetic(op) and not fastmath_of(op) and not has_flags(op)
