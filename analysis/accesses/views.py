"""Buffers seen through views: which cell of the underlying one an index of a view means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from operator import mul
from typing import TypeAlias, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
)
from xdsl.ir import Attribute, SSAValue

from ...dialect.ir.operations import is_a
from ...dialect.ops import CastOp
from ...index.expr import TRUE, Expr, lift
from ...index.normal import divides
from ...index.simplify.forms import simplify_index
from ...index.simplify.recombination import recombined

Shape: TypeAlias = tuple[int | None, ...]
"""The extents of a buffer, None for one that is known at run time only."""

_VIEWS = (CastOp, memref.CastOp, memref.CollapseShapeOp, memref.ExpandShapeOp)


def strides(type: Attribute) -> tuple[int, ...] | None:
    """
    The distance, in elements, of neighbours along each axis of a row-major memref.

    None for what is not a memref of static, non-empty shape with the identity layout.
    """
    if not isinstance(type, MemRefType):
        return None
    shape = cast("MemRefType[Attribute]", type).get_shape()
    if not isinstance(type.layout, NoneAttr) or min(shape, default=1) < 1:
        return None
    return tuple(accumulate(reversed(shape[1:]), mul, initial=1))[::-1] if shape else ()


def row_major_shape(type: Attribute) -> Shape | None:
    """
    The extents of a row-major memref, None for one that is known at run time only.

    None altogether for what is not a memref with the identity layout, or has no cells.
    """
    if not isinstance(type, MemRefType) or not isinstance(type.layout, NoneAttr):
        return None
    shape = cast("MemRefType[Attribute]", type).get_shape()
    known = tuple(None if extent == DYNAMIC_INDEX else extent for extent in shape)
    return None if 0 in known else known


def distances(type: Attribute) -> tuple[int | None, ...] | None:
    """
    The distance, in elements, of neighbours along each axis of a memref, None for one that is known
    at run time only; None altogether for what is not a memref with a stride for each axis.
    """
    if not isinstance(type, MemRefType):
        return None
    if isinstance(type.layout, StridedLayoutAttr):
        strides = tuple(s.data if isinstance(s, IntAttr) else None for s in type.layout.strides)
        return strides if len(strides) == type.get_num_dims() else None  # as xDSL takes it
    if not isinstance(type.layout, NoneAttr):
        return None
    found: list[int | None] = [1] * type.get_num_dims()
    shape = cast("MemRefType[Attribute]", type).get_shape()
    for axis in range(len(shape) - 2, -1, -1):
        outer, size = found[axis + 1], shape[axis + 1]
        found[axis] = None if outer is None or size == DYNAMIC_INDEX else outer * size
    return tuple(found)


def has_rows_of_neighbours(type: Attribute) -> bool:
    """Whether neighbours along the last axis of a memref certainly lie side by side."""
    found = distances(type)
    return found is not None and found[-1:] in ((), (1,))


def stored_shape(type: Attribute) -> Shape | None:
    """
    The extents of the row-major memory that a memref lies in, which may have room after each row;
    None for one that is known at run time only. The cells of that room are not the memref's.

    None altogether for what has no rows of neighbours, or no cells.
    """
    if (plain := row_major_shape(type)) is not None:
        return plain
    found = distances(type)
    if found is None or not has_rows_of_neighbours(type):
        return None
    shape = cast("MemRefType[Attribute]", type).get_shape()
    if 0 in shape:
        return None
    extents: list[int | None] = [None if size == DYNAMIC_INDEX else size for size in shape[:1]]
    for outer, inner in pairwise(found):
        if outer is None or inner is None or inner < 1 or outer % inner:
            extents.append(None)
        else:
            extents.append(outer // inner)
    return tuple(extents)


def collapsible_axes(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """
    The axes of a row-major buffer in order, together as many as one can stand for.

    Of these all but the first have a known extent: so far apart are the neighbours along each.
    """
    if not shape:
        return ()
    starts = [axis for axis, extent in enumerate(shape) if axis == 0 or extent is None]
    return tuple(tuple(range(a, b)) for a, b in pairwise((*starts, len(shape))))


def viewed(buffer: SSAValue) -> SSAValue | None:
    """
    The buffer that this one has another shape or contract of; None if it is not such a view.

    Seen are `pad.cast`; `memref.cast` between types that have strides; `memref.collapse_shape` and
    `memref.expand_shape` of row-major buffers, where of axes that are one all but the first are
    static.
    """
    op = buffer.owner
    if not is_a(op, _VIEWS):
        return None
    if isinstance(op, CastOp):
        return op.source
    if isinstance(op, memref.CastOp):
        source = op.source
        same = strides(source.type) is not None and strides(source.type) == strides(buffer.type)
        return source if same and _shape(source) == _shape(buffer) else None
    shapes = row_major_shape(op.src.type), row_major_shape(buffer.type)
    if shapes[0] is None or shapes[1] is None:
        return None
    wide = shapes[0] if isinstance(op, memref.CollapseShapeOp) else shapes[1]
    if any(axis >= len(wide) for group in reassociation(op) for axis in group):
        return None  # nor does upstream take it
    inner = [wide[axis] for group in reassociation(op) for axis in group[1:]]
    return None if None in inner else op.src


def root_of(buffer: SSAValue) -> SSAValue:
    """The buffer that views lead to: an argument, an alloc, or what cannot be seen through."""
    while (source := viewed(buffer)) is not None:
        buffer = source
    return buffer


def root_access(
    buffer: SSAValue, index: Sequence[Expr], context: Expr = TRUE
) -> tuple[SSAValue, tuple[Expr, ...]]:
    """
    The root of a view, and the cell of it that an index of the view, in bounds, means.

    `context` says what is known of the names in the index, to do without divisions where it allows.
    """
    root, cell = root_cell(buffer, index)
    return root, tuple(without_divisions(axis, context) for axis in cell)


def root_cell(buffer: SSAValue, index: Sequence[Expr]) -> tuple[SSAValue, tuple[Expr, ...]]:
    """The same, in a form that nobody looked at."""
    cell = tuple(index)
    while (source := viewed(buffer)) is not None:
        cell = source_index(buffer, cell)
        buffer = source
    return buffer, cell


def flat_cell(buffer: SSAValue, index: Sequence[Expr]) -> tuple[SSAValue, tuple[Expr, ...]]:
    """The same with one index for all axes that one can stand for, whatever view it was of."""
    root, cell = root_cell(buffer, index)
    shape = row_major_shape(root.type)
    if shape is None:
        return root, cell
    flat = _collapsed(cell, _shape(root), collapsible_axes(shape))
    return root, tuple(map(recombined, flat))


def without_divisions(expr: Expr, context: Expr) -> Expr:
    """An index in a form that does not divide, or else in the simplest that the context allows."""
    quick = recombined(expr)
    return simplify_index(quick, context) if divides(quick) else quick


def source_index(view: SSAValue, index: Sequence[Expr]) -> tuple[Expr, ...]:
    """The cell of the viewed buffer that an index of one view, in bounds, means."""
    op = view.owner
    match op:
        case memref.CollapseShapeOp():
            return _expanded(index, _shape(op.src), reassociation(op))
        case memref.ExpandShapeOp():
            return tuple(_collapsed(index, _shape(view), reassociation(op)))
        case _:
            return tuple(index)


def reassociation(op: memref.CollapseShapeOp | memref.ExpandShapeOp) -> list[list[int]]:
    """For each axis of the smaller rank, the axes of the greater one that it stands for."""
    return [[axis.value.data for axis in group] for group in op.reassociation]


def _expanded(
    index: Sequence[Expr], shape: Sequence[int], groups: Sequence[Sequence[int]]
) -> tuple[Expr, ...]:
    """One index for each axis of the shape, from one for each group of axes."""
    cell = [lift(0)] * len(shape)  # of no group where the view has rank 0: all extents are 1
    for flat, group in zip(index, groups, strict=True):
        inner = 1
        for axis in reversed(group):
            cell[axis] = flat // inner if axis == group[0] else flat // inner % shape[axis]
            inner *= shape[axis]
    return tuple(cell)


def _collapsed(
    index: Sequence[Expr], shape: Sequence[int], groups: Sequence[Sequence[int]]
) -> Iterator[Expr]:
    """One index for each group of axes, from one for each axis of the shape."""
    for group in groups:
        flat = lift(0)
        for axis in group:
            flat = flat * shape[axis] + index[axis]
        yield flat


def _shape(buffer: SSAValue) -> tuple[int, ...]:
    return tuple(cast("MemRefType[Attribute]", buffer.type).get_shape())
