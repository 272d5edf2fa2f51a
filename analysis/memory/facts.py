"""
Facts about the contents of buffers when a stage begins, and how the stage changes them.

A stage is an operation of the block that is looked at. Facts come from stores of constants, of
undef and of what is computed from known cells, from assumes, and from the contracts of constant
globals; each ends at the next operation that may write its cells.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.annotations import LOGICAL, argument_attributes
from ...dialect.attributes import LaidOutType, place
from ...dialect.ir.effects import is_pure, may_not_end
from ...dialect.ir.memory_access import (
    Load,
    buffer_of,
    is_load,
    is_load_or_store,
    is_store,
    stored_in,
)
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ir.symbols import lookup_symbol
from ...dialect.layout.layout import Forbidden
from ...dialect.ops import AssumeOp, UndefOp
from ...dialect.pad_values import pad_value_attr
from ...index.expr import any_of, var
from ...index.sets.cells import everything, pieces, union
from ...index.sets.engine import IntSet, engine
from ..accesses.accesses import Access, feeds_only_assumes, touched
from ..accesses.aliasing import constant_global
from ..accesses.block_accesses import BlockAccesses, StageAccess
from ..accesses.windows import Names
from ..contracts.applied_layouts import cells_of_contract
from ..instances.sizes import SizesByStage
from ..values.folding import surely_equal
from ..values.known import Arbitrary, Exactly, Known
from .assumptions import Fact, Statement, statement_of
from .computed_facts import computed_facts, joined_facts, parted_facts

_BUFFER, _SIZES, _ASSUME = (MemRefType,), (memref.DimOp,), (AssumeOp,)

_MOST_NEAR = 2
"""Stages before and after one, of those that access a buffer, that are near it."""

_MOST_PAIRS = 100
"""Of pieces of two sets, one of which is subtracted from the other."""

_MOST_COPIES = 4
"""Through how many stages a value is followed, so that a stage costs the same in long chains."""


class BlockFacts(BlockAccesses):
    """The facts of the stages of one block, with `without` read as ifs that always hold."""

    def __init__(self, scope: Block, without: Sequence[Operation] = ()):
        super().__init__(scope, without)
        self._order = {op: k for k, op in enumerate(scope.ops)}
        self._concerned_by: dict[SSAValue, list[Operation]] = {}
        self._facts_after: dict[tuple[SSAValue, int], list[list[Fact]]] = {}
        self._statements: dict[AssumeOp, Statement | None] = {}
        self._assumes_by_stage: dict[SSAValue, dict[Operation, list[AssumeOp]]] = {}
        self._stated_by_stage: dict[SSAValue, dict[Operation, list[Statement]]] = {}
        self._feeds: dict[SSAValue, dict[SSAValue, None]] = {}
        self._not_understood = False
        self._depth = 0
        self._only_read: dict[SSAValue, bool] = {}
        self._sizes = SizesByStage(self.reader)
        self._assumed_loads: dict[SSAValue, dict[Operation | None, list[Load]]] = {}
        self._seen_from: dict[tuple[SSAValue, Operation], IntSet] = {}
        self._surely_run_with: dict[Operation, set[Operation]] = {}

    def until(self, buffer: SSAValue, stage: Operation | None) -> list[Access]:
        """The accesses up to the end of a stage, those in no stage included; all for no stage."""
        limit = len(self._order) if stage is None else self._order[stage]
        found = self.accesses(buffer)
        return [a.access for a in found if a.stage is None or self._order[a.stage] <= limit]

    def known(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """Return facts on cells that hold through the stage, which does not write them."""
        return self._left(self.before(buffer, stage), buffer, stage)

    def before(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """Return facts on cells of the buffer that hold when the stage begins."""
        earlier = self.stages_before(buffer, stage)
        key = buffer, self._depth
        if key not in self._facts_after:
            self._facts_after[key] = [_constant_facts(buffer)]
        after = self._facts_after[key]
        while len(after) <= len(earlier):
            last = earlier[len(after) - 1]
            after.append([*self._left(after[-1], buffer, last), *self._made(buffer, last)])
        held = [fact for fact in after[len(earlier)] if not fact.cells.is_empty()]
        if (names := self.names(buffer)) is None:
            return held
        joined = joined_facts(buffer, names, self._written_by, lambda n: self.before(n, stage))
        return [*held, *joined]

    def _written_by(self, name: SSAValue) -> bool:
        """Whether a store writes a buffer by this name of it."""
        return any(is_store(use.operation) for use in name.uses)

    def _left(self, facts: list[Fact], buffer: SSAValue, stage: Operation) -> list[Fact]:
        """Return the facts that are left when a stage may have written to the buffer."""
        if not facts:
            return []
        written = union(touched(a.access) for a in self._in(buffer, stage, writes=True))
        left = [Fact(buffer, f.cells.subtract(written), f.value) for f in facts]
        return [fact for fact in left if not fact.cells.is_empty()]

    def may_tell(self, buffer: SSAValue, stage: Operation) -> bool:
        """Whether anything but assumes of a stage may tell what the buffer holds in it."""
        if constant_global(buffer) is not None:
            return True
        if not self.is_followed(buffer):
            return False
        names = self.names(buffer)
        every = (buffer,) if names is None else tuple(names)
        if any(constant_global(name) is not None for name in every):
            return True
        if not all(self._is_only_read(name, names) for name in every):
            return True
        assumes = (other for name in every for other in self._assumes(name))
        return any(self._order[other] < self._order[stage] for other in assumes)

    def _is_only_read(self, name: SSAValue, names: Names | None) -> bool:
        """Whether a buffer is only loaded by one of its names."""
        if name not in self._only_read:
            uses = name.uses if names is None else names.uses_of(name)
            users = (use.operation for use in uses)
            self._only_read[name] = all(is_load(op) or is_a(op, _SIZES) for op in users)
        return self._only_read[name]

    def sizes_at(self, stage: Operation) -> IntSet:
        """Return the condition on sizes that holds whenever a stage runs."""
        return self._sizes.at(stage)

    def readable(self, buffer: SSAValue, stage: Operation) -> IntSet:
        """The cells that may be read when the stage begins."""
        cells = self.belonging(buffer)
        if cells.plain_is_universe():
            return cells
        for earlier in self.stages_before(buffer, stage):
            sure = [a.access for a in self._in(buffer, earlier, writes=True) if a.access.must]
            cells = cells.union(union(map(touched, sure)))
            cells = cells.union(union(f.cells for f in self.assumed(buffer, earlier)))
        if (names := self.names(buffer)) is None:
            return cells
        joined = joined_facts(
            buffer,
            names,
            self._written_by,
            lambda name: [Fact(name, self.readable(name, stage), Arbitrary())],
        )
        return cells.union(union(fact.cells for fact in joined))

    def surely_run_with(self, stage: Operation) -> set[Operation]:
        """
        The stages that have run, or certainly run to their end, when this one begins.

        That is this one too, unless a call, an assert or a loop without a bound may keep it from
        its end.
        """
        if stage not in self._surely_run_with:
            self._surely_run_with[stage] = self._find_surely_run_with(stage)
        return self._surely_run_with[stage]

    def _find_surely_run_with(self, stage: Operation) -> set[Operation]:
        position = self._order[stage]
        stages = {op for op, place in self._order.items() if place < position}
        may_hang = any(map(may_not_end, operations_in(stage)))
        return stages if may_hang else stages | {stage}

    def belonging(self, buffer: SSAValue) -> IntSet:
        """The cells of an argument that its contract lets one read; none of a local buffer."""
        root = buffer if (names := self.names(buffer)) is None else names.root
        if not isinstance(root.owner, Block):
            return engine().empty
        contract = cast("LaidOutType | None", argument_attributes(root).get(LOGICAL))
        if contract is None:
            return everything()
        if root is not buffer or (cells := cells_of_contract(root, contract, self.reader)) is None:
            return engine().empty
        placed = place(contract)
        kept = [c for c, kind in placed.padding_pieces if not isinstance(kind, Forbidden)]
        if len(kept) == len(placed.padding_pieces):
            return everything()  # of those that there are
        return engine().set(any_of([placed.valid, *kept]).substitute(cells))

    def is_dead_after(self, buffer: SSAValue, cells: IntSet, stage: Operation) -> bool:
        """Whether nothing after the stage may see what it left in these cells."""
        return cells.intersect(self.seen_after(buffer, stage)).is_empty()

    def unseen_after(self, buffer: SSAValue, stage: Operation) -> IntSet:
        """The cells of which nothing after the stage may see what it left in them."""
        return everything().subtract(self.seen_after(buffer, stage))

    def seen_after(self, buffer: SSAValue, stage: Operation) -> IntSet:
        """
        The cells of which something after the stage may see what it left in them.

        From the end on: what one stage sees of the cells, those before it see too.
        """
        pending = list[Operation]()
        seen: IntSet | None = None
        for later in self._after(buffer, stage):
            if (seen := self._seen_from.get((buffer, later))) is not None:
                break
            pending.append(later)
        if seen is None:
            # Where the block runs again, what it left is still there, unless the buffer is a new
            # one.
            owner = buffer.owner if (names := self.names(buffer)) is None else names.root.owner
            is_new = isinstance(owner, Operation) and self.reader.stage(owner) is not None
            gone = is_new and self._is_private(buffer)
            seen = engine().empty if gone else everything()
        for later in reversed(pending):
            read = {_which(a.access) for a in self._in(buffer, later, writes=False)}
            sure = [a.access for a in self._in(buffer, later, writes=True) if a.access.must]
            # What an update reads too is seen in any case; isl may take long to subtract it.
            over = union(touched(a) for a in sure if _which(a) not in read)
            # What is not subtracted is seen: of many pieces isl subtracts for a whole budget.
            if pieces(seen) * pieces(over) <= _MOST_PAIRS:
                seen = seen.subtract(over)
            seen = seen.union(self._seen(buffer, later))
            self._seen_from[buffer, later] = seen
        return seen

    def forget(self, erased: Sequence[Operation]) -> bool:
        """As for accesses, and with them what followed from them."""
        found = [
            (buffer_of(op), each)
            for op in erased
            if is_load_or_store(op) and buffer_of(op) in self._accesses
            for each in self.accesses_by(op, buffer_of(op))
        ]
        if not super().forget(erased) or self._may_state_more(erased):
            return False
        for buffer, each in found:
            if each.stage is None or each.access.index is None or self.is_anywhere(buffer):
                return False
            self._only_read.pop(buffer, None)
            self._forget_seen(buffer, each.stage)
            if each.access.writes:
                self._forget_held(buffer, each.stage)
        return True

    def read_again(self, stage: Operation, without: Collection[Operation] = ()) -> bool:
        """As for accesses, and with them what followed from them."""
        concerned = self._read_in(stage)
        if not super().read_again(stage, without):
            return False
        self._surely_run_with.pop(stage, None)
        for buffer in (b for b in concerned if b in self._concerned_by):
            self._forget_seen(buffer, stage)
            self._forget_held(buffer, stage)
        return True

    def _may_state_more(self, erased: Sequence[Operation]) -> bool:
        """Whether loads may feed only assumes now, or assumes be understood that were not."""
        if self._not_understood and any(is_store(op) for op in erased):
            return True
        gone = set(map(id, erased))
        pending = [value for op in erased for value in op.operands]
        while pending:
            value = pending.pop()
            owner = value.owner
            if isinstance(owner, Block) or id(owner) in gone or is_a(value.type, _BUFFER):
                continue
            if is_load(owner):
                if _assumes_on(owner):
                    return True
            elif not is_pure(owner):
                return True
            else:
                pending += owner.operands
        return False

    def _forget_seen(self, buffer: SSAValue, stage: Operation) -> None:
        """Forget which cells are read from this stage on, or from an earlier one."""
        stages = self._concerned(buffer)
        last = bisect_right(stages, self._order[stage], key=self._order.__getitem__)
        for earlier in reversed(stages[:last]):
            if self._seen_from.pop((buffer, earlier), None) is None:
                break  # it is looked at from the end on

    def _forget_held(self, buffer: SSAValue, stage: Operation) -> None:
        """Forget the facts after a stage about a buffer, and about buffers computed from it."""
        place, pending = self._order[stage], [buffer]
        for each in pending:
            stages = self._concerned(each)
            kept = bisect_left(stages, place, key=self._order.__getitem__) + 1
            for depth in range(_MOST_COPIES + 1):
                del self._facts_after.get((each, depth), [])[kept:]
            pending += (b for b in self._feeds.get(each, ()) if b not in pending)

    def _seen(self, buffer: SSAValue, stage: Operation) -> IntSet:
        """The cells that a stage may read, or assume something of."""
        reads = union(touched(a.access) for a in self._in(buffer, stage, writes=False))
        return reads.union(self.assumed_cells(buffer, stage))

    def assumed_cells(self, buffer: SSAValue, stage: Operation) -> IntSet:
        """The cells of which an assume may need what a stage, or what is in none, loads of them."""
        if buffer not in self._assumed_loads:
            loads: dict[Operation | None, list[Load]] = {}
            for name in self.names(buffer) or (buffer,):
                for use in self.reader.latest_first(name.uses):
                    load = use.operation
                    if is_load(load) and feeds_only_assumes(load):
                        loads.setdefault(self.reader.stage(load), []).append(load)
            self._assumed_loads[buffer] = loads
        found = self._assumed_loads[buffer]
        return union(
            self._assumed_of(load, buffer) for key in (stage, None) for load in found.get(key, ())
        )

    def _assumed_of(self, load: Load, buffer: SSAValue) -> IntSet:
        if buffer_of(load) is buffer:
            statements = [self._statement(assume) for assume in _assumes_on(load)]
            understood = [s.fact.cells for s in statements if s is not None and s.load is load]
            if len(understood) == len(statements):
                return union(understood)
        found = [a for a in self.with_assumes(buffer) if a.op is load]
        return union(map(touched, found))

    def _is_private(self, buffer: SSAValue) -> bool:
        """Whether a local buffer is only known by its own accesses."""
        return all(a.access.index is not None for a in self.accesses(buffer))

    def stages_before(self, buffer: SSAValue, stage: Operation) -> list[Operation]:
        """The stages before one that access the buffer, or assume something of it."""
        stages = self._concerned(buffer)
        return stages[: bisect_left(stages, self._order[stage], key=self._order.__getitem__)]

    def _after(self, buffer: SSAValue, stage: Operation) -> list[Operation]:
        """The stages after one that access the buffer, or assume something of it."""
        stages = list(self._order) if self.is_anywhere(buffer) else self._concerned(buffer)
        return stages[bisect_right(stages, self._order[stage], key=self._order.__getitem__) :]

    def _concerned(self, buffer: SSAValue) -> list[Operation]:
        """The stages that access a buffer by its name or speak of what was read, in their order."""
        if buffer not in self._concerned_by:
            names = self.names(buffer) or (buffer,)
            uses = (self.reader.stage(use.operation) for name in names for use in name.uses)
            found = {stage for stage in uses if stage is not None}
            found |= {a.stage for a in self.accesses(buffer) if a.stage is not None}
            found.update(*map(self._assumes, names))
            self._concerned_by[buffer] = sorted(found, key=self._order.__getitem__)
        return self._concerned_by[buffer]

    def _in(self, buffer: SSAValue, stage: Operation, writes: bool) -> list[StageAccess]:
        return [a for a in self.accesses_in(buffer, stage) if a.access.writes == writes]

    def _made(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """The cells that a stage leaves with a known value, and those that it assumes one of."""
        writes = self.writes_in(buffer, stage)
        facts: list[Fact] = []
        for access in writes:
            for fact in self._left_by(access, buffer, stage) if access.must else ():
                others = union(
                    touched(other)
                    for other in writes
                    if other is not access and not _stores(other, fact.value)
                )
                facts.append(Fact(buffer, fact.cells.subtract(others), fact.value))
        written = union(map(touched, writes))
        for fact in self.assumed(buffer, stage):
            facts.append(Fact(buffer, fact.cells.subtract(written), fact.value))
        return facts

    def writes_in(self, buffer: SSAValue, stage: Operation) -> list[Access]:
        """Return the accesses that may write a buffer in a stage."""
        return [a.access for a in self._in(buffer, stage, writes=True)]

    def writes_near(self, buffer: SSAValue, stage: Operation) -> list[Access]:
        """The accesses that may write a buffer in a few stages around one, from the last on."""
        later, earlier = self._after(buffer, stage), self.stages_before(buffer, stage)
        near = [*reversed(later[:_MOST_NEAR]), *reversed(earlier[-_MOST_NEAR:])]
        return [access for other in near for access in self.writes_in(buffer, other)]

    def assumes_on(self, buffer: SSAValue, stage: Operation) -> list[AssumeOp]:
        """The assumes of a stage that loads of a buffer reach."""
        return self._assumes(buffer).get(stage, [])

    def _assumes(self, buffer: SSAValue) -> dict[Operation, list[AssumeOp]]:
        if buffer not in self._assumes_by_stage:
            found: dict[Operation, list[AssumeOp]] = {}
            stated = [u for u in buffer.uses if is_load(u.operation) and _assumes_on(u.operation)]
            loads = (use.operation for use in self.reader.latest_first(stated))
            for assume in dict.fromkeys(a for load in loads for a in _assumes_on(load)):
                if (stage := self.reader.stage(assume)) is not None:
                    found.setdefault(stage, []).append(assume)
            self._assumes_by_stage[buffer] = found
        return self._assumes_by_stage[buffer]

    def _left_by(self, access: Access, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """
        The value that a write leaves in its cells: a constant, undef, or a value computed from
        known cells.
        """
        value = stored_value(access.op)
        if value is not None and access.as_is:
            return [Fact(buffer, touched(access), value)]
        if value is not None:
            return parted_facts(buffer, access, value)
        if self._depth == _MOST_COPIES or access.by is not None:
            return []
        self._depth += 1
        try:
            return computed_facts(access, self.reader, lambda b: self._feeding(buffer, b, stage))
        finally:
            self._depth -= 1

    def _feeding(self, buffer: SSAValue, source: SSAValue, stage: Operation) -> list[Fact]:
        """
        Return the facts about `source` in a stage, and note that facts about `buffer` are computed
        from them.
        """
        self._feeds.setdefault(source, {})[buffer] = None
        return self.known(source, stage)

    def assumed(self, buffer: SSAValue, stage: Operation) -> list[Fact]:
        """Return the facts that the assumes of a stage state about a buffer."""
        return [statement.fact for statement in self.statements(buffer, stage)]

    def statements(self, buffer: SSAValue, stage: Operation) -> list[Statement]:
        """The same with the loads that they speak of."""
        return self._stated(buffer).get(stage, [])

    def _stated(self, buffer: SSAValue) -> dict[Operation, list[Statement]]:
        """Return the facts that assumes state about a buffer, by stage."""
        if buffer not in self._stated_by_stage:
            found: dict[Operation, list[Statement]] = {}
            for stage, assumes in self._assumes(buffer).items():
                for statement in map(self._statement, assumes):
                    if statement is not None and statement.fact.buffer is buffer:
                        found.setdefault(stage, []).append(statement)
            self._stated_by_stage[buffer] = found
        return self._stated_by_stage[buffer]

    def _statement(self, assume: AssumeOp) -> Statement | None:
        if assume not in self._statements:
            self._statements[assume] = statement_of(assume, self.reader)
            self._not_understood |= self._statements[assume] is None
        return self._statements[assume]


def _which(access: Access) -> tuple[object, ...]:
    """Return a key for the cells of an access: equal keys, equal cells."""
    return access.index, access.instances.iterators, access.instances.condition


def _assumes_on(load: Operation) -> list[AssumeOp]:
    """The assumes that the value of a load reaches."""
    pending, seen, found = list(load.results), set[SSAValue](), dict[AssumeOp, None]()
    while pending:
        value = pending.pop()
        if value in seen:  # a polynomial has many ways through it
            continue
        seen.add(value)
        for use in value.uses:
            user = use.operation
            if is_a(user, _ASSUME):
                found[user] = None
            pending += user.results
    return list(found)


def _stores(access: Access, value: Known) -> bool:
    """Whether an access stores just this value."""
    other = stored_value(access.op) if access.as_is else None
    return other is not None and surely_equal(other, value)


def stored_value(op: Operation) -> Known | None:
    """The known value that a store leaves in its cell."""
    if not is_store(op):
        return None
    source = stored_in(op).owner
    if isinstance(source, UndefOp):
        return Arbitrary()
    return Exactly(source.value) if isinstance(source, arith.ConstantOp) else None


def _constant_facts(buffer: SSAValue) -> list[Fact]:
    """The padding that the contract of a constant global gives values; none of another buffer."""
    owner = buffer.owner
    if not isinstance(owner, memref.GetGlobalOp):
        return []
    found = lookup_symbol(owner, owner.name_)
    if not isinstance(found, memref.GlobalOp) or found.constant is None:
        return []
    if (contract := found.attributes.get(LOGICAL)) is None:
        return []
    laid_out = cast("LaidOutType", contract)
    placed = place(laid_out)
    cells = {name: var(f"c{k}") for k, name in enumerate(placed.physical_names)}
    return [
        Fact(buffer, engine().set(condition.substitute(cells)), Exactly(value))
        for condition, kind in placed.padding_pieces
        if (value := pad_value_attr(kind, laid_out.element_type)) is not None
    ]
