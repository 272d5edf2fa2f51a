"""Conditions on indices and sizes under which accesses and views stay inside of their buffers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import mul
from typing import NamedTuple, cast

from xdsl.dialects import memref, vector
from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr

from ...dialect.ir.memory_access import MemoryAccess, find_access
from ...dialect.ir.operations import is_a
from ...index.expr import FALSE, TRUE, Expr, all_of, lift, var, within
from ...index.queries.instances import Instances
from ..instances.reader import InstanceReader
from ..instances.sizes import dynamic_list, extents
from .lane_masks import chosen_lanes
from .views import reassociation

_TRANSFERS = (vector.TransferReadOp, vector.TransferWriteOp)
_OTHERS = (
    *(memref.CopyOp, memref.CastOp, memref.SubviewOp, memref.ExpandShapeOp),
    *(memref.ReinterpretCastOp, memref.ViewOp),
)
"""What is no access of an index."""
_UNREAD = "?"


class Bound(NamedTuple):
    """A condition that keeps each instance of an operation inside of an axis of a buffer."""

    op: Operation
    buffer: SSAValue
    axis: int
    instances: Instances
    condition: Expr


def bounds_of(op: Operation, reader: InstanceReader) -> Iterator[Bound]:
    """
    Return the condition, for each axis, under which an access or a view stays inside of its buffer.

    Lanes that a mask leaves out touch nothing, nor do those that a transfer has after the end of
    an axis that is not `in_bounds`. Where more decides than can be read the instances are not
    exact; when they run is left out.
    """
    instances = reader.surroundings(op)
    if instances is None:
        return
    if not is_a(op, _OTHERS):
        if (touched := _touched(op, reader)) is not None:
            yield from touched.bounds(op, instances, reader)
        return
    match op:
        case memref.CopyOp():
            yield from _of_whole(op, op.destination, op.source, instances, reader)
        case memref.CastOp():
            yield from _of_whole(op, op.source, op.dest, instances, reader)
        case memref.SubviewOp():
            yield from _of_subview(op, instances, reader)
        case memref.ExpandShapeOp():
            yield from _of_expanded(op, instances, reader)
        case memref.ReinterpretCastOp() | memref.ViewOp():
            yield Bound(op, op.source, 0, replace(instances, exact=False), FALSE)


@lru_cache(20_000)
def _inside(first: Expr, count: int, size: Expr) -> Expr:
    """The condition that so many cells from the first one on are inside of an axis."""
    return (first >= 0) & (first + count <= size)


@dataclass(frozen=True)
class _Touched:
    """The cells that an access touches: the first one, and lanes from there along axes."""

    buffer: SSAValue
    index: tuple[Expr, ...]
    counts: tuple[int | None, ...]
    """The lanes along each axis, in its order; None if there may be any number."""
    chosen: Expr | None
    """Return the condition over `_lane` of the lanes accessed; None if that is not known."""
    cut: tuple[int, ...] = ()
    """The axes of which lanes beyond the end are left out."""

    def bounds(
        self, op: Operation, instances: Instances, reader: InstanceReader
    ) -> Iterator[Bound]:
        sizes = extents(self.buffer, reader)
        if sizes is None:
            unknown = replace(instances, exact=False)
            yield from (Bound(op, self.buffer, k, unknown, FALSE) for k in range(len(self.index)))
            return
        every = self._lanes(instances, sizes)
        for axis, (first, size, count) in enumerate(
            zip(self.index, sizes, self.counts, strict=True)
        ):
            if count is None or not _is_read(first):
                yield Bound(op, self.buffer, axis, replace(instances, exact=False), FALSE)
            elif every is not None and count > 1:
                inside = within(first + _lane(axis, count), size)
                yield Bound(op, self.buffer, axis, every, inside)
            else:
                run = instances if every is None else every
                yield Bound(op, self.buffer, axis, run, _inside(first, count, size))

    def _lanes(self, instances: Instances, sizes: Sequence[Expr]) -> Instances | None:
        """An instance for each lane that is touched; None if all are."""
        if self.chosen == TRUE and not self.cut:
            return None
        known = all(count is not None for count in self.counts)
        known &= all(_is_read(self.index[axis]) for axis in self.cut)
        every = [_lane(k, n) for k, n in enumerate(self.counts)]
        lanes = [within(every[k], n) for k, n in enumerate(self.counts) if n is not None]
        cut = [self.index[k] + every[k] < sizes[k] for k in self.cut if _is_read(self.index[k])]
        chosen = TRUE if self.chosen is None else self.chosen
        return replace(
            instances,
            iterators=(*instances.iterators, *(str(k) for k in every if k.op == "var")),
            condition=all_of([instances.condition, *lanes, *cut, chosen]),
            exact=instances.exact and known and self.chosen is not None,
        )


def _touched(op: Operation, reader: InstanceReader) -> _Touched | None:
    access = find_access(op)
    if access is None:
        return None
    if access.covers == "permuted":
        if is_a(op, _TRANSFERS) and isinstance(op.source.type, MemRefType):
            return _of_transfer(op, access, reader)
        return None
    index = _index(op, access, reader)
    if access.covers == "cell":
        return _Touched(access.buffer(op), index, (1,) * len(index), TRUE)
    return _of_block(op, access, index, reader)


def _of_block(
    op: Operation, access: MemoryAccess, index: tuple[Expr, ...], reader: InstanceReader
) -> _Touched:
    buffer, type = access.buffer(op), cast("VectorType[Attribute]", access.value(op).type)
    if cast("MemRefType[Attribute]", buffer.type).element_type == type:  # it holds vectors
        return _Touched(buffer, index, (1,) * len(index), TRUE)
    outer = len(index) - type.get_num_dims()
    counts = (*(1,) * outer, *_counts(type))
    lanes = [_lane(axis, counts[axis]) for axis in range(outer, len(index))]
    return _Touched(buffer, index, counts, chosen_lanes(access.mask(op), lanes, reader))


def _of_transfer(
    op: vector.TransferReadOp | vector.TransferWriteOp, access: MemoryAccess, reader: InstanceReader
) -> _Touched:
    type = cast("VectorType[Attribute]", access.value(op).type)
    index = _index(op, access, reader)
    counts: list[int | None] = [1] * len(index)
    cut, moved = list[int](), list[int]()
    along = zip(
        op.permutation_map.data.results,
        _counts(type),
        op.in_bounds.data,
        strict=True,
    )
    for result, count, inside in along:
        if isinstance(result, AffineDimExpr):  # else all lanes are of one cell
            moved.append(result.position)
            counts[result.position] = count
            if not inside.value.data:
                cut.append(result.position)
    lanes = [_lane(axis, counts[axis]) for axis in sorted(moved)]
    chosen = chosen_lanes(op.mask, lanes, reader)
    return _Touched(op.source, index, tuple(counts), chosen, tuple(cut))


def _of_whole(
    op: Operation, buffer: SSAValue, other: SSAValue, instances: Instances, reader: InstanceReader
) -> Iterator[Bound]:
    """Return the condition that a buffer has all cells that another one, of the same rank, has."""
    sizes, wanted = extents(buffer, reader), extents(other, reader)
    if sizes is None or wanted is None:
        yield Bound(op, buffer, 0, replace(instances, exact=False), FALSE)
        return
    for axis, (size, least) in enumerate(zip(sizes, wanted, strict=False)):
        yield Bound(op, buffer, axis, instances, size >= least)


def _of_subview(
    op: memref.SubviewOp, instances: Instances, reader: InstanceReader
) -> Iterator[Bound]:
    shape = extents(op.source, reader)
    lists = [
        dynamic_list(op.static_offsets, op.offsets, reader),
        dynamic_list(op.static_sizes, op.sizes, reader),
        dynamic_list(op.static_strides, op.strides, reader),
    ]
    for axis, (first, count, step) in enumerate(zip(*lists, strict=True)):
        if shape is None or first is None or count is None or step is None:
            yield Bound(op, op.source, axis, replace(instances, exact=False), FALSE)
            continue
        last = first + (count - 1) * step
        ends = within(first, shape[axis]) & within(last, shape[axis])
        yield Bound(op, op.source, axis, instances, (count <= 0) | ends)


def _of_expanded(
    op: memref.ExpandShapeOp, instances: Instances, reader: InstanceReader
) -> Iterator[Bound]:
    shape, wanted = extents(op.src, reader), extents(op.result, reader)
    for axis, group in enumerate(reassociation(op)):
        if shape is None or wanted is None:
            yield Bound(op, op.src, axis, replace(instances, exact=False), FALSE)
            continue
        cells = reduce(mul, (wanted[k] for k in group), lift(1))
        yield Bound(op, op.src, axis, instances, shape[axis] >= cells)


def _index(op: Operation, access: MemoryAccess, reader: InstanceReader) -> tuple[Expr, ...]:
    """The first cell; what cannot be read of it is a name that nobody else has."""
    found = [reader.index_with_products(value) for value in access.index_operands(op)]
    named = tuple(var(f"{_UNREAD}{k}") if e is None else e for k, e in enumerate(found))
    return access.index(op, named)


@lru_cache(20_000)
def _is_read(index: Expr) -> bool:
    return not any(name.startswith(_UNREAD) for name in index.variables())


def _lane(axis: int, count: int | None) -> Expr:
    """The place of a lane along an axis of so many lanes: a name, and 0 where there is one lane."""
    return lift(0) if count == 1 else var(f"lane{axis}")


def _counts(type: VectorType[Attribute]) -> list[int | None]:
    sizes = zip(type.get_shape(), type.get_scalable_dims(), strict=True)
    return [None if scalable else n for n, scalable in sizes]
