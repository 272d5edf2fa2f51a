"""The axes of a buffer after each group of them is made one row-major axis (RFC 39)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import TypeAlias

from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType

from ...analysis.accesses.views import without_divisions
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of, place
from ...dialect.ir.memory_access import has_dynamic_size, is_dynamic
from ...dialect.ir.reasons import Reason, because
from ...dialect.layout.layout import Forbidden, IndexMap, Layout, LayoutError, Step
from ...index.expr import FALSE, Expr, all_of, lift, var, within
from ...index.queries.conditions import implies
from ...index.simplify.recombination import recombined
from ...index.verdict import Refuted

Shape: TypeAlias = tuple[int, ...]
"""Extents, `DYNAMIC_INDEX` where one is known at run time only."""
Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The axes of a buffer in order, those together that become one."""


def separated(rank: int, separators: Sequence[int]) -> Groups:
    """The groups between separators, which are positions between axes; one without any."""
    return tuple(tuple(range(a, b)) for a, b in pairwise((0, *separators, rank)))


def flat_shape(shape: Sequence[int], groups: Groups) -> Shape:
    """One extent for each group."""
    return tuple(_extent([shape[axis] for axis in group]) for group in groups)


def _extent(extents: Sequence[int]) -> int:
    return DYNAMIC_INDEX if has_dynamic_size(extents) else prod(extents)


def shown_shape(shape: Sequence[int]) -> str:
    """As in a list, with `?` for what is known only at run time."""
    return f"[{', '.join('?' if is_dynamic(size) else str(size) for size in shape)}]"


def dynamic_inner_axis(shape: Sequence[int], groups: Groups) -> int | None:
    """
    An axis that is not the first one of its group, and of which the size is known only at run time;
    the index in the flat buffer would be a product of that with others.
    """
    inner = (axis for group in groups for axis in group[1:])
    return next((axis for axis in inner if is_dynamic(shape[axis])), None)


def groups_of(shape: Sequence[int], flat: Shape) -> Groups | None:
    """
    How consecutive axes make up a flat shape; None if they cross its axes, or sizes that are known
    only at run time do not tell.
    """
    if has_dynamic_size((*shape, *flat)):
        groups = separated(len(shape), ())
        return groups if flat_shape(shape, groups) == flat else None
    if len(flat) == 1:
        return separated(len(shape), ()) if prod(shape) == flat[0] else None
    cuts, size = list[int](), 1
    for axis, extent in enumerate(shape):
        if len(cuts) < len(flat) - 1 and size == flat[len(cuts)] and extent != 1:
            cuts.append(axis)
            size = 1
        size *= extent
    groups = separated(len(shape), cuts)
    return groups if flat_shape(shape, groups) == flat else None


def flat_index(index: Sequence[Expr], shape: Sequence[int], groups: Groups) -> tuple[Expr, ...]:
    """Where a cell of the shape is in the flat one; the first size of a group does not matter."""
    flat: list[Expr] = []
    for group in groups:
        position = lift(0)
        for number, axis in enumerate(group):
            position = position * (shape[axis] if number else 0) + index[axis]
        flat.append(recombined(position))
    return tuple(flat)


def flat_contract(type: LaidOutType, contract: LaidOutType | None, groups: Groups) -> LaidOutType:
    """The `pad.logical` of the flat buffer: the `pad.logical` of the buffer, and one more step."""
    shape = type.get_shape()
    names = tuple(f"i{axis}" for axis in range(len(shape)))
    step = Step(IndexMap(names, flat_index([var(name) for name in names], shape, groups)))
    attribute = None if contract is None else layout_of(contract)
    steps = () if attribute is None else attribute.layout.steps
    return _with_layout(contract or type, (*steps, step), len(groups))


def elided_contract(contract: LaidOutType, groups: Groups) -> LaidOutType | Reason:
    """
    `pad.logical` of the flat buffer without its forbidden padding, or why it is to have it.

    That is one step from the logical indices to the flat ones, where these leave nothing out.
    """
    placed = place(contract)
    for where, kind in placed.padding_pieces:
        if not isinstance(kind, Forbidden):
            text = f"its padding where {where} is {kind}, which may be read"
            return because(text, "readable-padding")
    shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in placed.physical_shape]
    logical = zip(placed.logical_names, placed.shape, strict=True)
    box = all_of(
        within(var(name), var(size) if isinstance(size, str) else size) for name, size in logical
    )
    index = flat_index(placed.forward, shape, groups)
    step = Step(IndexMap(placed.logical_names, tuple(without_divisions(i, box) for i in index)))
    elided = _with_layout(contract, (step,), len(groups))
    flat = place(elided)
    try:
        is_padded = flat.is_padded()
    except LayoutError as error:
        return because(str(error), "layout-unproven")
    if is_padded:
        cells = zip(flat.physical_names, flat.physical_shape, strict=True)
        inside = all_of(within(var(name), extent) for name, extent in cells)
        found = implies(inside & flat.padding, FALSE)
        if not isinstance(found, Refuted):
            return because("it is not shown to be at its end", "layout-unproven")
        cell = [found.witness[name] for name in flat.physical_names]
        text = (
            f"{cell} of {shown_shape(flat_shape(shape, groups))} is padding with elements after it"
        )
        return because(text, "inner-padding", {"cell": cell})
    return elided


def _with_layout(type: LaidOutType, steps: tuple[Step, ...], rank: int) -> LaidOutType:
    layout = LayoutAttr.of(Layout(steps, tuple(range(1, rank))), type.element_type)
    return MemRefType(type.element_type, type.shape, layout, type.memory_space)
