"""
Whether a guard may go: what dropping it inserts must change nothing that anyone may see.

Each inserted instance must be safe to run; each store must leave what its cell holds, or be dead;
each value that comes out must stay what it was (design, section 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.annotations import buffer_name
from ..dialect.ops import UndefOp
from .assumptions import Exactly, Fact, Known, SomeZero
from .cells import at_cell, cells_at, touched, union
from .expr import Expr
from .folding import Folder, surely_equal
from .insertion import Guard, Insertion, Load, Refused, Store
from .islctx import GaveUp, IntSet, NotAffine, engine
from .known_values import known_value
from .negative_zero import NegativeZeros
from .poison import buffers_with_poison, computing, may_be_poison
from .races import check_races
from .speculation import DIVISIONS, check_operations
from .straight_line import loads_behind, writer_behind
from .waste import Waste

_Part = tuple[IntSet, dict[SSAValue, Known]]
"""Inserted instances, and what loads are known to give in them."""


@dataclass
class Removal:
    """
    A guard that may go.

    `relied_on` are the operations whose float flags the proof stands on; `only_dead` tells that all
    inserted stores are dead, so that what they store does not matter.
    """

    guard: Guard
    waste: Waste
    only_dead: bool
    relied_on: set[Operation] = field(default_factory=set[Operation])


def prove_removable(guard: Guard, scope: Block, relaxed: bool) -> Removal:
    """Shows that a guard inside a stage of the block may go, or raises Refused."""
    try:
        with engine().budget():
            return _Proof(Insertion(guard, scope), relaxed).removal()
    except GaveUp as error:
        raise Refused(f"the proof took too long ({error})") from error
    except NotAffine as error:
        raise Refused(str(error)) from error


class _Proof:
    def __init__(self, insertion: Insertion, relaxed: bool):
        self._insertion, self._relaxed = insertion, relaxed
        self._facts = insertion.facts
        self._relied_on: set[Operation] = set()
        self._only_dead = True
        # Cells that inserted stores change, by buffer: nothing may be known of these.
        self._changed: dict[SSAValue, IntSet] = {}
        self._lasting: dict[SSAValue, list[Fact]] = {}
        # What loads give that see a store of their own iteration.
        self._stored: dict[SSAValue, SSAValue] = {}

    def removal(self) -> Removal:
        insertion = self._insertion
        inserted = engine().set(insertion.missing)
        if not inserted.is_empty():
            check_operations(insertion)
            check_races(insertion)
            self._check_divisions()
            while not self._stores_change_no_more():
                pass
            self._check_divisions()  # by what the stores leave
            for before, after in self._results():
                self._check_result(before, after)
        around = insertion.around
        return Removal(
            insertion.guard,
            Waste(around.condition, insertion.condition, around.iterators, insertion.reader),
            self._only_dead,
            self._relied_on,
        )

    def _check_divisions(self) -> None:
        """Refused where an inserted division may be by zero, or overflow."""
        for op in self._insertion.body:
            if isinstance(op, DIVISIONS):
                self._check_divisor(op)

    def _check_divisor(self, op: Operation) -> None:
        condition, names = self._insertion.inserted(op)
        for part, known in self._parts(op.operands[1], condition, names):
            divisor = self._fold(op.operands[1], known)
            constant = divisor.value if isinstance(divisor, Exactly) else None
            if not isinstance(constant, IntegerAttr) or constant.value.data in (0, -1):
                values = self._insertion.example(part, names)
                raise Refused(
                    f"'{op.name}' would run where its divisor may be 0, or -1 and overflow, at "
                    f"iteration {_tuple(values, names)}"
                )

    # --- each inserted store changes nothing

    def _stores_change_no_more(self) -> bool:
        """
        Checks all stores, and whether they change no more cells than was taken for granted.

        What a cell holds lasts through the stage if each inserted store leaves it while all before
        have; so a store that changes known cells makes the others be looked at again.
        """
        self._lasting.clear()
        self._relied_on.clear()
        self._only_dead = True
        done = True
        for store in [op for op in self._insertion.body if isinstance(op, Store)]:
            cells = self._check_store(store)
            before = self._changed.get(store.memref, engine().empty)
            if not cells.is_subset(before):
                self._changed[store.memref] = before.union(cells)
                facts = self._held(store.memref)
                done = done and union(f.cells for f in facts).intersect(cells).is_empty()
        return done

    def _check_store(self, op: Store) -> IntSet:
        """The cells that the store changes, all of them dead; Refused where one is not."""
        insertion = self._insertion
        index, (condition, names) = insertion.index(op), insertion.inserted(op)
        changing: list[_Part] = []
        for part in self._parts(op.value, condition, names):
            if self._leaves_cell(op, index, part):
                self._only_dead = False
            else:
                changing.append(part)
        cells = union(
            engine().project(part.intersect(engine().set(at_cell(index))), names)
            for part, _ in changing
        )
        if not self._is_dead(op.memref, cells):
            raise Refused(
                f"it would store another value to index {self._blame(op, index, changing)}; the "
                "padding must hold a value that makes the update leave it as it is"
            )
        return cells

    def _leaves_cell(self, op: Store, index: Sequence[Expr], part: _Part) -> bool:
        """Whether the store writes what its cell holds, on this part of the inserted instances."""
        where, known = part
        value = self._fold(op.value, known)
        if isinstance(value, SSAValue):
            load = value.owner
            return isinstance(load, Load) and self._reads_same_cell(load, op)
        for fact in self._known(op.memref):
            if surely_equal(fact.value, value):
                where = where.subtract(self._instances_in(fact, index, where))
        return where.is_empty()

    def _reads_same_cell(self, load: Load, store: Store) -> bool:
        """Whether the load sees what the cell holds when the store runs."""
        if load.memref is not store.memref or load.parent is not store.parent:
            return False
        return self._same_index(load, store) and writer_behind(load, store.memref) is store

    def _sees_own_store(self, load: Operation) -> bool:
        """Whether a load sees what was stored right in front of it, in the same iteration."""
        if not isinstance(load, Load) or load.parent is None:
            return False
        stores = [
            op for op in load.parent.ops if isinstance(op, Store) and op.memref is load.memref
        ]
        return any(
            self._same_index(load, store) and writer_behind(store, load.memref, load) is load
            for store in stores
        )

    def _same_index(self, first: Load, second: Store) -> bool:
        index = self._insertion.index_or_none(first)
        return index is not None and index == self._insertion.index_or_none(second)

    def _is_dead(self, buffer: SSAValue, cells: IntSet) -> bool:
        """Whether only inserted instances, or nobody, may see what is stored in these cells."""
        if cells.is_empty():
            return True
        stage = self._insertion.stage
        for found in self._facts.accesses(buffer):
            access = found.access
            if access.writes or found.stage not in (stage, None):
                continue
            if self._sees_own_store(access.op):
                continue  # an original instance sees an original store
            if access.index is None:
                return False
            original = access.instances.condition
            if access.op in self._insertion.inside:
                original = original & self._insertion.condition
            seen = cells_at(access.index, original, access.instances.iterators)
            if not seen.intersect(cells).is_empty():
                return False
        if not self._facts.assumed_cells(buffer, stage).intersect(cells).is_empty():
            return False
        return self._facts.is_dead_after(buffer, cells, stage)

    def _blame(self, op: Store, index: Sequence[Expr], changing: Sequence[_Part]) -> str:
        """The cell, the iteration, and what is read there."""
        insertion = self._insertion
        part, known = changing[0]
        _, names = insertion.inserted(op)
        free = [name for i in index for name in i.variables()]
        values = insertion.example(part, [*names, *free])
        cell = [int(i.evaluate(values)) for i in index]
        reads: list[str] = []
        for load in loads_behind(op.value):
            place = insertion.index_or_none(load)
            if place is None or not {n for i in place for n in i.variables()} <= set(values):
                continue
            at = [int(i.evaluate(values)) for i in place]
            name, held = buffer_name(load.memref) or "a buffer", known.get(load.results[0])
            if held is not None or load.memref is not op.memref or at != cell:
                reads.append(f"{name}{at} {_shown(held)}")
        also = f" ({'; '.join(reads)})" if reads else ""
        target = buffer_name(op.memref) or "a buffer"
        return (
            f"{cell} of {target}, which may be read afterwards, at iteration "
            f"{_tuple(values, names)}{also}"
        )

    # --- each value that comes out stays

    def _results(self) -> Iterator[tuple[SSAValue, SSAValue]]:
        """What came out where the guard did not hold, and what would."""
        guard = self._insertion.guard
        if isinstance(guard, arith.SelectOp):
            yield guard.rhs, guard.lhs
            return
        if len(guard.regions) < 2 or not guard.regions[1].blocks:
            return
        first, second = (region.blocks[0] for region in guard.regions)
        if any(op is not second.last_op for op in second.ops if not _is_constant(op)):
            raise Refused("it has an else arm that does more than give values")
        assert first.last_op is not None
        assert second.last_op is not None
        yield from zip(second.last_op.operands, first.last_op.operands, strict=True)

    def _check_result(self, before: SSAValue, after: SSAValue) -> None:
        self._only_dead = False
        names = self._insertion.around.iterators
        for part, known in self._parts(after, self._insertion.missing, names):
            if surely_equal(self._fold(after, known), self._fold(before, known)):
                continue
            values = self._insertion.example(part, names)
            raise Refused(
                f"another value would come out of it at iteration {_tuple(values, names)} of the "
                "loops around; the padding must hold a value that leaves the result as it is"
            )

    # --- what is known

    def _known(self, buffer: SSAValue) -> list[Fact]:
        """What cells hold all through the stage, as far as inserted stores leave it."""
        if buffer not in self._lasting:
            written = self._changed.get(buffer, engine().empty)
            for found in self._facts.accesses(buffer):
                access = found.access
                if not access.writes or found.stage not in (self._insertion.stage, None):
                    continue
                if access.op in self._insertion.inside and access.index is not None:
                    original = access.instances.condition & self._insertion.condition
                    cells = cells_at(access.index, original, access.instances.iterators)
                else:
                    cells = touched(access)
                written = written.union(cells)
            self._lasting[buffer] = [
                Fact(buffer, f.cells.subtract(written), f.value) for f in self._held(buffer)
            ]
        return self._lasting[buffer]

    def _held(self, buffer: SSAValue) -> list[Fact]:
        """What cells hold when the stage begins: by what is in front of it, and by its assumes."""
        stage = self._insertion.stage
        facts = self._facts.before(buffer, stage)
        if stage not in self._facts.surely_run_with(stage):
            return facts
        # What is assumed at any time holds at all times, of the cells that nothing writes.
        own = self._facts.statements(buffer, stage)
        return [*facts, *(s.fact for s in own if s.load not in self._insertion.inside)]

    def _fold(self, value: SSAValue, known: dict[SSAValue, Known]) -> Known | SSAValue:
        zeros = NegativeZeros(self._facts)
        folder = Folder(known, zeros.never, self._may_be_poison, self._relaxed, self._stored)
        found = folder.fold(value)
        self._relied_on |= folder.relied_on
        return found

    @cached_property
    def _poisoned(self) -> set[SSAValue]:
        guard = self._insertion.guard
        values = [operand for op in (guard, *speculated(guard)) for operand in op.operands]
        loads = [load for value in values for load in loads_behind(value)]
        buffers = dict.fromkeys(load.memref for load in loads)
        return buffers_with_poison(buffers, self._insertion.inside)

    def _may_be_poison(self, value: SSAValue) -> bool:
        return may_be_poison(value, self._poisoned)

    def _parts(self, value: SSAValue, condition: Expr, names: Sequence[str]) -> list[_Part]:
        """The inserted instances, cut up by what is known of the loads that a value comes from."""
        parts: list[_Part] = [(engine().set(condition), {})]
        for load in self._loads_behind(value):
            index = self._insertion.index_or_none(load)
            # What was loaded before the stage may have been overwritten since.
            if index is None or self._insertion.reader.stage(load) is not self._insertion.stage:
                continue
            cut: list[_Part] = []
            for part, known in parts:
                rest = part
                for fact in self._known(load.memref):
                    where = self._instances_in(fact, index, rest)
                    if not where.is_empty():
                        cut.append((where, {**known, load.results[0]: fact.value}))
                        rest = rest.subtract(where)
                if not rest.is_empty():
                    cut.append((rest, known))
            parts = cut
        return [(part, known) for part, known in parts if not part.is_empty()]

    def _loads_behind(self, value: SSAValue) -> list[Load]:
        """The loads that a value comes from, through temporaries that the iteration wrote too."""
        pending, found = [value], dict[Load, None]()
        while pending:
            for load in loads_behind(pending.pop()):
                if load in found:
                    continue
                found[load] = None
                if (stored := self._stored_in_front(load)) is not None:
                    self._stored[load.results[0]] = stored
                    pending.append(stored)
        return list(found)

    def _stored_in_front(self, load: Load) -> SSAValue | None:
        """What the same iteration stored in the cell that is loaded."""
        stored = known_value(load, self._facts)
        return stored if isinstance(stored, SSAValue) else None

    def _instances_in(self, fact: Fact, index: Sequence[Expr], part: IntSet) -> IntSet:
        """The instances of the part at which an index is a cell of the fact."""
        cells = [f"c{k}" for k in range(len(index))]
        both = fact.cells.intersect(engine().set(at_cell(index))).intersect(part)
        return engine().project(both, cells)


def speculated(guard: Guard) -> list[Operation]:
    """The operations whose flags promised something only where the guard held."""
    if isinstance(guard, arith.SelectOp):
        return computing([guard.lhs])
    inside = list(guard.walk())
    return [*inside, *computing(operand for op in inside for operand in op.operands)]


def _is_constant(op: Operation) -> bool:
    return isinstance(op, arith.ConstantOp | UndefOp)


def _tuple(values: dict[str, int], names: Sequence[str]) -> list[int]:
    return [values.get(name, 0) for name in names]


def _shown(held: Known | None) -> str:
    match held:
        case Exactly(value):
            return f"holds {value}"
        case SomeZero():
            return "holds a zero of either sign"
        case _:
            return "may hold anything"
