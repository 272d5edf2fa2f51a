"""Values that inserted instances load, and values that are computed from these."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import cast

from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ir.memory_access import Load, buffer_of, is_load
from ...dialect.ir.operations import operation_name
from ...index.expr import Expr, all_of, within
from ...index.queries.conditions import is_implied
from ...index.sets.cells import cells_at, points_at, union
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine
from ..accesses.accesses import touched
from ..instances.sizes import extents
from ..memory.assumptions import Fact, informative_first
from ..memory.known_values import stored_before
from ..memory.negative_zero import NegativeZeros
from ..speculation.inserted_instances import SpeculatedInstances
from ..speculation.negative_zero_cells import NegativeZeroCells
from ..speculation.numbers_of_indices import NumbersOfIndices
from ..speculation.padding_cells import padding_cells
from ..speculation.same_iteration import choices_feeding, loads_feeding
from ..values.folding import Folder, Promise
from ..values.known import Arbitrary, Known
from ..values.numbers import Numbers
from ..values.poison import Places, PoisonFlow, computing, may_be_poison
from .flagged_values import has_flag
from .original_flags import OriginalFlags


@dataclass(frozen=True)
class Part:
    """
    Some of the inserted instances, and what loads are known to give in them.

    `pads` are the loads of cells that are padding; asked for under `fp=relaxed` only.
    """

    points: IntSet
    known: Mapping[SSAValue, Known]
    pads: frozenset[SSAValue] = frozenset()


class InsertedValues:
    """
    The values of the instances that an insertion adds, by what cells hold all through its stage.

    `relied_on` collects the float flags that a result stands on; `stood_on_dropped` tells that one
    stands on it that the other flags of inserted operations go.
    """

    def __init__(
        self,
        insertion: SpeculatedInstances,
        inserted: Sequence[Operation],
        relaxed: bool,
        drops_flags: bool = True,
    ):
        """`drops_flags` says that inserted operations lose the flags that nothing stands on."""
        self._insertion, self._facts, self.relaxed = insertion, insertion.facts, relaxed
        self.relied_on: set[Promise] = set()
        self.stood_on_dropped = False
        # Cells that inserted stores change, by buffer: nothing may be known of these.
        self._changed: dict[SSAValue, IntSet] = {}
        # Buffers of which somebody asked what the stage leaves as it was.
        self._asked: set[SSAValue] = set()
        self._lasting: dict[SSAValue, list[Fact]] = {}
        # What loads give that see a store of their own iteration.
        self._stored: dict[SSAValue, SSAValue] = {}
        self._stores_before: dict[Load, SSAValue | None] = {}
        self._never: dict[tuple[SSAValue, IntSet], bool] = {}
        self._inserted, self._drops_flags = inserted, drops_flags
        self._granting = False
        self._flags = OriginalFlags(insertion, self.written)

    def forget(self) -> None:
        """Forget the results from before more cells were said to change."""
        self._lasting.clear()
        self._asked.clear()
        self._flags.forget()
        self.relied_on.clear()

    def change(self, buffer: SSAValue, cells: IntSet) -> bool:
        """
        Record that inserted stores change these cells.

        Returns whether something found before may depend on the old value of one of them.
        """
        before = self._changed.get(buffer, engine().empty)
        if cells.is_subset(before):
            return False
        self._changed[buffer] = before.union(cells)
        if buffer in self._asked:
            return True
        # Nothing stands on it that a cell holds anything.
        known = union(f.cells for f in self._held(buffer) if not isinstance(f.value, Arbitrary))
        return not known.intersect(cells).is_empty()

    def known(self, buffer: SSAValue) -> list[Fact]:
        """Return what cells hold all through the stage, as far as inserted stores leave it."""
        if buffer not in self._lasting:
            written = self._written(buffer)
            self._lasting[buffer] = [
                Fact(buffer, f.cells.subtract(written), f.value) for f in self._held(buffer)
            ]
        return self._lasting[buffer]

    def written(self, buffer: SSAValue) -> IntSet:
        """The cells that the stage changes, as far as has been found."""
        self._asked.add(buffer)
        return self._written(buffer)

    def _written(self, buffer: SSAValue) -> IntSet:
        written = self._changed.get(buffer, engine().empty)
        for found in self._facts.accesses_in(buffer, self._insertion.stage):
            access = found.access
            if not access.writes:
                continue
            if access.op in self._insertion.inside and access.index is not None:
                original = access.instances.without_granted(self._insertion.original(access))
                cells = cells_at(access.index, original, access.instances.iterators)
            else:
                cells = touched(access)
            written = written.union(cells)
        return written

    def _held(self, buffer: SSAValue) -> list[Fact]:
        """Return what cells hold when the stage begins, by what is before it and by its assumes."""
        stage = self._insertion.stage
        facts = self._facts.before(buffer, stage)
        if stage in self._facts.surely_run_with(stage):
            # What is assumed at any time holds at all times, of the cells that nothing writes.
            own = self._facts.statements(buffer, stage)
            facts = [*facts, *(s.fact for s in own if s.load not in self._insertion.inside)]
        return informative_first(facts)

    def fold(self, value: SSAValue, part: Part) -> Known | SSAValue:
        """The constant that a value is in a part, or the value that it equals."""
        folder = self._folder(part)
        found = folder.fold(value)
        self.relied_on |= folder.relied_on
        return found

    def fold_certainly(
        self, value: SSAValue, part: Part, removed: bool = False
    ) -> Known | SSAValue:
        """The same by facts alone, not by flags, nor by `fp=relaxed`; of a removed arm if so."""
        folder = self._folder(part, removed)
        folder.relaxed = folder.granted = False
        found = folder.fold(value)
        return value if folder.relied_on else found

    def fold_as_shown(self, value: SSAValue, part: Part) -> Known | SSAValue:
        """The same, by no other flags than what has been found stands on."""
        folder = self._folder(part)
        found = folder.fold(value)
        return found if folder.relied_on <= self.relied_on else value

    def holds(self, op: Operation, operand: SSAValue, flag: FastMathFlag, part: Part) -> bool:
        """Whether a flag that an operation has is a fact of an operand, or granted."""
        folder = self._folder(part)
        return folder.is_fact(op, operand, flag) or folder.grants(op)

    def fold_removed(self, value: SSAValue, part: Part) -> Known | SSAValue:
        """The same of a value of the arm that goes with the guard."""
        return self._folder(part, removed=True).fold(value)

    def operations_feeding(self, value: SSAValue) -> list[Operation]:
        """The arithmetic that feeds a value, also of what the iteration stored before a load."""
        pending, found = [value], dict[Operation, None]()
        seen = set[SSAValue]()
        while pending:
            current = pending.pop()
            ops = computing([current])
            found |= dict.fromkeys(ops)
            for used in (current, *(operand for op in ops for operand in op.operands)):
                if used in self._stored and used not in seen:
                    seen.add(used)
                    pending.append(self._stored[used])
        return list(found)

    def missing(self, value: SSAValue, part: Part) -> list[str]:
        """The facts on floats for want of which operations that feed a value were not folded."""
        folder = self._folder(part)
        folder.fold(value)
        return list(folder.missing.values())

    @contextmanager
    def granting(self) -> Generator[None]:
        """
        Within this context, values fold as if every missing fact about a float (finite, not -0.0)
        were known.
        """
        self._granting = True
        try:
            yield
        finally:
            self._granting = False

    def unknown(self, value: SSAValue, part: Part) -> list[str]:
        """Say which operations that feed a value cannot be evaluated, and for which operands."""
        folder = self._folder(part)
        folder.fold(value)
        return [
            f"'{operation_name(op)}' cannot be evaluated for {given}{_ruled_out(op, given)}"
            for op, given in folder.unknown.items()
        ]

    def _folder(self, part: Part, removed: bool = False) -> Folder:
        folder = Folder(
            part.known,
            self._never_negative_zero(part, removed),
            self._may_be_poison,
            Numbers(part.known, self._insertion.guard, partial(self._is_false, part.points)).of,
            self.relaxed,
            part.pads,
            self._granting,
            self._stored,
            cell_of=self._cell_of,
        )
        if not removed:  # what the other arm computes ran there
            folder.is_fact = lambda op, operand, flag: self._flags.hold(
                op, operand, flag, part.points
            )
        return folder

    def _is_false(self, points: IntSet, condition: SSAValue) -> bool:
        """Whether a condition on indices holds at none of these inserted instances."""
        read = self._insertion.reader.condition(condition)
        try:
            return read is not None and engine().set(read).intersect(points).is_empty()
        except (GaveUp, NotAffine):
            return False

    def _never_negative_zero(self, part: Part, removed: bool) -> Callable[[SSAValue], bool]:
        """What answers, for a part, whether a value is never -0.0."""
        if removed:
            return NegativeZeros(self._insertion.guarded).never

        def never(value: SSAValue) -> bool:
            if (value, part.points) not in self._never:
                found = NegativeZeros(self._facts).never(value)
                found = found or NegativeZeroCells(self._facts).never(value, part.points)
                self._never[value, part.points] = found
            return self._never[value, part.points]

        return never

    def _cell_of(self, value: SSAValue) -> Hashable:
        """What is known of a cell holds all through the stage: its loads give one value."""
        load = value.owner
        index = self.index(load) if is_load(load) else None
        return value if index is None or not is_load(load) else (buffer_of(load), index)

    @cached_property
    def _poisoned(self) -> Places:
        return self._flow.places(self._insertion.inside if self._drops_flags else ())

    @cached_property
    def _poisoned_if_kept(self) -> Places:
        """The same if inserted operations keep their flags."""
        return self._flow.places(())

    @cached_property
    def _flow(self) -> PoisonFlow:
        return PoisonFlow(operand for op in self._inserted for operand in op.operands)

    def _may_be_poison(self, value: SSAValue) -> bool:
        if may_be_poison(value, self._poisoned):
            return True
        if not self.stood_on_dropped:
            self.stood_on_dropped = may_be_poison(value, self._poisoned_if_kept)
        return False

    def parts(self, condition: Expr, *values: SSAValue) -> list[Part]:
        """The inserted instances, cut up by what is known of the loads that values come from."""
        return self.parts_of(engine().set(condition), *values)

    def parts_of(self, points: IntSet, *values: SSAValue) -> list[Part]:
        """The same of these inserted instances."""
        parts = [Part(points, {})]
        for load in self._loads_feeding(values):
            index = self.index(load)
            if index is None:
                continue
            if (outside := self._outside(load, index)) is not None:
                parts = [replace(part, points=part.points.subtract(outside)) for part in parts]
            value = load.results[0]
            held = [(points_at(f.cells, index), f.value) for f in self.known(buffer_of(load))]
            parts = [cut for part in parts for cut in _cut(part, value, held)]
            if self.relaxed:
                padding = points_at(padding_cells(buffer_of(load), self._insertion), index)
                parts = [cut for part in parts for cut in _marked(part, value, padding)]
        numbers = NumbersOfIndices(values, self._insertion.reader)
        parts = [cut for part in parts for cut in _numbered(part, numbers)]
        return [part for part in parts if not part.points.is_empty()]

    def _outside(self, load: Load, index: tuple[Expr, ...]) -> IntSet | None:
        """
        The inserted instances of a load that are outside of a buffer of dynamic shape: there are
        none, as the guard stays where the program does not rule out sizes at which there would be.
        """
        buffer = buffer_of(load)
        if cast("MemRefType[Attribute]", buffer.type).has_static_shape():
            return None
        shape = extents(buffer, self._insertion.reader)
        if shape is None:
            return None
        condition, _ = self._insertion.inserted(load)
        # Axis by axis, as it was asked whether the load may run at all: the answers are remembered.
        inside = [within(i, size) for i, size in zip(index, shape, strict=True)]
        if all(is_implied(condition, each) for each in inside):
            return None
        return engine().set(condition & ~all_of(inside))

    def index(self, load: Load) -> tuple[Expr, ...] | None:
        """The cell of a load of the stage; None of others: it may have been overwritten since."""
        if self._insertion.reader.stage(load) is not self._insertion.stage:
            return None
        return self._insertion.inserted_index(load)

    def _loads_feeding(self, values: Sequence[SSAValue]) -> list[Load]:
        """The loads that values come from, through temporaries that the iteration wrote too."""
        pending, found = list(values), dict[Load, None]()
        chosen = set[SSAValue]()
        while pending:
            current = pending.pop()
            given = [v for v in choices_feeding(current) if v not in chosen]
            chosen.update(given)
            pending += given
            for load in loads_feeding(current):
                if load in found:
                    continue
                found[load] = None
                if (stored := self._stored_before(load)) is not None:
                    self._stored[load.results[0]] = stored
                    pending.append(stored)
        return list(found)

    def sources(self, value: SSAValue) -> list[Load]:
        """
        The loads that a value comes from, except loads of values that the iteration stored before.
        """
        loads = self._loads_feeding([value])
        return [load for load in loads if self._stored_before(load) is None]

    def _stored_before(self, load: Load) -> SSAValue | None:
        """Return what the same iteration stored in the loaded cell; None if nothing."""
        if load not in self._stores_before:
            removed = load in self._insertion.removed
            facts = self._insertion.guarded if removed else self._facts
            self._stores_before[load] = stored_before(load, facts)
        return self._stores_before[load]


def _cut(part: Part, value: SSAValue, held: Sequence[tuple[IntSet, Known]]) -> Iterator[Part]:
    """By what is known of a value at some points, and what is left."""
    rest = part.points
    for points, known in held:
        where, rest = _divided(rest, points)
        if not where.is_empty():
            yield Part(where, {**part.known, value: known}, part.pads)
    if not rest.is_empty():
        yield Part(rest, part.known, part.pads)


def _numbered(part: Part, numbers: NumbersOfIndices) -> Iterator[Part]:
    """By the numbers that values computed from indices are."""
    for points, known in numbers.at(part.points):
        yield replace(part, points=points, known={**known, **part.known})


def _marked(part: Part, value: SSAValue, padding: IntSet) -> Iterator[Part]:
    """The points at which a value is padding, and the others."""
    where, rest = _divided(part.points, padding)
    if not where.is_empty():
        yield Part(where, part.known, part.pads | {value})
    if not rest.is_empty():
        yield Part(rest, part.known, part.pads)


def _divided(points: IntSet, by: IntSet) -> tuple[IntSet, IntSet]:
    """
    The points in a set and the others.

    Where all, or none, are in it, they stay as they are: to cut up unions makes many pieces.
    """
    if points.n_basic_set() == 1 and (where := points.intersect(by)).is_empty():
        return where, points  # cheaper to see than all below
    # What the points say of it anyway is left out first: often that is all, and to subtract what
    # is left takes isl less.
    by = by.gist(points)
    others = points.subtract(by)
    if others.is_empty():
        return points, others
    where = points.intersect(by)
    return (where, points) if where.is_empty() else (where, others)


def _ruled_out(op: Operation, given: str) -> str:
    """The flag by which an operation is poison for what it is given, for an error."""
    numbers = given.replace("-", " ").split()
    for number, flag in (("nan", FastMathFlag.NO_NANS), ("inf", FastMathFlag.NO_INFS)):
        if number in numbers and has_flag(op, flag):
            return f" (poison by its fastmath<{flag.value}>; leave the flag out)"
    return ""
