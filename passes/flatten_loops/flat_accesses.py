"""Accesses without divisions in their index: in a view with consecutive axes collapsed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, pairwise
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, IntegerAttr, MemRefType, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.views import (
    Shape,
    collapsible_axes,
    reassociation,
    root_cell,
    row_major_shape,
    viewed,
    without_divisions,
)
from ...dialect.ir.memory_access import LoadOrStore, buffer_of
from ...index.expr import Expr
from ...index.simplify.recombination import is_sawtooth, recombined
from ..common.index_writing import write_index

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The axes of a buffer in order, those together that become one."""


@dataclass(frozen=True)
class FlatAccess:
    """An index of the view of a buffer in which these axes are collapsed."""

    buffer: SSAValue
    groups: Groups
    index: tuple[Expr, ...]


def flat_access(
    buffer: SSAValue,
    index: Sequence[Expr],
    context: Callable[[], Expr],
    divides: Callable[[Expr], bool],
) -> FlatAccess | None:
    """
    The same cell where no part of the index divides, with as few axes collapsed as that takes.

    None where there is no such view. `context` gives what holds of the names in the index: most
    indices are asked for nothing.
    """
    root, cell = root_cell(buffer, index)
    shape = row_major_shape(root.type)
    if shape is None:
        root, cell, shape = buffer, tuple(index), (None,) * len(index)
    # What takes no knowledge of ranges is found in no time.
    found = _without_divisions(cell, shape, recombined, divides)
    if found is None:
        for axes in collapsible_axes(shape):
            if is_sawtooth(recombined(_joined(cell, shape, axes)), context()):
                return None
        simplest = partial(without_divisions, context=context())
        found = _without_divisions(cell, shape, simplest, divides)
    return None if found is None else FlatAccess(root, *found)


def _without_divisions(
    cell: Sequence[Expr],
    shape: Shape,
    form: Callable[[Expr], Expr],
    divides: Callable[[Expr], bool],
) -> tuple[Groups, tuple[Expr, ...]] | None:
    @cache
    def joined(axes: tuple[int, ...]) -> Expr:
        return form(_joined(cell, shape, axes))

    if any(divides(joined(axes)) for axes in collapsible_axes(shape)):
        return None  # a sum divides no more than its parts
    for groups in _groupings(shape):
        index = tuple(map(joined, groups))
        if not any(map(divides, index)):
            return groups, index
    return None


def _joined(cell: Sequence[Expr], shape: Shape, axes: tuple[int, ...]) -> Expr:
    """The one index of consecutive axes, in elements of the last of them."""
    index = cell[axes[0]]
    for axis in axes[1:]:
        extent = shape[axis]
        assert extent is not None, "only the first axis of a group may have any extent"
        index = index * extent + cell[axis]
    return index


def _groupings(shape: Shape) -> Iterator[Groups]:
    """All ways to collapse consecutive axes, those first that leave most of them."""
    rank = len(shape)
    kept = {axes[0] for axes in collapsible_axes(shape)} - {0}
    if not rank:
        yield ()
    for cuts in range(rank - 1, -1, -1):
        for inner in combinations(range(1, rank), cuts):
            if kept <= {*inner}:
                yield tuple(tuple(range(a, b)) for a, b in pairwise((0, *inner, rank)))


def set_access(op: LoadOrStore, found: FlatAccess, values: Mapping[str, SSAValue]) -> None:
    """Lets a load or store go to a view, at an index over the names of these values."""
    old = buffer_of(op)
    written = write_index(op, _view(found.buffer, found.groups), found.index, values)
    assert written, "an affine access stays affine"
    if isinstance(old.owner, Operation) and viewed(old) is not None and old.first_use is None:
        Rewriter.erase_op(old.owner)


def _view(buffer: SSAValue, groups: Groups) -> SSAValue:
    """The view of a buffer with these axes collapsed, right after where the buffer comes from."""
    if all(len(group) == 1 for group in groups):
        return buffer
    current = _first_after(buffer)
    while isinstance(current, memref.CollapseShapeOp):
        if current.src is buffer and reassociation(current) == list(map(list, groups)):
            return current.result
        current = current.next_op
    type = cast("MemRefType[Attribute]", buffer.type)
    shape = [_extent([type.get_shape()[axis] for axis in group]) for group in groups]
    view = memref.CollapseShapeOp.build(
        operands=[buffer],
        result_types=[MemRefType(type.element_type, shape, memory_space=type.memory_space)],
        properties={
            "reassociation": ArrayAttr(map(_axes, groups)),
        },
    )
    origin = buffer.owner if isinstance(buffer.owner, Operation) else buffer.owner.parent_op()
    assert origin is not None
    assert current is not None, "a buffer comes before its uses"
    view.location = origin.location
    if buffer.name_hint is not None:
        view.result.name_hint = f"{buffer.name_hint}_flat"
    Rewriter.insert_op(view, InsertPoint.before(current))
    return view.result


def _extent(extents: Sequence[int]) -> int:
    """Of the axes as one."""
    return DYNAMIC_INDEX if DYNAMIC_INDEX in extents else prod(extents)


@cache
def _axes(group: tuple[int, ...]) -> ArrayAttr[IntegerAttr]:
    return ArrayAttr(IntegerAttr(axis, i64) for axis in group)


def _first_after(buffer: SSAValue) -> Operation | None:
    owner = buffer.owner
    return owner.first_op if isinstance(owner, Block) else owner.next_op
