"""Facts about buffers at the start and the end of a stage, as assumes and stores of undef."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import cast

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ...analysis.accesses.accesses import scope_of
from ...analysis.memory.assumptions import Fact
from ...analysis.memory.facts import BlockFacts
from ...analysis.values.known import Arbitrary, Exactly, Known, Number
from ...dialect.annotations import buffer_name
from ...dialect.attributes import LaidOutType
from ...dialect.layout.layout import Constant, Undef
from ...dialect.ops import AssumeOp, UndefOp
from ...dialect.pad_values import ValueAttr, constant_attr
from ...index.expr import FALSE, TRUE, Expr, lift
from ...index.maps.box_map import box
from ...index.normal import negate
from ...index.sets.cells import cell_names, union
from ...index.sets.engine import GaveUp, IntSet, engine
from ...index.simplify.forms import simplify_condition
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
        facts = BlockFacts(scope)
        for buffer in buffers:
            type = cast("LaidOutType", buffer.type)
            if scope_of(buffer) is not scope or not type.has_static_shape():
                continue
            choice = exposed.of(buffer_name(buffer))
            if choice == "none":
                continue
            before = _exposed(facts.before(buffer, stage), choice)
            entry[buffer] = regions_of(before, type.get_shape())
            own = facts.accesses(buffer)
            if not any(a.stage is not None and stage.is_before_in_block(a.stage) for a in own):
                continue
            later = facts.before(buffer, following)
            after[buffer] = regions_of(_exposed(later, choice), type.get_shape())
            if any(a.stage is stage and a.access.writes for a in own):
                unseen = facts.unseen_after(buffer, stage)
                known = union(f.cells for f in later if not isinstance(f.value, Arbitrary))
                condition = _condition(unseen.subtract(known), type.get_shape())
                if condition is not None and condition != FALSE:
                    dead[buffer] = condition
                    after[buffer].append(Region(dead[buffer], Undef()))
        return Boundary(entry, after, dead)

    def assume_at_entry(self, emitter: Emitter, values: Mapping[SSAValue, SSAValue]) -> None:
        """
        Assume the facts at the start of the stage, about the values that stand for the buffers.
        """
        for buffer, regions in self.entry.items():
            assume_regions(emitter, values[buffer], regions, _name(buffer))

    def assume_after(self, emitter: Emitter) -> None:
        """Assume the facts at the end of the stage."""
        for buffer, regions in self.after.items():
            assume_regions(emitter, buffer, regions, _name(buffer))

    def undefine_at_exit(self, emitter: Emitter, values: Mapping[SSAValue, SSAValue]) -> None:
        """A stage `<buffer>_undef` that stores undef where nothing looks."""
        for buffer, cells in self.dead.items():
            undefine_cells(emitter, values[buffer], cells, _name(buffer))


def _exposed(facts: Sequence[Fact], choice: Exposure) -> list[Fact]:
    """The facts, or no more of them than which cells may be read."""
    return [replace(f, value=Arbitrary()) for f in facts] if choice == "access" else [*facts]


def _name(buffer: SSAValue) -> str:
    return buffer_name(buffer) or "buffer"


def undefine_cells(emitter: Emitter, buffer: SSAValue, cells: Expr, name: str) -> None:
    """A stage `<name>_undef` that stores undef to cells."""
    inside, indices = _over_cells(emitter, buffer, f"{name}_undef")
    guarded = inside.guard(cells, dict(zip(cell_names(len(indices)), indices, strict=True)))
    undef = guarded.insert(UndefOp(element_type(buffer))).results[0]
    guarded.insert(store(undef, buffer, indices))


def assume_regions(
    emitter: Emitter,
    buffer: SSAValue,
    regions: Sequence[Region],
    name: str,
    attributes: Mapping[str, Attribute] | None = None,
) -> None:
    """A stage `<name>_assume`: each cell is elsewhere, or holds its value."""
    if not regions:
        return
    inside, indices = _over_cells(emitter, buffer, f"{name}_assume")
    values = dict(zip(cell_names(len(indices)), indices, strict=True))
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


def regions_of(facts: Sequence[Fact], shape: Sequence[int]) -> list[Region]:
    """The facts that can be written down, one a value."""
    by_value: dict[Known, IntSet] = {}
    for fact in facts:
        by_value[fact.value] = by_value.get(fact.value, engine().empty).union(fact.cells)
    regions: list[Region] = []
    for value, cells in by_value.items():
        condition = _condition(cells, shape)
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


def _condition(cells: IntSet, shape: Sequence[int]) -> Expr | None:
    """The cells of a box of this shape as a condition; None if other names are in it."""
    names = cell_names(len(shape))
    whole = box(names, list(map(lift, shape)))
    try:
        with engine().budget():
            points = cells.intersect(engine().set(whole))
            if points.is_empty():
                return FALSE
            if engine().set(whole).is_subset(points):
                return TRUE
            found = engine().condition(points, engine().set(whole))
    except GaveUp:
        return None
    condition = simplify_condition(found, whole)
    return condition if set(condition.variables()) <= set(names) else None
