"""Accesses, each as one of the buffer that subviews lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, cast

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, AffineMapAttr, MemRefType, VectorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from ..analysis.expr import Expr, lift
from ..dialect.affine_conversion import from_affine_map, to_affine_expr
from .index_codegen import Emitter, is_affine_operand

AffineAccess: TypeAlias = (
    affine.LoadOp | affine.StoreOp | affine.VectorLoadOp | affine.VectorStoreOp
)
Read: TypeAlias = Callable[[SSAValue], Expr | None]
"""What an index is, in names that the reader gives."""

_BUFFER_AT = {
    "affine.load": 0,
    "affine.store": 1,
    "affine.vector_load": 0,
    "affine.vector_store": 1,
    "memref.load": 0,
    "memref.store": 1,
    "memref.atomic_rmw": 1,
    "vector.load": 0,
    "vector.store": 1,
    "vector.maskedload": 0,
    "vector.maskedstore": 0,
}
"""The operations that access a buffer, with the operand that it is; indices follow it."""


def buffer_of(op: Operation) -> SSAValue | None:
    """What an access reads or writes; None for an operation that is none."""
    position = _BUFFER_AT.get(op.name)
    return None if position is None else op.operands[position]


def root_of_window(buffer: SSAValue) -> SSAValue:
    """The buffer that a subview is one of; another buffer itself."""
    return next((view.source for view in reversed([*_windows(buffer)])), buffer)


def lanes_of(op: Operation) -> int:
    """How many neighbours along the last axis an access is to."""
    vector = _vector_of(op)
    return 1 if vector is None else vector.get_shape()[0]


def root_index(op: Operation, read: Read) -> tuple[Expr, ...] | None:
    """The first cell of its root that an access is to; None where an index cannot be read."""
    position = _BUFFER_AT[op.name]
    buffer = op.operands[position]
    given = [read(value) for value in _indices(op, position)]
    operands = [index for index in given if index is not None]
    if len(operands) < len(given):
        return None
    index: Sequence[Expr] = operands
    if isinstance(op, AffineAccess):
        index = from_affine_map(op.map.data, operands)
    for view in _windows(buffer):
        offsets = _mixed(view.static_offsets.get_values(), view.offsets, read)
        steps = _mixed(view.static_strides.get_values(), view.strides, read)
        if offsets is None or steps is None:
            return None
        kept = iter(zip(_kept_axes(view), index, strict=True))
        cell = list(offsets)
        for axis, part in kept:
            if steps[axis].constant is None:
                return None
            cell[axis] += part * steps[axis]
        index = cell
    return tuple(index)


def set_root_access(
    op: Operation, index: Sequence[Expr], root: SSAValue, values: dict[str, SSAValue]
) -> None:
    """Makes an access one of its root, at an index over the names of these values."""
    position = _BUFFER_AT[op.name]
    count = len(_indices(op, position))
    before, behind = op.operands[:position], op.operands[position + 1 + count :]
    if isinstance(op, AffineAccess):
        names = list(dict.fromkeys(name for axis in index for name in axis.variables()))
        dims = {name: AffineExpr.dimension(k) for k, name in enumerate(names)}
        results = tuple(to_affine_expr(axis, dims) for axis in index)
        op.properties["map"] = AffineMapAttr(AffineMap(len(dims), 0, results))
        indices = [values[name] for name in names]
    else:
        emitter = Emitter(InsertPoint.before(op), op)
        indices = [emitter.index(axis, values) for axis in index]
    op.operands = [*before, root, *indices, *behind]


def why_not_rewritten(op: Operation) -> str | None:
    """Why an operation on a buffer is no access of the flat one; None where it is."""
    buffer = buffer_of(op)
    if buffer is None:
        return f"'{op.name}' takes or makes it, and is not understood"
    vector = _vector_of(op)
    if vector is not None and len(vector.get_shape()) != 1:
        return f"the {vector} of '{op.name}' is no piece of a row"
    for view in _windows(buffer):
        if vector is not None and not _has_rows(view):
            return f"the {vector} of '{op.name}' is no piece of a row of what is viewed"
        if DYNAMIC_INDEX in view.static_strides.get_values():
            return "a stride of 'memref.subview' is no constant"
        if isinstance(op, AffineAccess) and not all(map(is_affine_operand, view.offsets)):
            return f"an offset of 'memref.subview' is nothing that '{op.name}' takes"
    return None


def _windows(buffer: SSAValue) -> Iterator[memref.SubviewOp]:
    """The subviews from a buffer to its root."""
    while isinstance(view := buffer.owner, memref.SubviewOp):
        yield view
        buffer = view.source


def _indices(op: Operation, position: int) -> Sequence[SSAValue]:
    if isinstance(op, AffineAccess):
        return op.indices
    buffer = op.operands[position]
    rank = cast("MemRefType[Attribute]", buffer.type).get_num_dims()
    return op.operands[position + 1 : position + 1 + rank]


def _vector_of(op: Operation) -> VectorType[Attribute] | None:
    """The vector of cells that an access is of; None where it is of one."""
    if not op.name.startswith(("vector.", "affine.vector_")):
        return None
    types = [value.type for value in (*op.results, *op.operands)]
    return next(type for type in types if isa(type, VectorType))


def _has_rows(view: memref.SubviewOp) -> bool:
    """Whether neighbours along the last axis of a subview are neighbours in what is viewed."""
    steps = view.static_strides.get_values()
    return _kept_axes(view)[-1:] == [len(steps) - 1] and steps[-1] == 1


def _kept_axes(view: memref.SubviewOp) -> list[int]:
    """The axes that a subview keeps: it may drop some of size 1, and it is all the same which."""
    kept, wanted = list[int](), list(view.result.type.get_shape())
    for axis, size in enumerate(view.static_sizes.get_values()):
        if wanted and size == wanted[0]:
            kept.append(axis)
            del wanted[0]
    return kept


def _mixed(static: Sequence[int], dynamic: Sequence[SSAValue], read: Read) -> list[Expr] | None:
    values = iter(dynamic)
    parts = [read(next(values)) if part == DYNAMIC_INDEX else lift(part) for part in static]
    known = [part for part in parts if part is not None]
    return known if len(known) == len(parts) else None
