"""The axes of a buffer after each group of them is made one row-major axis (RFC 39)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import TypeAlias

from xdsl.dialects.builtin import MemRefType

from ...analysis.accesses.views import without_divisions
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of, place
from ...dialect.ir.reasons import Reason, because
from ...dialect.layout.layout import Forbidden, IndexMap, Layout, LayoutError, Step
from ...index.expr import FALSE, Expr, all_of, lift, var, within
from ...index.queries.conditions import implies
from ...index.simplify.recombination import recombined
from ...index.verdict import Refuted

Shape: TypeAlias = tuple[int, ...]
Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The axes of a buffer in order, those together that become one."""


def separated(rank: int, separators: Sequence[int]) -> Groups:
    """The groups between separators, which are positions between axes; one without any."""
    return tuple(tuple(range(a, b)) for a, b in pairwise((0, *separators, rank)))


def flat_shape(shape: Sequence[int], groups: Groups) -> Shape:
    """One extent for each group."""
    return tuple(prod(shape[axis] for axis in group) for group in groups)


def groups_of(shape: Sequence[int], flat: Shape) -> Groups | None:
    """How consecutive axes make up a flat shape; None if they cross its axes."""
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
    """Where a cell of the shape is in the flat one."""
    flat: list[Expr] = []
    for group in groups:
        position = lift(0)
        for axis in group:
            position = position * shape[axis] + index[axis]
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
    shape = [size for size in placed.physical_shape if isinstance(size, int)]
    logical = zip(placed.logical_names, contract.get_shape(), strict=True)
    box = all_of(within(var(name), size) for name, size in logical)
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
        assert isinstance(found, Refuted), "what is padded has a padding cell"
        cell = [found.witness[name] for name in flat.physical_names]
        text = f"{cell} of {list(flat_shape(shape, groups))} is padding with elements after it"
        return because(text, "inner-padding", {"cell": cell})
    return elided


def _with_layout(type: LaidOutType, steps: tuple[Step, ...], rank: int) -> LaidOutType:
    layout = LayoutAttr.of(Layout(steps, tuple(range(1, rank))), type.element_type)
    return MemRefType(type.element_type, type.shape, layout, type.memory_space)
