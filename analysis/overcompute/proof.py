"""
Whether a guard may go: what dropping it inserts must change nothing that anyone may see.

Each inserted instance must be safe to run; each store must leave what its cell holds, or be dead;
each value that comes out must stay what it was (design, section 5).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue

from ...dialect.ir.effects import DIVISIONS
from ...dialect.ir.memory_access import Load, Store, buffer_of, is_load, is_store, stored_in
from ...dialect.ir.operations import is_a, operation_name
from ...dialect.ir.reasons import Declined, Reason, because
from ...index.expr import TRUE, Expr, all_of, eq
from ...index.sets.cells import cells_at, everything, points_at, union, visited
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine
from ...index.sets.waste import Waste
from ..accesses.accesses import Access
from ..instances.reader import InstanceReader
from ..memory.assumptions import Fact
from ..speculation.inserted_instances import Guard, GuardTrials, SpeculatedInstances
from ..speculation.legality import check_operations
from ..speculation.padding_cells import padding_cells
from ..speculation.races import check_races
from ..speculation.same_iteration import writer_after
from ..speculation.unseen_results import are_unseen, is_unseen
from ..values.folding import Promise, surely_equal
from ..values.known import Exactly
from .assumable_facts import assumable_facts
from .inserted_values import InsertedValues, Part
from .kept_flags import Unchanged, kept_flags, speculated
from .known_data import KnownData
from .read_values import ReadValues
from .replaced_stores import RemovedArm
from .same_arms import do_the_same
from .same_values import SameValues

_MOST_CELLS = 8
"""The cells that are tried to find one that shows why a guard stays."""


class WrongValue(Declined):
    """
    A value would be another one.

    A class of its own, as `trust` computes a remedy from what it carries: `assumable` finds facts
    about padding, in the names of `reader`, with which it would not be.

    `lacks_facts` tells that it would not with facts on floats, which the message has. `op` is
    the store that would leave it, if it is one.
    """

    def __init__(
        self,
        why: Reason,
        assumable: Callable[[], list[Fact]],
        reader: InstanceReader,
        lacks_facts: bool = False,
        op: Operation | None = None,
    ):
        super().__init__(why, op)
        self.assumable, self.reader, self.lacks_facts = assumable, reader, lacks_facts


@dataclass
class Removal:
    """
    A guard that may go.

    `speculated` are the operations whose flags promised something only where the guard held; `kept`
    the float flags of these that the proof stands on, and those that make no poison that was not
    there. `only_dead` tells that all inserted stores are dead, so that what they store does not
    matter.
    """

    guard: Guard
    reader: InstanceReader
    """Has the names that are in the waste."""
    waste: Waste
    only_dead: bool
    speculated: Sequence[Operation]
    kept: set[Promise] = field(default_factory=set[Promise])


def prove_removable(guard: Guard, stage: Operation, relaxed: bool, trials: GuardTrials) -> Removal:
    """
    Shows that a guard inside a stage may go, or raises Declined.

    `fp=relaxed` is proposed where all is shown with it; what it leaves, and no fact on floats would
    help with, is told in place of what it grants.
    """
    with _refusing():
        insertion = SpeculatedInstances(guard, stage, trials)
    try:
        return _prove(insertion, relaxed)
    except WrongValue as refused:
        if relaxed or not refused.lacks_facts:
            raise
        first = refused
    try:
        _prove(insertion, True)
    except WrongValue as decisive:
        if not decisive.lacks_facts:
            raise WrongValue(decisive.why, first.assumable, first.reader) from None
        raise first from None
    except Declined:
        raise first from None
    remedy = "fp=relaxed ignores this for pad values"
    why = replace(first.why, text=f"{first}; {remedy}", remedy=remedy)
    raise WrongValue(why, first.assumable, first.reader, op=first.op)


def _prove(insertion: SpeculatedInstances, relaxed: bool) -> Removal:
    with _refusing():
        proof = _Proof(insertion, relaxed, drops_flags=True)
        removal = proof.removal()
        if removal.kept and proof.stands_on_dropped():
            # The flags that stay may leave poison too, in original instances.
            proof = _Proof(insertion, relaxed, drops_flags=False)
            removal = proof.removal()
    harmless = proof.harmless_flags()
    # Of several the first one is named, wherever they lie in memory.
    places = {op: place for place, op in enumerate(dict.fromkeys(removal.speculated))}
    kept = sorted(removal.kept - harmless, key=lambda promise: places.get(promise[0], -1))
    for op, flag in kept:
        if flag is FastMathFlag.NO_SIGNED_ZEROS:
            # It is a fact where the proof stands on it, and opens the sign of a zero elsewhere.
            why = (
                f"without the guard, fastmath<nsz> on '{operation_name(op)}' lets a zero change "
                "its sign in a cell that no original iteration writes"
            )
            raise WrongValue(because(why, "open-sign"), list, insertion.reader, lacks_facts=True)
    removal.kept |= harmless
    return removal


@contextmanager
def _refusing() -> Generator[None]:
    """Within the block, what isl cannot answer raises Declined."""
    try:
        with engine().budget():
            yield
    except GaveUp as error:
        raise Declined(because(f"the proof took too long ({error})", "gave-up")) from error
    except NotAffine as error:
        raise Declined(because(str(error), "not-affine")) from error


class _Proof:
    def __init__(self, insertion: SpeculatedInstances, relaxed: bool, *, drops_flags: bool):
        self._insertion, self._facts = insertion, insertion.facts
        self._speculated = speculated(insertion.guard)
        inserted = [insertion.guard, *self._speculated]
        self._values = InsertedValues(insertion, inserted, relaxed, drops_flags)
        self._same = SameValues(insertion, self._values)
        self._told = ReadValues(insertion, self._values, self._same)
        self._removed = RemovedArm(insertion)
        self._data = KnownData(insertion, self._values)
        self._divides_by_computed = False  # by what must not be poison, even if no one sees more
        self._only_dead = True
        self._unchanged: list[Unchanged] = []

    def removal(self) -> Removal:
        insertion = self._insertion
        inserted = engine().set(insertion.domain)
        around, condition = insertion.around, insertion.condition
        if do_the_same(insertion):
            condition = TRUE
        elif not inserted.is_empty():
            self._check_operations()
            replaced = self._removed.replaced
            for store in replaced:
                self._values.change(buffer_of(store), self._cells_of(store))
            while not self._stores_change_no_more():
                self._check_again()
            self._check_again()  # by what the stores leave
            for result, before, after in self._results():
                self._check_result(result, before, after)
        return Removal(
            insertion.guard,
            insertion.reader,
            Waste(around.condition, condition, around.iterators, insertion.reader.shown),
            self._only_dead and not (self._data.is_used or self._divides_by_computed),
            self._speculated,
            set(self._values.relied_on),
        )

    def stands_on_dropped(self) -> bool:
        """Whether the proof stands on it that original instances no longer leave poison."""
        return self._values.stood_on_dropped

    def harmless_flags(self) -> set[Promise]:
        """The flags that make no poison that was not there; none where the proof takes too long."""
        try:
            with engine().budget():
                return kept_flags(self._speculated, self._unchanged, self._insertion, self._values)
        except (GaveUp, NotAffine):
            return set()

    def _check_operations(self) -> None:
        """Raises Declined if an inserted operation may not run, by what is known at the time."""
        self._data = KnownData(self._insertion, self._values)
        self._insertion.read_data(self._data)
        check_operations(self._insertion)
        check_races(self._insertion)
        self._check_divisions()

    def _check_again(self) -> None:
        """The same when the stores are known to change more than before."""
        if self._data.is_used:
            self._check_operations()
        else:
            self._check_divisions()

    def _check_divisions(self) -> None:
        """Raises Declined if an inserted division may be by zero, or overflow."""
        for op in self._insertion.body:
            if is_a(op, DIVISIONS) and self._insertion.runs(op):
                self._check_divisor(op)

    def _check_divisor(self, op: Operation) -> None:
        self._divides_by_computed |= not isinstance(op.operands[1].owner, arith.ConstantOp)
        condition, names = self._insertion.inserted(op)
        for part in self._values.parts(condition, op.operands[1]):
            divisor = self._values.fold_certainly(op.operands[1], part)
            constant = divisor.value if isinstance(divisor, Exactly) else None
            if not isinstance(constant, IntegerAttr) or constant.value.data in (0, -1):
                danger = "where its divisor may be 0, or -1 with a dividend that overflows"
                told = self._told.of_divisor(op.operands[1], part, names, danger)
                raise Declined(
                    because(
                        f"without the guard, '{op.name}' would run at {told.text}",
                        "divisor",
                        told.witness,
                    )
                )

    # --- each inserted store changes nothing

    def _stores_change_no_more(self) -> bool:
        """
        Checks all stores, and whether they change no more cells than was taken for granted.

        What a cell holds lasts through the stage if each inserted store leaves it while all before
        have; so a store that changes known cells makes the others be looked at again.
        """
        self._values.forget()
        self._only_dead = True
        self._unchanged.clear()
        done = True
        insertion = self._insertion
        for store in [op for op in insertion.body if is_store(op) and insertion.runs(op)]:
            knew = self._values.change(buffer_of(store), self._check_store(store))
            done = done and not knew
        return done

    def _check_store(self, op: Store) -> IntSet:
        """The cells that the store changes, all of them dead; raises Declined if one is not."""
        insertion = self._insertion
        index, (condition, names) = insertion.index(op), insertion.inserted(op)
        replaced = self._removed.replaced.get(op)
        values = [stored_in(op)] if replaced is None else [stored_in(op), stored_in(replaced)]

        def is_right(part: Part) -> bool:
            if replaced is not None:
                return self._same.replaces(stored_in(op), stored_in(replaced), part)
            return self._leaves_cell(op, index, part)

        def cells_of(part: Part) -> IntSet:
            return visited(part.points, index, names)

        def only_dead(part: Part) -> Callable[[], bool]:
            return lambda: self._is_dead(buffer_of(op), cells_of(part))

        changing: list[Part] = []
        for part in self._values.parts(condition, *values):
            kept, dead = (part, None) if is_right(part) else self._counting(part, op, index)
            if kept is None or (kept is not part and not is_right(kept)):
                changing.append(part)
                continue
            self._only_dead = False
            before = None if replaced is None else stored_in(replaced)
            self._unchanged.append(Unchanged(stored_in(op), before, kept, only_dead(kept)))
            if dead is not None:
                changing.append(dead)
        cells = union(map(cells_of, changing))
        if not self._is_dead(buffer_of(op), cells):
            assumable = self._assumable(stored_in(op), changing, is_right)
            if not insertion.is_told:
                raise WrongValue(because("", "stored-value"), assumable, insertion.reader, op=op)
            seen = self._wrong_cell(op, self._seen(op, index, changing, cells_of), is_right)
            unknown = self._values.unknown(stored_in(op), seen)
            told = self._told.of_store(op, index, seen, replaced, unknown)
            missing = self._missing(stored_in(op), seen, is_right)
            text = f"without the guard, {told.text}{_not_shown(missing)}"
            raise WrongValue(
                because(text, "stored-value", told.witness, buffer=told.buffer),
                assumable,
                self._insertion.reader,
                lacks_facts=bool(missing),
                op=op,
            )
        return cells

    def _counting(
        self, part: Part, op: Store, index: Sequence[Expr]
    ) -> tuple[Part | None, Part | None]:
        """A part where somebody may see what a store leaves, and where nobody does, if any."""
        after = points_at(self._facts.seen_after(buffer_of(op), self._insertion.stage), index)
        dead, seen = part.points.subtract(after), part.points.intersect(after)
        if dead.is_empty() or seen.is_empty():
            return None, None
        return replace(part, points=seen), replace(part, points=dead)

    def _seen(
        self,
        op: Store,
        index: Sequence[Expr],
        changing: Sequence[Part],
        cells_of: Callable[[Part], IntSet],
    ) -> Part:
        """
        Where a store changes what somebody may see, and that is not padding, if there is such.
        """
        data = everything().subtract(padding_cells(buffer_of(op), self._insertion))
        of_data = [replace(p, points=p.points.intersect(points_at(data, index))) for p in changing]
        for part in (*of_data, *changing):
            if not self._is_dead(buffer_of(op), cells_of(part)):
                return part
        return changing[0]

    def _wrong_cell(self, op: Store, part: Part, is_right: Callable[[Part], bool]) -> Part:
        """The part at one cell where the value is not shown to be right, if few tries find it."""
        insertion, left = self._insertion, part.points
        index, (_, names) = insertion.index(op), insertion.inserted(op)
        free = [name for i in index for name in i.variables()]
        for _ in range(_MOST_CELLS):
            values = insertion.example(left, [*names, *free])
            cell = all_of(eq(i, i.evaluate(values)) for i in index)
            found = replace(part, points=part.points.intersect(engine().set(cell)))
            if not is_right(found):
                return found
            left = left.subtract(found.points)
            if left.is_empty():
                break
        return part

    def _cells_of(self, op: Store) -> IntSet:
        """The cells of the inserted instances of a store."""
        condition, names = self._insertion.inserted(op)
        return cells_at(self._insertion.index(op), condition, names)

    def _leaves_cell(self, op: Store, index: Sequence[Expr], part: Part) -> bool:
        """Whether the store writes what its cell holds, on this part of the inserted instances."""
        where = part.points
        value = self._values.fold(stored_in(op), part)
        if isinstance(value, SSAValue):
            load = value.owner
            return is_load(load) and self._reads_same_cell(load, op)
        for fact in self._values.known(buffer_of(op)):
            if surely_equal(fact.value, value):
                where = where.subtract(points_at(fact.cells, index))
        return where.is_empty()

    def _reads_same_cell(self, load: Load, store: Store) -> bool:
        """Whether the load sees what the cell holds when the store runs."""
        if buffer_of(load) is not buffer_of(store) or load.parent is not store.parent:
            return False
        same = self._same_inserted_index(load, store)
        return same and writer_after(load, buffer_of(store)) is store

    def _sees_own_store(self, load: Operation) -> bool:
        """Whether a load sees what was stored right before it, in the same iteration."""
        if not is_load(load) or load.parent is None:
            return False
        stores = [op for op in load.parent.ops if is_store(op) and buffer_of(op) is buffer_of(load)]
        return any(
            self._same_index(load, store) and writer_after(store, buffer_of(load), load) is load
            for store in stores
        )

    def _same_index(self, first: Load, second: Store) -> bool:
        index = self._insertion.index_or_none(first)
        return index is not None and index == self._insertion.index_or_none(second)

    def _same_inserted_index(self, first: Load, second: Store) -> bool:
        index = self._insertion.inserted_index(first)
        return index is not None and index == self._insertion.inserted_index(second)

    def _is_dead(self, buffer: SSAValue, cells: IntSet) -> bool:
        """Whether only inserted instances, or nobody, may see what is stored in these cells."""
        if cells.is_empty():
            return True
        return are_unseen(buffer, cells, self._insertion, self._original_reads(buffer))

    def _original_reads(self, buffer: SSAValue) -> Iterator[Access]:
        """The reads of the stage, as far as an original instance may see an inserted store."""
        for found in self._facts.accesses_in(buffer, self._insertion.stage):
            # An original instance sees an original store.
            if not found.access.writes and not self._sees_own_store(found.access.op):
                yield found.access

    # --- each value that comes out stays

    def _results(self) -> Iterator[tuple[SSAValue, SSAValue, SSAValue]]:
        """
        Yield each result of the guard, its value where the guard does not hold, and the value that
        it would have without the guard.
        """
        guard = self._insertion.guard
        if isinstance(guard, arith.SelectOp):
            yield guard.result, guard.rhs, guard.lhs
            return
        if len(guard.regions) < 2 or not guard.regions[1].blocks:
            return
        first, second = (region.blocks[0] for region in guard.regions)
        assert first.last_op is not None
        assert second.last_op is not None
        given = second.last_op.operands, first.last_op.operands
        yield from zip(guard.results, *given, strict=True)

    def _check_result(self, result: SSAValue, before: SSAValue, after: SSAValue) -> None:
        self._only_dead = False

        def is_right(part: Part) -> bool:
            return self._same.replaces(after, before, part)

        changing: list[Part] = []
        for part in self._values.parts(self._insertion.domain, after, before):
            if is_right(part):
                self._unchanged.append(
                    Unchanged(
                        after,
                        before,
                        part,
                        lambda part=part: is_unseen(result, part.points, self._insertion),
                    )
                )
            else:
                changing.append(part)
        if not is_unseen(result, union(part.points for part in changing), self._insertion):
            visible = (p for p in changing if not is_unseen(result, p.points, self._insertion))
            seen = next(visible, changing[0])
            unknown = self._values.unknown(after, seen)
            told = self._told.of_result(after, before, seen, unknown)
            missing = self._missing(after, seen, is_right)
            name = operation_name(self._insertion.guard)
            end = f"{told.text}{_not_shown(missing)}"
            text = f"without the guard, the result of '{name}' {end}"
            raise WrongValue(
                because(text, "result-value", told.witness),
                self._assumable(after, changing, is_right),
                self._insertion.reader,
                lacks_facts=bool(missing),
            )

    # --- what would help

    def _missing(
        self, value: SSAValue, part: Part, is_right: Callable[[Part], bool]
    ) -> Sequence[str]:
        """The facts on floats with which a value would be right."""
        missing = self._values.missing(value, part)
        if not missing:
            return ()
        with self._values.granting():
            return missing if is_right(part) else ()

    def _assumable(
        self, value: SSAValue, changing: Sequence[Part], holds: Callable[[Part], bool]
    ) -> Callable[[], list[Fact]]:
        return lambda: assumable_facts(value, changing, self._insertion, self._values, holds)


def _not_shown(facts: Sequence[str]) -> str:
    return f"; {' and '.join(facts)}" if facts else ""
