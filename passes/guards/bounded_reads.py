"""Accesses that stay in bounds without a guard: at another index, or of a larger buffer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias, cast

from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import AffineMapAttr, IndexType, MemRefType
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
    buffer = access.memref
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    if any(shape[axis] <= 0 for axis in axes):
        raise Declined(
            f"{buffer_name(buffer) or 'a buffer'} is of an unknown size, or empty, and a "
            "remainder by it is not a quasi-affine index",
            reason="size",
        )
    if isinstance(access, affine.LoadOp | affine.StoreOp):
        map = access.map.data
        results = [r % shape[k] if k in axes else r for k, r in enumerate(map.results)]
        wrapped = AffineMapAttr(AffineMap(map.num_dims, map.num_symbols, tuple(results)))
        if isinstance(access, affine.LoadOp):
            return [], affine.LoadOp(buffer, access.indices, wrapped)
        return [], affine.StoreOp(access.value, buffer, access.indices, wrapped)
    feeders, index = list[Operation](), list(access.indices)
    for axis in axes:
        count = _constant(feeders, shape[axis])
        quotient = _add(feeders, arith.FloorDivSIOp(index[axis], count))
        product = _add(feeders, arith.MuliOp(quotient, count))
        index[axis] = _add(feeders, arith.SubiOp(index[axis], product))
    if isinstance(access, memref.LoadOp):
        return feeders, memref.LoadOp.get(buffer, index)
    return feeders, memref.StoreOp.get(access.value, buffer, index)


def _clamped(load: _Load, axes: Mapping[int, OutOfBoundsAxis]) -> tuple[list[Operation], Operation]:
    feeders, index = list[Operation](), list[SSAValue]()
    for axis, size in enumerate(cast("MemRefType[Attribute]", load.memref.type).get_shape()):
        beyond = axes.get(axis)
        last: int | SSAValue | None = None
        if beyond is not None and beyond.is_high:
            last = _dimension(feeders, load.memref, axis) if is_dynamic(size) else size
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
    return _compacted(feeders, AffineMap(dims, map.num_symbols, (map.results[axis], last)), given)


def _compacted(feeders: list[Operation], map: AffineMap, operands: Sequence[SSAValue]) -> SSAValue:
    """The minimum of a map's results, on the operands that it uses."""
    used = [d for d in range(map.num_dims) if any(d in r.used_dims() for r in map.results)]
    renamed = [AffineExpr.dimension(used.index(d) if d in used else 0) for d in range(map.num_dims)]
    symbols = [AffineExpr.symbol(k) for k in range(map.num_symbols)]
    compact = map.replace_dims_and_symbols(renamed, symbols, len(used), map.num_symbols)
    given = [*(operands[d] for d in used), *operands[map.num_dims :]]
    return _add(
        feeders,
        MinOp(given, AffineMapAttr(compact)),
    )


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
    return _add(feeders, affine.ApplyOp(operands, AffineMapAttr(single)))


def _dimension(feeders: list[Operation], buffer: SSAValue, axis: int) -> SSAValue:
    return _add(feeders, memref.DimOp(buffer, _constant(feeders, axis)))


def _constant(feeders: list[Operation], value: int) -> SSAValue:
    return _add(feeders, arith.ConstantOp.from_int_and_width(value, IndexType()))


def _add(feeders: list[Operation], op: Operation) -> SSAValue:
    feeders.append(op)
    return op.results[0]
