"""Facts about buffers at the start and the end of a stage, as assumes and stores of undef."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import cast

from xdsl.dialects import arith, func, math, memref
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IndexType, IntegerAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...analysis.accesses.accesses import scope_of
from ...analysis.contracts.applied_layouts import applied_contract
from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import extents, known_sizes
from ...analysis.memory.assumptions import Fact
from ...analysis.memory.facts import BlockFacts
from ...analysis.values.known import Arbitrary, Exactly, Known, Number
from ...dialect.annotations import buffer_name
from ...dialect.attributes import LaidOutType, place
from ...dialect.ir.memory_access import is_dynamic
from ...dialect.layout.layout import Constant, Undef
from ...dialect.ops import AssumeOp, UndefOp
from ...dialect.pad_values import ValueAttr, constant_attr
from ...index.expr import FALSE, TRUE, Expr, eq, lift, var
from ...index.maps.box_map import box
from ...index.normal import negate
from ...index.queries.conditions import is_implied
from ...index.sets.cells import cell_names, union
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine
from ...index.simplify.forms import simplify_condition
from ..common.buffer_sizes import tied_argument
from ..common.index_codegen import Emitter
from ..layout.padding.padding_values import element_type, load, padding_holds, store
from .exposed_facts import ExposedFacts, Exposure


@dataclass(frozen=True)
class Region:
    """Cells of a buffer, as a condition on them, and what they hold; None is a zero of any sign."""

    cells: Expr
    value: ValueAttr | Undef | Number | None


@dataclass(frozen=True)
class Boundary:
    """The facts about each buffer at both ends of a stage."""

    entry: Mapping[SSAValue, Sequence[Region]]
    after: Mapping[SSAValue, Sequence[Region]]
    dead: Mapping[SSAValue, Expr]
    """The cells that hold no known value after the stage and that nothing looks at."""
    sizes: Mapping[SSAValue, Mapping[int, Expr]]
    """What sizes of buffers are that are known at run time only, axis by axis."""
    values: Mapping[str, SSAValue]
    """The sizes that conditions name."""
    known: Sequence[Expr]
    """What is known of these sizes."""

    @staticmethod
    def of(stage: Operation, buffers: Sequence[SSAValue], exposed: ExposedFacts) -> Boundary:
        """
        Return what is known of the cells of buffers before and after a stage, an operation of the
        block that the buffers live in, as far as that is to be exposed.
        """
        entry, after = dict[SSAValue, list[Region]](), dict[SSAValue, list[Region]]()
        dead: dict[SSAValue, Expr] = {}
        following, scope = stage.next_op, stage.parent
        assert following is not None
        assert scope is not None
        facts, sizes = BlockFacts(scope), dict[SSAValue, dict[int, Expr]]()
        named: dict[str, None] = {}
        for buffer in buffers:
            if scope_of(buffer) is not scope:
                continue
            choice = exposed.of(buffer_name(buffer))
            if choice == "none":
                continue
            box = _Box.of(buffer, stage, facts.reader)
            if box is None:
                continue
            if found := _sizes_of(buffer, box, facts.reader):
                sizes[buffer] = found
            before = _exposed(facts.before(buffer, stage), choice)
            entry[buffer] = _regions(before, box)
            own = facts.accesses(buffer)
            if not any(a.stage is not None and stage.is_before_in_block(a.stage) for a in own):
                continue
            later = facts.before(buffer, following)
            after[buffer] = _regions(_exposed(later, choice), box)
            if any(a.stage is stage and a.access.writes for a in own):
                unseen = facts.unseen_after(buffer, stage)
                known = union(f.cells for f in later if not isinstance(f.value, Arbitrary))
                condition = _condition(unseen.subtract(known), box)
                if condition is not None and condition != FALSE:
                    dead[buffer] = condition
                    after[buffer].append(Region(dead[buffer], Undef()))
        regions = [*chain(*entry.values()), *chain(*after.values())]
        own_sizes = [size for each in sizes.values() for size in each.values()]
        for condition in (*(region.cells for region in regions), *dead.values(), *own_sizes):
            named |= dict.fromkeys(condition.variables())
        values = {name: v for name in named if (v := facts.reader.find_value(name)) is not None}
        whole = known_sizes(stage, facts.reader) if values else TRUE
        parts = whole.operands if whole.op == "and" else (whole,)
        told = (part for part in dict.fromkeys(parts) if {*part.variables()} <= {*values})
        known = [part for part in told if not is_implied(TRUE, part)]
        return Boundary(entry, after, dead, sizes, values, known)

    def assume_at_entry(self, emitter: Emitter, values: Mapping[SSAValue, SSAValue]) -> None:
        """
        Assume the facts at the start of the stage, about the values that stand for the buffers and
        for sizes.
        """
        own = self._values(values)
        for condition in self.known:
            emitter.insert(AssumeOp(emitter.condition(condition, own)))
        for buffer, axes in self.sizes.items():
            for axis, size in axes.items():
                dim = memref.DimOp(values[buffer], emitter.constant(axis))
                given = {**own, "extent": emitter.insert(dim).results[0]}
                emitter.insert(AssumeOp(emitter.condition(eq(var("extent"), size), given)))
        for buffer, regions in self.entry.items():
            assume_regions(emitter, values[buffer], regions, _name(buffer), sizes=own)

    def assume_after(self, emitter: Emitter) -> None:
        """Assume the facts at the end of the stage."""
        for buffer, regions in self.after.items():
            assume_regions(emitter, buffer, regions, _name(buffer), sizes=self.values)

    def undefine_at_exit(self, emitter: Emitter, values: Mapping[SSAValue, SSAValue]) -> None:
        """A stage `<buffer>_undef` that stores undef where nothing looks."""
        for buffer, cells in self.dead.items():
            name = _name(buffer)
            undefine_cells(emitter, values[buffer], cells, name, self._values(values))

    def _values(self, values: Mapping[SSAValue, SSAValue]) -> dict[str, SSAValue]:
        return {name: values[value] for name, value in self.values.items()}


@dataclass(frozen=True)
class _Box:
    """The cells of a buffer at a stage."""

    names: tuple[str, ...]
    cells: Expr
    known: Expr
    """What is known of sizes there."""
    sizes: tuple[Expr, ...]
    allowed: frozenset[str]
    """The names that conditions may have: of cells, and of values from before the stage."""

    @staticmethod
    def of(buffer: SSAValue, stage: Operation, reader: InstanceReader) -> _Box | None:
        """None where a size may be another at each iteration."""
        if (sizes := extents(buffer, reader)) is None:
            return None
        names = cell_names(len(sizes))
        if all(size.constant is not None for size in sizes):
            return _Box(names, box(names, sizes), TRUE, sizes, frozenset(names))
        known = known_sizes(stage, reader)
        used = {n for e in (known, *sizes) for n in e.variables() if _is_before(n, stage, reader)}
        return _Box(names, box(names, sizes), known, sizes, frozenset(names) | used)


def _is_before(name: str, stage: Operation, reader: InstanceReader) -> bool:
    """Whether a name of the reader is an index that is computed before a stage, in its block."""
    value = reader.find_value(name)
    if value is None or not isinstance(value.type, IndexType):
        return False
    owner = value.owner
    if isinstance(owner, Block):
        return owner is stage.parent
    return owner.parent is stage.parent and owner.is_before_in_block(stage)


def _sizes_of(buffer: SSAValue, box: _Box, reader: InstanceReader) -> dict[int, Expr]:
    """The sizes that are functions of values, of those that are known at run time only."""
    shape = cast("LaidOutType", buffer.type).get_shape()
    contract = applied_contract(buffer)
    logical = None if contract is None else reader.logical_sizes(buffer, contract)
    found: dict[int, Expr] = {}
    for axis, size in enumerate(box.sizes):
        if not is_dynamic(shape[axis]):
            continue
        if contract is not None and logical is not None:
            extent = place(contract).physical_shape[axis]
            of_layout = extent.substitute(logical) if isinstance(extent, Expr) else lift(extent)
            size = of_layout if {*of_layout.variables()} <= box.allowed else size
        elif isinstance(function := scope_of(buffer).parent_op(), func.FuncOp):
            tied = tied_argument(function, buffer_name(buffer), axis)
            read = None if tied is None or contract is not None else reader.index(tied)
            size = size if read is None or isinstance(buffer.owner, Operation) else read
        if {*size.variables()} <= box.allowed:
            found[axis] = size
    return found


def _exposed(facts: Sequence[Fact], choice: Exposure) -> list[Fact]:
    """The facts, or no more of them than which cells may be read."""
    return [replace(f, value=Arbitrary()) for f in facts] if choice == "access" else [*facts]


def _name(buffer: SSAValue) -> str:
    return buffer_name(buffer) or "buffer"


def undefine_cells(
    emitter: Emitter,
    buffer: SSAValue,
    cells: Expr,
    name: str,
    sizes: Mapping[str, SSAValue] | None = None,
) -> None:
    """A stage `<name>_undef` that stores undef to cells; `sizes` are other names in `cells`."""
    inside, indices = _over_cells(emitter, buffer, f"{name}_undef")
    own = dict(zip(cell_names(len(indices)), indices, strict=True))
    guarded = inside.guard(cells, {**(sizes or {}), **own})
    undef = guarded.insert(UndefOp(element_type(buffer))).results[0]
    guarded.insert(store(undef, buffer, indices))


def assume_regions(
    emitter: Emitter,
    buffer: SSAValue,
    regions: Sequence[Region],
    name: str,
    attributes: Mapping[str, Attribute] | None = None,
    sizes: Mapping[str, SSAValue] | None = None,
) -> None:
    """
    A stage `<name>_assume`: each cell is elsewhere, or holds its value; `sizes` are other names in
    conditions.
    """
    if not regions:
        return
    inside, indices = _over_cells(emitter, buffer, f"{name}_assume")
    values = {**(sizes or {}), **dict(zip(cell_names(len(indices)), indices, strict=True))}
    for region in regions:
        elsewhere = negate(region.cells)
        otherwise = None if elsewhere == FALSE else inside.condition(elsewhere, values)
        held = _holds(inside, buffer, region.value, indices)
        if otherwise is not None:
            held = inside.insert(arith.OrIOp(otherwise, held)).results[0]
        inside.insert(AssumeOp(held)).attributes.update(attributes or {})


def _over_cells(emitter: Emitter, buffer: SSAValue, stage: str) -> tuple[Emitter, list[SSAValue]]:
    """The inside of the loops of a stage over all cells of a buffer."""
    shape, sizes = emitter.shape(buffer)
    names = [f"i{axis}" for axis in range(len(shape))]
    return emitter.nest(shape, names, stage, of_padding=True, sizes=sizes)


def _holds(
    emitter: Emitter,
    buffer: SSAValue,
    value: ValueAttr | Undef | Number | None,
    indices: Sequence[SSAValue],
) -> SSAValue:
    if isinstance(value, Undef):
        return padding_holds(emitter, buffer, value, indices)
    if isinstance(value, FloatAttr | IntegerAttr):
        return padding_holds(emitter, buffer, Constant(value.value.data), indices)
    loaded = emitter.insert(load(buffer, indices)).results[0]
    if isinstance(value, Number):
        return _is_number(emitter, loaded, value)
    zero = emitter.insert(arith.ConstantOp(constant_attr(0.0, loaded.type))).results[0]
    return emitter.insert(arith.CmpfOp(loaded, zero, "oeq")).results[0]


def _is_number(emitter: Emitter, loaded: SSAValue, number: Number) -> SSAValue:
    infinity = FloatAttr(inf, cast("AnyFloat", loaded.type))
    if not number.finite or infinity.value.data != inf:  # some narrow types have no infinity
        return emitter.insert(arith.CmpfOp(loaded, loaded, "ord")).results[0]
    magnitude = emitter.insert(math.AbsFOp(loaded)).results[0]
    bound = emitter.insert(arith.ConstantOp(infinity)).results[0]
    return emitter.insert(arith.CmpfOp(magnitude, bound, "olt")).results[0]


def regions_at(
    facts: Sequence[Fact], buffer: SSAValue, stage: Operation, reader: InstanceReader
) -> tuple[list[Region], dict[str, SSAValue]]:
    """
    The facts about a buffer that can be written down before a stage, one a value, and the sizes
    that their conditions name; `reader` has the names that are in the facts.
    """
    own = _Box.of(buffer, stage, reader)
    if own is None:
        return [], {}
    regions = _regions(facts, own)
    names = dict.fromkeys(name for region in regions for name in region.cells.variables())
    found = ((name, reader.find_value(name)) for name in names if name not in own.names)
    return regions, {name: value for name, value in found if value is not None}


def _regions(facts: Sequence[Fact], box: _Box) -> list[Region]:
    by_value: dict[Known, IntSet] = {}
    for fact in facts:
        by_value[fact.value] = by_value.get(fact.value, engine().empty).union(fact.cells)
    regions: list[Region] = []
    for value, cells in by_value.items():
        condition = _condition(cells, box)
        if condition is None or condition == FALSE:
            continue
        attribute = value.value if isinstance(value, Exactly) else None
        if isinstance(value, Arbitrary):
            regions.append(Region(condition, Undef()))
        elif isinstance(value, Number):
            regions.append(Region(condition, value))
        elif attribute is None or isinstance(attribute, FloatAttr | IntegerAttr):
            regions.append(Region(condition, cast("ValueAttr | None", attribute)))
    return regions


def _condition(cells: IntSet, box: _Box) -> Expr | None:
    """The cells of a box as a condition; None if other names are in it."""
    whole = box.cells & box.known
    try:
        with engine().budget():
            points = cells.intersect(engine().set(whole))
            if points.is_empty():
                return FALSE
            if engine().set(whole).is_subset(points):
                return TRUE
            found = engine().condition(points, engine().set(whole))
    except (GaveUp, NotAffine):
        return None
    condition = simplify_condition(found, whole)
    return condition if set(condition.variables()) <= box.allowed else None
