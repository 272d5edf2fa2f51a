"""Buffers seen through views: which cell of the underlying one an index of a view means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import mul
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute, SSAValue

from ...dialect.ir.operations import is_a
from ...dialect.ops import CastOp
from ...index.expr import TRUE, Expr, lift
from ...index.normal import divides
from ...index.simplify.forms import simplify_index
from ...index.simplify.recombination import recombined

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


def viewed(buffer: SSAValue) -> SSAValue | None:
    """
    The buffer that this one has another shape or contract of; None if it is not such a view.

    Seen are `pad.cast`, and `memref.collapse_shape`, `memref.expand_shape` and `memref.cast`
    between types that have strides.
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
    if strides(buffer.type) is None:
        return None
    return op.src if strides(op.src.type) is not None else None


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
