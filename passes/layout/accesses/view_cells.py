"""Views of a laid-out buffer: the cell of the buffer that an index of a view means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import prod
from operator import mul
from typing import TypeAlias, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType
from xdsl.ir import Attribute, SSAValue

from ....analysis.accesses.views import reassociation, source_index
from ....dialect.ir.memory_access import has_dynamic_size, is_dynamic
from ....dialect.ir.operations import is_a
from ....index.expr import Expr, lift

Read: TypeAlias = Callable[[SSAValue], Expr | None]
"""Read an index as an expression over names."""

VIEWS = (
    memref.SubviewOp,
    memref.ReinterpretCastOp,
    memref.CastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
)
_Reshape: TypeAlias = memref.CollapseShapeOp | memref.ExpandShapeOp
View: TypeAlias = memref.SubviewOp | memref.ReinterpretCastOp | memref.CastOp | _Reshape
"""
Operations that give some cells of a buffer other indices.

A layout is not a part of that: a view is of the logical buffer, the cells of which
`memref.reinterpret_cast` takes in row-major order.
"""
Windowed: TypeAlias = memref.SubviewOp | memref.ReinterpretCastOp


def view_of(buffer: SSAValue) -> View | None:
    """The operation that makes a view; None for any other buffer."""
    return buffer.owner if is_a(buffer.owner, VIEWS) else None


def source_of(view: View) -> SSAValue:
    """The buffer that a view is made from, which may be a view too."""
    return view.src if isinstance(view, _Reshape) else view.source


def root_of_views(buffer: SSAValue) -> SSAValue:
    """The buffer that views lead to; another buffer itself."""
    while (view := view_of(buffer)) is not None:
        buffer = source_of(view)
    return buffer


def views_to_root(buffer: SSAValue) -> Iterator[View]:
    """The views from a buffer to its root."""
    while (view := view_of(buffer)) is not None:
        yield view
        buffer = source_of(view)


def has_all_cells(view: View) -> bool:
    """Whether the view has the cells of what it is one of in their order, none left out."""
    return isinstance(view, memref.CastOp | _Reshape)


def why_not_seen_through(view: View) -> str | None:
    """Why the cells of a view are not known; None if they are."""
    types = view.results[0].type, source_of(view).type
    if not all(isinstance(type, MemRefType) for type in types):
        return "it is an unranked memref"
    given, rank = map(len, map(_sizes, types))
    match view:
        case memref.CastOp():
            return None if given == rank else "it changes the rank"
        case memref.SubviewOp():
            parts = (view.static_offsets, view.static_sizes, view.static_strides)
            if any(len(part.get_values()) != rank for part in parts):
                return f"it needs an offset, a size and a stride for each of {rank} axes"
            if kept_axes(view) is None:
                return "its result type has other sizes than its size operands"
            return None
        case memref.ReinterpretCastOp():
            return _why_not_reinterpreted(view)
        case _:
            return _why_not_reshaped(view)


def root_cell(buffer: SSAValue, index: Sequence[Expr], read: Read) -> tuple[Expr, ...] | None:
    """
    The cell of the root that an index of a buffer means, each view of which is seen through.

    None where an offset or stride cannot be read.
    """
    return cell_through(views_to_root(buffer), index, read)


def cell_through(
    views: Iterable[View], index: Sequence[Expr], read: Read
) -> tuple[Expr, ...] | None:
    """The same, through some views, each of what the next one makes."""
    cell: Sequence[Expr] | None = tuple(index)
    for view in views:
        if isinstance(view, memref.SubviewOp):
            cell = _of_subview(view, cell, read)
        elif isinstance(view, memref.ReinterpretCastOp):
            cell = _of_reinterpreted(view, cell, read)
        else:
            cell = source_index(view.results[0], cell)
        if cell is None:
            return None
    return tuple(cell)


def size_of(buffer: SSAValue, axis: int, read: Read) -> Expr | None:
    """The size of a buffer along an axis; None if it cannot be read."""
    size = _sizes(buffer.type)[axis]
    view = view_of(buffer)
    if not is_dynamic(size):
        return lift(size)
    if isinstance(view, memref.CastOp):
        return size_of(view.source, axis, read)
    if not isinstance(view, Windowed):
        return None
    if isinstance(view, memref.SubviewOp):
        kept = kept_axes(view)
        assert kept is not None, "a view that is seen through"
        axis = kept[axis]
    sizes = _mixed(view.static_sizes.get_values(), view.sizes, read)
    return None if sizes is None else sizes[axis]


def kept_axes(view: memref.SubviewOp) -> list[int] | None:
    """
    The axes that a subview keeps, None if its type has others; it may drop some of size 1, and
    it is all the same which.
    """
    kept, wanted = list[int](), list(_sizes(view.result.type))
    for axis, size in enumerate(view.static_sizes.get_values()):
        if wanted and _size(size) == wanted[0]:
            kept.append(axis)
            del wanted[0]
        elif size != 1:
            return None
    return None if wanted else kept


def _why_not_reinterpreted(view: memref.ReinterpretCastOp) -> str | None:
    rank = len(_sizes(view.result.type))
    if len(view.static_offsets.get_values()) != 1:
        return "it needs one offset"
    if len(view.static_strides.get_values()) != rank:
        return f"it needs a stride for each of {rank} axes"
    if not all(has_all_cells(other) for other in views_to_root(view.source)):
        return "its operand does not have all cells of the buffer"
    if has_dynamic_size(_sizes(view.source.type)[1:]):
        return (
            "its operand has a size that is known only at run time, of another axis than the first"
        )
    return None


def _why_not_reshaped(view: _Reshape) -> str | None:
    groups = reassociation(view)
    small, large = _sizes(view.src.type), _sizes(view.result.type)
    if isinstance(view, memref.CollapseShapeOp):
        small, large = large, small
    axes = [axis for group in groups for axis in group]
    if len(groups) != len(small) or axes != list(range(len(axes))) or not all(groups):
        return "its groups of axes are not those of its types"
    if len(axes) != len(large) and (groups or prod(large) != 1):
        return "its groups of axes are not those of its types"
    for size, group in zip(small, groups, strict=True):
        inner = [large[axis] for axis in group]
        if min(*inner, size, 0) < 0:
            return "a size is known only at run time"
        if prod(inner) != size:
            return f"{size} elements are not {' x '.join(map(str, inner))}"
    return None


def _of_subview(view: memref.SubviewOp, index: Sequence[Expr], read: Read) -> Sequence[Expr] | None:
    offsets = _mixed(view.static_offsets.get_values(), view.offsets, read)
    steps = _mixed(view.static_strides.get_values(), view.strides, read)
    kept = kept_axes(view)
    if offsets is None or steps is None or kept is None:
        return None
    cell = list(offsets)
    for axis, part in zip(kept, index, strict=True):
        cell[axis] += part * steps[axis]
    return cell


def _of_reinterpreted(
    view: memref.ReinterpretCastOp, index: Sequence[Expr], read: Read
) -> Sequence[Expr] | None:
    offset = _mixed(view.static_offsets.get_values(), view.offsets, read)
    steps = _mixed(view.static_strides.get_values(), view.strides, read)
    if offset is None or steps is None:
        return None
    position = offset[0]
    for part, step in zip(index, steps, strict=True):
        position = position + part * step
    shape = _sizes(view.source.type)
    inner = list(accumulate(reversed(shape[1:]), mul, initial=1))[::-1] if shape else []
    return [
        position // step if axis == 0 else position // step % shape[axis]
        for axis, step in enumerate(inner)
    ]


def _mixed(static: Sequence[int], dynamic: Sequence[SSAValue], read: Read) -> list[Expr] | None:
    values = iter(dynamic)
    parts = [read(next(values)) if part == DYNAMIC_INDEX else lift(part) for part in static]
    known = [part for part in parts if part is not None]
    return known if len(known) == len(parts) else None


def _sizes(type: Attribute) -> tuple[int, ...]:
    return tuple(map(_size, cast("MemRefType[Attribute]", type).get_shape()))


def _size(size: int) -> int:
    """-1 for what is known only at run time."""
    return max(size, -1)
