"""Affine maps that memref types have as their layouts, upstream's way, as layouts of ours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, cf, func, memref, scf
from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseArrayBase,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StridedLayoutAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap, AffineSymExpr

from ....dialect.annotations import buffer_name
from ....dialect.attributes import LaidOutType, LayoutAttr
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import is_a, operations_in, types_in
from ....dialect.kind_attributes import index_map
from ....dialect.layout.layout import Layout, Step
from ....dialect.xdsl_compat.syntax.affine_text import affine_map_text
from ...common.buffer_types import convert_types

# What makes a buffer or passes one on; a view's map only says where its cells are in another one.
_BUFFER = (MemRefType,)
_MAKERS = (
    *(memref.AllocOp, memref.AllocaOp, memref.GetGlobalOp, memref.CastOp, func.CallOp),
    *(arith.SelectOp, affine.ForOp, affine.IfOp, affine.ParallelOp),
    *(scf.ForOp, scf.IfOp, scf.WhileOp, scf.ExecuteRegionOp, scf.IndexSwitchOp),
    *(cf.BranchOp, cf.ConditionalBranchOp),
)


_Allocation: TypeAlias = memref.AllocOp | memref.AllocaOp


@dataclass
class _Found:
    """Where a type with an affine map is made."""

    op: Operation
    """The first operation that declares or makes it."""
    allocations: list[_Allocation] = field(default_factory=list[_Allocation])
    is_view: bool = False


def waits_for_its_affine_layout(
    module: ModuleOp, types: Sequence[tuple[Attribute, Operation]]
) -> Operation | None:
    """The first operation with a type that take_affine_layouts would change, `types` being all."""
    return next((found.op for found in _types_to_change(module, types).values()), None)


def take_affine_layouts(module: ModuleOp) -> None:
    """
    Gives each memref of a static shape whose layout is an affine map a `#pad.layout` of that map,
    with forbidden padding; one with strides too, if an allocation has its type.

    Symbols of the map take the constants that allocations bind them to. What no allocation binds,
    and a type that some view has, stays as it is. Raises PadError for a symbol that is bound to no
    constant, or to several.
    """
    changing = _types_to_change(module, types_in(module))
    new_types = {type: _laid_out(type, found) for type, found in changing.items()}
    if not new_types:
        return
    for op in operations_in(module):
        if isinstance(op, memref.AllocOp | memref.AllocaOp) and op.memref.type in new_types:
            op.operands = []  # a static shape takes no other ones
            op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [0, 0])
    convert_types(module, lambda type, _: new_types.get(type, type))


def _types_to_change(
    module: ModuleOp, types: Sequence[tuple[Attribute, Operation]]
) -> dict[Attribute, _Found]:
    found: dict[Attribute, _Found] = {}
    if not any([_has_map_or_strides(type) for type, _ in types]):
        return found
    for op in operations_in(module):
        for type, is_made in _types_of(op):
            if not _has_map_or_strides(type):
                continue
            entry = found.setdefault(type, _Found(op))
            entry.is_view |= is_made and not is_maker(op)
            if isinstance(op, memref.AllocOp | memref.AllocaOp):
                entry.allocations.append(op)
    return {
        type: entry
        for type, entry in found.items()
        if not entry.is_view and (entry.allocations or not _needs_allocation(type))
    }


def is_maker(op: Operation) -> bool:
    """Whether an operation may give a buffer of another layout than the one it gives."""
    return isinstance(op, _MAKERS)


def _has_map_or_strides(type: Attribute) -> bool:
    """Whether a type is a memref of static shape whose layout is an affine map or has strides."""
    if not is_a(type, _BUFFER):
        return False
    if not isinstance(type.layout, AffineMapAttr) and not _has_strides(type.layout):
        return False
    return type.has_static_shape()


def _has_strides(layout: Attribute) -> bool:
    """Whether it has strides, all of them known."""
    if not isinstance(layout, StridedLayoutAttr):
        return False
    return None not in (*layout.get_strides(), layout.get_offset())


def _needs_allocation(type: Attribute) -> bool:
    """Whether it is left as it is where nothing allocates it: a part of a buffer, perhaps."""
    return isinstance(cast("LaidOutType", type).layout, StridedLayoutAttr) or bool(_symbols(type))


def _types_of(op: Operation) -> Iterator[tuple[Attribute, bool]]:
    """The types that an operation declares, and whether they are the types of its results."""
    yield from ((type, True) for type in op.result_types)
    for region in op.regions:
        for block in region.blocks:
            yield from ((type, False) for type in block.arg_types)
    if isinstance(op, func.FuncOp):
        yield from ((type, False) for type in op.function_type.inputs)
        yield from ((type, False) for type in op.function_type.outputs)
    elif isinstance(op, memref.GlobalOp):
        yield op.type, False


def _laid_out(type: Attribute, found: _Found) -> LaidOutType:
    given = cast("LaidOutType", type)
    map = _map(type)
    values = {position: _bound(position, found) for position in _symbols(type)}
    dims = [AffineExpr.dimension(number) for number in range(map.num_dims)]
    symbols = [AffineExpr.constant(values.get(k, 0)) for k in range(map.num_symbols)]
    substituted = map.replace_dims_and_symbols(dims, symbols, map.num_dims, 0)
    layout = LayoutAttr.of(Layout((Step(index_map(substituted)),)), given.element_type)
    return MemRefType(given.element_type, given.shape, layout, given.memory_space)


def _map(type: Attribute) -> AffineMap:
    layout = cast("LaidOutType", type).layout
    assert isinstance(layout, AffineMapAttr | StridedLayoutAttr)
    return layout.get_affine_map()


def _symbols(type: Attribute) -> set[int]:
    """The positions of the symbols that the map uses."""
    return {
        part.position
        for result in _map(type).results
        for part in result.dfs()
        if isinstance(part, AffineSymExpr)
    }


def _bound(position: int, found: _Found) -> int:
    """The constant that all allocations of a type bind a symbol to."""
    values: set[int] = set()
    for op in found.allocations:
        value = _constant(op.symbol_operands[position])
        if value is None:
            raise PadError(
                f"the symbol s{position} of the layout of {_show(op)} is bound to a value that is "
                "not known when the layout is applied; write the number into the map, or bind an "
                "arith.constant",
                op,
            )
        values.add(value)
        if len(values) > 1:
            raise PadError(
                f"the symbol s{position} of the layout of {_show(op)} is {value} here, but "
                f"{min(values - {value})} at another allocation; write the numbers into the maps, "
                "so that the two are of two types",
                op,
            )
    return values.pop()


def _constant(value: SSAValue) -> int | None:
    owner = value.owner
    constant = owner.value if isinstance(owner, arith.ConstantOp) else None
    return constant.value.data if isinstance(constant, IntegerAttr) else None


def _show(op: memref.AllocOp | memref.AllocaOp) -> str:
    """The name of an allocation, and the map of its type."""
    map = affine_map_text(_map(op.memref.type))
    return f"{buffer_name(op.memref) or 'a buffer'}, {map},"
