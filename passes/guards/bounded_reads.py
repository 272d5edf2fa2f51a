"""Accesses that stay in bounds without a guard: at another index, or of a larger buffer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Literal, TypeAlias, cast

from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from ...analysis.speculation.inserted_instances import OutOfBounds, OutOfBoundsAxis
from ...dialect.annotations import buffer_name
from ...dialect.ir.memory_access import buffer_of, is_dynamic, is_load
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.operations.affine_maps import MinOp
from .buffer_extension import extend

IndexChoice: TypeAlias = Literal["none", "clamp", "wrap", "extend"]
Undo: TypeAlias = Callable[[], None]
_Load: TypeAlias = affine.LoadOp | memref.LoadOp
_Access: TypeAlias = _Load | affine.StoreOp | memref.StoreOp
"""The accesses that can be made again at another index."""


def bring_into_bounds(error: OutOfBounds, choice: IndexChoice, moved: set[Operation]) -> Undo:
    """
    Change the access that `error` reports so that it is in bounds, and return how to undo that.

    Iterations that were in bounds access the same cell as before. The others access a different
    one: for a write, the overcompute proof that follows decides whether that is harmless. The new
    access is added to `moved`. Raises Declined if the access cannot be changed.
    """
    access = cast("Operation", error.access)
    axes = {beyond.axis: beyond for beyond in error.axes}
    if choice == "extend" and is_load(access):
        return extend(buffer_of(access), {beyond.axis: beyond.last() for beyond in error.axes})
    if not isinstance(access, _Access):
        raise Declined(f"'{access.name}' gets no other index by it", reason="index-option")
    if choice == "wrap":
        feeders, new = _wrapped(access, axes)
    elif not isinstance(access, _Load):
        raise Declined(
            "only a read gets another index by it, and a write by index=wrap", reason="index-option"
        )
    else:
        feeders, new = _clamped(access, axes)
    moved.add(new)
    return _replace(access, feeders, new)


def _replace(access: _Access, feeders: Sequence[Operation], new: Operation) -> Undo:
    new.attributes.update(access.attributes)
    block = access.parent
    assert block is not None
    for op in (*feeders, new):
        op.location = access.location
    block.insert_ops_before([*feeders, new], access)
    for old, result in zip(access.results, new.results, strict=True):
        result.name_hint = old.name_hint
        old.replace_all_uses_with(result)
    access.detach()
    # Else the buffer has a use that is nowhere.
    operands = list(access.operands)
    access.operands = []

    def undo() -> None:
        access.operands = operands
        block.insert_op_before(access, new)
        for old, result in zip(access.results, new.results, strict=True):
            result.replace_all_uses_with(old)
        for op in (new, *reversed(feeders)):
            op.detach()
            op.erase()

    return undo


def _wrapped(
    access: _Access, axes: Mapping[int, OutOfBoundsAxis]
) -> tuple[list[Operation], Operation]:
    """
    The access at the remainder of its index by the size of an axis.

    A remainder by an unknown size is no quasi-affine index: there the index less the size, or with
    it, is that remainder where it is at most one size beyond. The proof asks whether it is.
    """
    shape = cast("MemRefType[Attribute]", access.memref.type).get_shape()
    if any(shape[axis] == 0 for axis in axes):
        raise Declined(
            f"{buffer_name(access.memref) or 'a buffer'} is empty, and has no other index",
            reason="size",
        )
    known = [axis for axis in axes if not is_dynamic(shape[axis])]
    if len(known) == len(axes) and isinstance(access, affine.LoadOp | affine.StoreOp):
        return [], _with_map(access, _remainders(access.map.data, known, shape))
    feeders, index = list[Operation](), list[SSAValue]()
    if isinstance(access, affine.LoadOp | affine.StoreOp):
        map = _remainders(access.map.data, known, shape)
        index = [_applied(feeders, map, k, list(access.indices)) for k in range(len(shape))]
    else:
        index = list(access.indices)
        for axis in known:
            count = _constant(feeders, shape[axis])
            quotient = _add(feeders, arith.FloorDivSIOp(index[axis], count))
            product = _add(feeders, arith.MuliOp(quotient, count))
            index[axis] = _add(feeders, arith.SubiOp(index[axis], product))
    for axis, beyond in axes.items():
        if axis not in known:
            size = _dimension(feeders, access, axis)
            index[axis] = _at_most_a_size_beyond(feeders, index[axis], size, beyond)
    if isinstance(access, affine.LoadOp | memref.LoadOp):
        return feeders, memref.LoadOp.get(access.memref, index)
    return feeders, memref.StoreOp.get(access.value, access.memref, index)


def _remainders(map: AffineMap, axes: Sequence[int], shape: Sequence[int]) -> AffineMap:
    results = [r % shape[k] if k in axes else r for k, r in enumerate(map.results)]
    return AffineMap(map.num_dims, map.num_symbols, tuple(results))


def _with_map(access: affine.LoadOp | affine.StoreOp, map: AffineMap) -> Operation:
    if isinstance(access, affine.LoadOp):
        return affine.LoadOp(access.memref, access.indices, AffineMapAttr(map))
    return affine.StoreOp(access.value, access.memref, access.indices, AffineMapAttr(map))


def _at_most_a_size_beyond(
    feeders: list[Operation], index: SSAValue, size: SSAValue, beyond: OutOfBoundsAxis
) -> SSAValue:
    if beyond.is_high:
        is_beyond = _add(feeders, arith.CmpiOp(index, size, "sge"))
        less = _add(feeders, arith.SubiOp(index, size))
        index = _add(feeders, arith.SelectOp(is_beyond, less, index))
    if beyond.is_low:
        is_before = _add(feeders, arith.CmpiOp(index, _constant(feeders, 0), "slt"))
        more = _add(feeders, arith.AddiOp(index, size))
        index = _add(feeders, arith.SelectOp(is_before, more, index))
    return index


def _clamped(load: _Load, axes: Mapping[int, OutOfBoundsAxis]) -> tuple[list[Operation], Operation]:
    feeders, index = list[Operation](), list[SSAValue]()
    for axis, size in enumerate(cast("MemRefType[Attribute]", load.memref.type).get_shape()):
        beyond = axes.get(axis)
        last: int | SSAValue | None = None
        if beyond is not None and beyond.is_high:
            last = _dimension(feeders, load, axis) if is_dynamic(size) else size
        index.append(_at_most(feeders, load, axis, last))
        if beyond is not None and beyond.is_low:
            zero = _constant(feeders, 0)
            index[axis] = _add(feeders, arith.MaxSIOp(index[axis], zero))
    return feeders, memref.LoadOp.get(load.memref, index)


def _at_most(
    feeders: list[Operation], load: _Load, axis: int, size: int | SSAValue | None
) -> SSAValue:
    """The index of a load on an axis, or the last one of a size where it is beyond."""
    if isinstance(load, affine.LoadOp):
        map, operands = load.map.data, list(load.indices)
        if size is None:
            return _applied(feeders, map, axis, operands)
        return _minimum(feeders, map, axis, operands, size)
    index = list(load.indices)[axis]
    if size is None:
        return index
    if isinstance(size, int):
        last = _constant(feeders, size - 1)
    else:
        last = _add(feeders, arith.SubiOp(size, _constant(feeders, 1)))
    return _add(feeders, arith.MinSIOp(index, last))


def _minimum(
    feeders: list[Operation],
    map: AffineMap,
    axis: int,
    operands: Sequence[SSAValue],
    size: int | SSAValue,
) -> SSAValue:
    """`min(index, size - 1)`."""
    dims = map.num_dims
    if isinstance(size, int):
        last: AffineExpr = AffineExpr.constant(size - 1)
        given = operands
    else:
        # The size is one more dimension, after the others; symbols stay last.
        last = AffineExpr.dimension(dims) - 1
        given = [*operands[:dims], size, *operands[dims:]]
        dims += 1
    both = AffineMap(dims, map.num_symbols, (map.results[axis], last))
    compact, used = _compacted(both, given)
    return _add(feeders, MinOp(used, AffineMapAttr(compact)))


def _compacted(map: AffineMap, operands: Sequence[SSAValue]) -> tuple[AffineMap, list[SSAValue]]:
    """A map on the operands that it uses."""
    used = [d for d in range(map.num_dims) if any(d in r.used_dims() for r in map.results)]
    renamed = [AffineExpr.dimension(used.index(d) if d in used else 0) for d in range(map.num_dims)]
    symbols = [AffineExpr.symbol(k) for k in range(map.num_symbols)]
    compact = map.replace_dims_and_symbols(renamed, symbols, len(used), map.num_symbols)
    return compact, [*(operands[d] for d in used), *operands[map.num_dims :]]


def _applied(
    feeders: list[Operation], map: AffineMap, axis: int, operands: Sequence[SSAValue]
) -> SSAValue:
    """The index on an axis: an operand, a constant, or an `affine.apply`."""
    result = map.results[axis]
    if isinstance(result, AffineDimExpr):
        return operands[result.position]
    if isinstance(result, AffineConstantExpr):
        return _constant(feeders, result.value)
    single = AffineMap(map.num_dims, map.num_symbols, (result,))
    compact, given = _compacted(single, operands)
    return _add(feeders, affine.ApplyOp(given, AffineMapAttr(compact)))


def _dimension(feeders: list[Operation], access: _Access, axis: int) -> SSAValue:
    """
    The size of an axis of the accessed buffer: one that is there already, so that a load and a
    store at one index stay at one index.
    """
    users = (use.operation for use in access.memref.uses)
    sizes = [op for op in users if isinstance(op, memref.DimOp) and _is_size_of(op, axis)]
    if known := [op for op in sizes if _is_before(op, access)]:
        return reduce(lambda one, other: one if _is_before(one, other) else other, known).result
    return _add(feeders, memref.DimOp(access.memref, _constant(feeders, axis)))


def _is_size_of(op: memref.DimOp, axis: int) -> bool:
    given = op.index.owner.value if isinstance(op.index.owner, arith.ConstantOp) else None
    return isinstance(given, IntegerAttr) and given.value.data == axis


def _is_before(op: Operation, access: Operation) -> bool:
    """Whether what an operation gives is known wherever an access runs."""
    around = op.parent.find_ancestor_op_in_block(access) if op.parent is not None else None
    return around is not None and op.is_before_in_block(around)


def _constant(feeders: list[Operation], value: int) -> SSAValue:
    return _add(feeders, arith.ConstantOp.from_int_and_width(value, IndexType()))


def _add(feeders: list[Operation], op: Operation) -> SSAValue:
    feeders.append(op)
    return op.results[0]
