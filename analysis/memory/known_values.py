"""
Values that cells are certain to hold when an access runs: the last stored value, or a known
constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.ir import Operation, SSAValue

from ...dialect.ir.loop_like import find_loop
from ...dialect.ir.memory_access import Load, Store, buffer_of, is_load, is_store, stored_in
from ...dialect.ops import UndefOp
from ...index.expr import FALSE, Expr, all_of, eq
from ...index.queries.conditions import is_implied
from ...index.queries.instances import Instances, before
from ...index.sets.engine import GaveUp, NotAffine, engine
from ..accesses.accesses import Access, touched
from ..instances.enclosing_loops import runs_in_order
from ..values.folding import surely_equal
from ..values.known import Exactly, Known, SomeZero
from .facts import BlockFacts, stored_value


def known_value(load: Load, facts: BlockFacts) -> Exactly | SSAValue | None:
    """
    The constant that the load gives, or the value that a store before it left in its cell.

    None where neither is shown: each write of the buffer that may come in between and may be to the
    same cell, calls included, ends what is known.
    """
    if not _may_tell(load, facts):
        return None
    try:
        with engine().budget():
            cell = _Cell.of(load, facts)
            if cell is None:
                return None
            last = cell.last_access()
            if is_store(last):
                # Undef may not go where only the cell may: into conditions and indices.
                return None if isinstance(stored_in(last).owner, UndefOp) else stored_in(last)
            held = cell.held()
            return held if isinstance(held, Exactly) else None
    except (GaveUp, NotAffine):
        return None


def stored_before(load: Load, facts: BlockFacts) -> SSAValue | None:
    """The value that a store before a load certainly left in its cell; None if not shown."""
    if not _may_tell(load, facts):
        return None
    try:
        with engine().budget():
            cell = _Cell.of(load, facts)
            last = None if cell is None else cell.last_access()
    except (GaveUp, NotAffine):
        return None
    # Undef may not go where only the cell may: into conditions and indices.
    if not is_store(last) or isinstance(stored_in(last).owner, UndefOp):
        return None
    return stored_in(last)


def _may_tell(load: Load, facts: BlockFacts) -> bool:
    """Whether anything may tell what is loaded; asked before all accesses are read."""
    stage = facts.reader.stage(load)
    return stage is not None and facts.may_tell(buffer_of(load), stage)


def holds_already(store: Store, facts: BlockFacts) -> bool:
    """
    Whether the cell certainly holds the stored value when the store runs; False if not shown.
    """
    value = stored_value(store)
    if value is None and not _is_met_again(store, facts):
        return False
    try:
        with engine().budget():
            cell = _Cell.of(store, facts, value)
            if cell is None:
                return False
            load = stored_in(store).owner
            last = cell.last_access(load if is_load(load) else None)
            if is_store(last):
                other = stored_value(last)
                same = value is not None and other is not None and surely_equal(value, other)
                return stored_in(last) is stored_in(store) or same
            if last is not None:
                return True
            held = cell.held()
            return value is not None and held is not None and surely_equal(held, value)
    except (GaveUp, NotAffine):
        return False


def _is_met_again(store: Store, facts: BlockFacts) -> bool:
    """Whether what is stored is loaded from the buffer, or stored a second time."""
    stored = stored_in(store)
    if is_load(stored.owner) and facts.accesses_by(stored.owner, buffer_of(store)):
        return True
    return any(is_store(use.operation) and use.operation is not store for use in stored.uses)


def is_left_as_loaded(store: Store, load: Load, facts: BlockFacts) -> bool:
    """Whether the cell of a store is one that a load before it was of, unchanged since."""
    if not facts.accesses_by(load, buffer_of(store)):
        return False
    try:
        with engine().budget():
            cell = _Cell.of(store, facts)
            return cell is not None and cell.last_access(load) is load
    except (GaveUp, NotAffine):
        return False


def holds_either_zero(store: Store, facts: BlockFacts) -> bool:
    """Whether the store is of a zero, and all that is known of its cell is that it holds one."""
    value = stored_value(store)
    stored = value.value if isinstance(value, Exactly) else None
    if not isinstance(stored, FloatAttr) or cast("FloatAttr[AnyFloat]", stored).value.data != 0:
        return False
    try:
        with engine().budget():
            cell = _Cell.of(store, facts, value)
            known = None if cell is None or cell.last_access() is not None else cell.held()
            return isinstance(known, SomeZero)
    except (GaveUp, NotAffine):
        return False


@dataclass(frozen=True)
class _Cell:
    """
    The cell that an operation accesses, at the time when it does.

    Writes of `value` leave what is asked for where it was already.
    """

    op: Load | Store
    own: Access
    value: Known | None
    facts: BlockFacts

    @classmethod
    def of(cls, op: Load | Store, facts: BlockFacts, value: Known | None = None) -> _Cell | None:
        """The cell of an access; None if it, or the order of what is around, is not known."""
        if not facts.is_followed(buffer_of(op)) or not runs_in_order(op, facts.scope):
            return None
        found = facts.accesses_by(op, buffer_of(op))
        own = found[0].access if found else None
        if own is None:
            # A load that feeds only assumes is not an access, but one may ask what it gives.
            every = facts.with_assumes(buffer_of(op))
            own = next((access for access in every if access.op is op), None)
        if own is None or own.index is None:
            return None
        return cls(op, own, value, facts)

    def last_access(self, load: Load | None = None) -> Load | Store | None:
        """
        The store whose value the cell still holds, or the given load if that is of the cell and
        nothing changed it since. Goes back from the operation, and out of what is around it.
        """
        if load is None and not self.facts.is_written(buffer_of(self.op)):
            return None
        current: Operation | None = self.op
        while current is not None and self.facts.reader.stage(current) is not None:
            earlier = current.prev_op
            while earlier is not None:
                if load is not None and earlier is load and self._is_of_cell(load):
                    return load
                if is_store(earlier) and self._is_of_cell(earlier):
                    return earlier
                if any(map(self._may_change, self._changing(earlier))):
                    return None
                earlier = earlier.prev_op
            current = current.parent_op()
            if current is not None and find_loop(current) is not None:
                around = self.facts.reader.instances(current)
                writes = self._changing(current)
                if around is None or any(_comes_before(w, self.own, around) for w in writes):
                    return None
        return None

    def held(self) -> Exactly | SomeZero | None:
        """Return what the cells hold since before the stage, if nothing changes it first."""
        stage = self.facts.reader.stage(self.op)
        if stage is None:
            return None
        for found in self.facts.accesses_in(buffer_of(self.op), stage):
            if not found.access.writes:
                continue
            changes = not self._is_harmless(found.access)
            if found.stage is None or (changes and _comes_before(found.access, self.own)):
                return None
        cells = touched(self.own)
        facts = self.facts.before(buffer_of(self.op), stage)
        said = [fact.value for fact in facts if cells.is_subset(fact.cells)]
        exact = (value for value in said if isinstance(value, Exactly))
        return next(exact, next((value for value in said if isinstance(value, SomeZero)), None))

    def _changing(self, op: Operation) -> Sequence[Access]:
        """Return the writes inside an operation that may change the cells in question."""
        return [
            write
            for write in self.facts.writes_inside(op, buffer_of(self.op))
            if not self._is_harmless(write)
        ]

    def _is_harmless(self, write: Access) -> bool:
        # A store, in earlier iterations, stored what it does now, or the search never gets there.
        if write.op is self.op:
            return True
        return self.value is not None and write.as_is and _stores(write.op, self.value)

    def _is_of_cell(self, op: Load | Store) -> bool:
        """
        Whether another access, that ran in the same iterations, certainly was of the same cell.
        """
        found = self.facts.accesses_by(op, buffer_of(self.op))
        if not found or not found[0].access.as_is:
            return False
        same = _same_cell(found[0].access, self.own)
        if same is None:
            return False
        return is_implied(self.own.instances.condition, same)

    def _may_change(self, write: Access) -> bool:
        """Whether a write that ran in the same iterations of what is around may be to the cell."""
        same = _same_cell(write, self.own)
        if same is None:
            return True
        both = all_of([write.instances.condition, self.own.instances.condition, same])
        return not is_implied(both, FALSE)


def _stores(op: Operation, value: Known) -> bool:
    stored = stored_value(op)
    return stored is not None and surely_equal(stored, value)


def _same_cell(first: Access, second: Access) -> Expr | None:
    """The condition that both are at one cell; None if any may be."""
    if first.index is None or second.index is None:
        return None
    return all_of([eq(a, b) for a, b in zip(first.index, second.index, strict=True)])


def _comes_before(write: Access, own: Access, around: Instances | None = None) -> bool:
    """Whether a write may be to the cell, and before; in one execution of what is around both."""
    if write.index is None:
        return True
    outer = 0 if around is None else len(around.iterators)
    inner = replace(write.instances, iterators=write.instances.iterators[outer:])
    names = inner.renaming("_w")
    index = tuple(i.substitute(names) for i in write.index)
    earlier = replace(write, instances=inner.renamed("_w"), index=index)
    same = _same_cell(earlier, own)
    if same is None:
        return True
    skipped = 0 if around is None else len(around.time) - 1
    when = before(_since(earlier.instances, skipped), _since(own.instances, skipped))
    both = all_of([earlier.instances.condition, own.instances.condition, same, when])
    return not is_implied(both, FALSE)


def _since(instances: Instances, skipped: int) -> Instances:
    return replace(instances, time=instances.time[skipped:])
