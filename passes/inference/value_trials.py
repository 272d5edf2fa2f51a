"""Tries pad values: what the removal of branches drops on a copy where the padding holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, MemRefType, ModuleOp, StringAttr
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.accesses.accesses import scope_of
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import extents
from ...analysis.memory.assumptions import Fact
from ...analysis.memory.facts import BlockFacts
from ...analysis.overcompute.proof import Removal
from ...analysis.speculation.inserted_instances import Guard, GuardTrials
from ...analysis.speculation.padding_cells import contract_padding
from ...analysis.values.known import Arbitrary, Exactly, Number, SomeZero
from ...dialect.annotations import LOGICAL, buffer_name, buffers
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.memory_access import Load, is_load
from ...dialect.ir.reasons import Declined, because
from ...dialect.pad_values import ValueAttr
from ...index.maps.box_map import box
from ...index.sets.cells import cell_names, cells_at, union
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine
from ...index.sets.waste import Waste
from ..assumes.assume_checks import check_assumes
from ..common.generated_stages import is_of_padding
from ..common.index_codegen import Emitter
from ..guards.guard_costs import guards_in
from ..guards.pad_remove_branching_through_overcompute import removals
from ..guards.removal_search import Allowed
from ..guards.trusted_assumes import assume_cells
from ..hoist.stage_facts import regions_at, undefine_cells
from ..sizes.missing_sizes import without_missing_sizes
from .candidate_values import candidates

PadValue: TypeAlias = "ValueAttr | None"
"""What padding holds; None is undef, which may be written too."""


@dataclass(frozen=True)
class Padding:
    """
    The padding of a buffer that stages would touch without their guards, and values for it.

    Values are for what they read; what they only write is given up, `None`.
    """

    buffer: SSAValue
    name: str
    cells: IntSet
    count: int | None
    """How many cells; None where that depends on a size."""
    stages: tuple[Operation, ...]
    """Those that touch it."""
    values: tuple[PadValue, ...]
    guards: frozenset[Guard]
    """Around the accesses."""
    is_written: bool
    reader: InstanceReader
    """Has the names of sizes that are in the cells."""


class Scope:
    """The stages of a function whose guards are to go, and the buffers that have padding there."""

    def __init__(self, function: func.FuncOp, stages: Sequence[Operation], names: Sequence[str]):
        self.function = function
        self.stages = [stage for stage in stages if not is_of_padding(stage)]
        self._names = names

    @cached_property
    def guards(self) -> list[Guard]:
        """The guards of the stages."""
        found = [guard for stage in self.stages for guard in guards_in(stage)]
        return [guard for guard in dict.fromkeys(found) if not is_of_padding(guard)]

    @cached_property
    def paddings(self) -> list[Padding]:
        """The padding of each buffer in question of which something can be said."""
        found: list[Padding] = []
        for buffer in buffers(self.function):
            name = buffer_name(buffer)
            if name is None or (self._names and name not in self._names):
                continue
            try:
                with engine().budget():
                    padding = self._padding(buffer, name)
            except (GaveUp, NotAffine):
                continue
            if padding is not None:
                found.append(padding)
        return found

    def _padding(self, buffer: SSAValue, name: str) -> Padding | None:
        type = cast("MemRefType[Attribute]", buffer.type)
        reader = InstanceReader(home := scope_of(buffer))
        if (sizes := extents(buffer, reader)) is None:
            return None
        names = cell_names(len(sizes))
        whole = engine().set(box(names, list(sizes)))
        read, written = engine().empty, engine().empty
        stages = dict[Operation, None]()
        loads = dict[Load, None]()
        around = set[Guard]()
        for stage in self.stages:
            if (scope := stage.parent) is None:
                continue
            facts, unguarded = BlockFacts(scope), BlockFacts(scope, self.guards)
            if not type.has_static_shape():
                if scope is not home:
                    return None
                facts.reader.share_names(reader)
                unguarded.reader.share_names(reader)
            own = self._touched(buffer, stage, facts, unguarded)
            if own is None:
                return None
            for op, cells in own:
                stages[stage] = None
                around |= {guard for guard in self.guards if guard.is_ancestor(op)}
                if is_load(op):
                    loads[op] = None
                    read = read.union(cells)
                else:
                    written = written.union(cells)
        cells = read.union(written).intersect(whole)
        padding = contract_padding(buffer, reader)
        if padding is not None:
            cells = cells.intersect(padding)
        if cells.is_empty():
            return None
        values = list[PadValue]()
        for value in (v for load in loads for v in candidates(load.results[0], type.element_type)):
            if value not in values and self._agrees(
                buffer, value, cells, next(iter(stages)), reader
            ):
                values.append(value)
        is_written = not written.intersect(cells).is_empty()
        if is_written or padding is not None:
            values.append(None)
        count = engine().count(cells, names)
        return Padding(
            buffer,
            name,
            cells,
            count,
            tuple(stages),
            tuple(values),
            frozenset(around),
            is_written,
            reader,
        )

    def _touched(
        self, buffer: SSAValue, stage: Operation, facts: BlockFacts, unguarded: BlockFacts
    ) -> list[tuple[Operation, IntSet]] | None:
        """
        The accesses in a stage, each with the cells that it would touch without guards and that no
        access touches with them; None where an index is not known.
        """
        touched = list[IntSet]()
        for found in facts.accesses(buffer):
            if found.access.index is None:
                return None
            if found.stage is None or not is_of_padding(found.stage):
                where = found.access.instances
                touched.append(cells_at(found.access.index, where.condition, where.iterators))
        known, own = union(touched), list[tuple[Operation, IntSet]]()
        for found in unguarded.accesses(buffer):
            access = found.access
            if found.stage is not stage or access.index is None:
                continue
            where = access.instances
            cells = cells_at(access.index, where.condition, where.iterators).subtract(known)
            if not cells.is_empty():
                own.append((access.op, cells))
        return own

    def _agrees(
        self,
        buffer: SSAValue,
        value: ValueAttr,
        cells: IntSet,
        stage: Operation,
        reader: InstanceReader,
    ) -> bool:
        """Whether the padding may hold the value, by what is known of it."""
        scope = stage.parent
        assert scope is not None
        facts = BlockFacts(scope)
        if scope is reader.scope:
            facts.reader.share_names(reader)
        for fact in facts.before(buffer, stage):
            if fact.cells.intersect(cells).is_empty():
                continue
            match fact.value:
                case Arbitrary():
                    continue
                case Number():
                    if abs(float(value.value.data)) < float("inf"):
                        continue
                case SomeZero():
                    if value.value.data == 0:
                        continue
                case Exactly():
                    if fact.value.value == value:
                        continue
            return False
        return True


@dataclass(frozen=True)
class Freed:
    """A guard that goes, and what that adds."""

    guard: Guard
    waste: Waste


Values: TypeAlias = Mapping[str, PadValue]


class Trials:
    """Trials of pad values on copies of a module."""

    def __init__(self, module: ModuleOp, scopes: Sequence[Scope], allowed: Allowed):
        self.scopes = scopes
        self._module, self._allowed = module, allowed
        self._numbers = {op: number for number, op in enumerate(module.walk())}
        self._tried = dict[tuple[tuple[str, str], ...], dict[Guard, Freed] | None]()

    @property
    def count(self) -> int:
        """How many were made."""
        return len(self._tried)

    def freed(self, values: Values) -> dict[Guard, Freed] | None:
        """
        The guards that go where padding holds these values; None where it cannot, as other facts
        are against it, or no condition names its cells.
        """
        key = tuple(sorted((name, str(value)) for name, value in values.items()))
        if key not in self._tried:
            self._tried[key] = self._try(values)
        return self._tried[key]

    def _try(self, values: Values) -> dict[Guard, Freed] | None:
        copy = self._module.clone()
        copied = list(copy.walk())
        freed = dict[Guard, Freed]()
        try:
            for scope in self.scopes:
                for padding in scope.paddings:
                    if padding.name in values:
                        self._give(padding, values[padding.name], copied)
            if any(value is not None for value in values.values()):
                check_assumes(copy)
        except (PadError, Declined):
            return None
        for scope in self.scopes:
            own = {copied[self._numbers[guard]]: guard for guard in scope.guards}
            stages = [copied[self._numbers[stage]] for stage in scope.stages]
            with without_missing_sizes():
                for guard, found in removals(stages, self._allowed, GuardTrials()):
                    if isinstance(found, Removal) and guard in own:
                        freed[own[guard]] = Freed(own[guard], found.waste)
        return freed

    def _give(self, padding: Padding, value: PadValue, copied: Sequence[Operation]) -> None:
        buffer = self._copied(padding.buffer, copied)
        _drop_contract(buffer)
        stages = [copied[self._numbers[stage]] for stage in padding.stages]
        if value is None and not padding.is_written:
            return
        known = Arbitrary() if value is None else Exactly(value)
        facts = [Fact(padding.buffer, padding.cells, known)]
        regions, sizes = regions_at(facts, padding.buffer, padding.stages[0], padding.reader)
        if not regions:
            raise Declined(because("", "trust"))
        own = {name: self._copied(size, copied) for name, size in sizes.items()}
        if value is not None:
            assume_cells(buffer, regions, own, stages[0])
            return
        for stage in stages:
            emitter = Emitter(InsertPoint.after(stage), stage)
            undefine_cells(emitter, buffer, regions[0].cells, padding.name, own)

    def _copied(self, value: SSAValue, copied: Sequence[Operation]) -> SSAValue:
        """What an argument or a result of the module is in the copy."""
        owner = value.owner
        if isinstance(owner, Operation):
            return copied[self._numbers[owner]].results[owner.results.index(value)]
        function = owner.parent_op()
        assert isinstance(function, func.FuncOp)
        place = cast("BlockArgument", value).index
        return cast("func.FuncOp", copied[self._numbers[function]]).args[place]


def _drop_contract(buffer: SSAValue) -> None:
    """
    Let the padding be of the kind that is tried, not of the one that a layout gave it: a contract
    stays for what it says of sizes that are known at run time.
    """
    owner = buffer.owner
    if isinstance(owner, Operation):
        _weaken(owner.attributes)
        return
    function = owner.parent_op()
    assert isinstance(function, func.FuncOp)
    if function.arg_attrs is None:
        return
    attributes = list(function.arg_attrs)
    place = cast("BlockArgument", buffer).index
    left = dict(attributes[place].data)
    _weaken(left)
    attributes[place] = DictionaryAttr(left)
    function.arg_attrs = ArrayAttr(attributes)


def _weaken(attributes: dict[str, Attribute]) -> None:
    contract = attributes.pop(LOGICAL, None)
    if not isinstance(contract, MemRefType) or contract.has_static_shape():
        return
    own = cast("LaidOutType", contract)
    layout = layout_of(own)
    assert layout is not None
    kinds = ArrayAttr([StringAttr("undef")] * len(layout.pads))
    weaker = LayoutAttr(layout.maps, kinds, layout.options)
    attributes[LOGICAL] = MemRefType(own.element_type, own.shape, weaker, own.memory_space)
