"""Over-allocates a local buffer, so that reads past its end are in bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import AffineMapAttr, MemRefType, NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import LOGICAL, buffer_name
from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of
from ...dialect.ir.memory_access import is_buffer_of, is_load_or_store
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Declined
from ...dialect.layout.layout import Constant, SimpleKind, Undef
from ..common.index_codegen import Emitter
from ..layout.padding.padding_values import padding_value

_Alloc = memref.AllocOp | memref.AllocaOp


def extend(buffer: SSAValue, last: Mapping[int, int | None]) -> Callable[[], None]:
    """
    Makes axes of a local buffer reach to the last index that is read, with the new cells written
    first: with the constant that its padding holds, else with undef.

    Raises Declined if that cannot be; returns what takes the change back.
    """
    alloc, name = buffer.owner, buffer_name(buffer) or "a buffer"
    if not isinstance(alloc, _Alloc):
        raise Declined(f"{name} is not allocated in the function", reason="not-local")
    type = cast("MemRefType[Attribute]", buffer.type)
    # With strides of its own, a longer row would reach into the next one.
    if not type.has_static_shape() or not isinstance(type.layout, NoneAttr):
        raise Declined(
            f"{name} has a size that is not known, or a layout of its own", reason="size"
        )
    ends = {axis: index + 1 for axis, index in last.items() if index is not None}
    if len(ends) < len(last):
        raise Declined(
            f"{name} would be read before its beginning, or without a last index",
            reason="out-of-bounds",
        )
    other = next((u.operation for u in buffer.uses if not _keeps_extents(u)), None)
    if other is not None:
        raise Declined(f"'{operation_name(other)}' uses {name} as a whole", reason="whole-buffer")
    sizes = type.get_shape()
    shape = [ends.get(axis, size) for axis, size in enumerate(sizes)]
    contract = alloc.attributes.get(LOGICAL)
    laid_out = None if contract is None else _with_extents(cast("LaidOutType", contract), shape)
    larger = _retyped(buffer, MemRefType(type.element_type, shape, type.layout, type.memory_space))
    if laid_out is not None:
        alloc.attributes[LOGICAL] = laid_out
    written = [_write(larger, alloc, axis, sizes[axis], _kind(contract)) for axis in ends]

    def undo() -> None:
        for stage in written:
            stage.detach()
            stage.erase()
        _retyped(larger, type)
        if contract is not None:
            alloc.attributes[LOGICAL] = contract

    return undo


def _keeps_extents(use: Use) -> bool:
    """Whether a use is an access of a cell; not a store of the buffer itself."""
    op = use.operation
    if is_load_or_store(op):
        return is_buffer_of(op, use.index)
    return isinstance(op, memref.DeallocOp)


def _retyped(buffer: SSAValue, type: Attribute) -> SSAValue:
    return Rewriter.replace_value_with_new_type(buffer, type)


def _with_extents(contract: LaidOutType, shape: list[int]) -> LaidOutType:
    """Return the contract with its extents changed to this physical shape."""
    attribute = layout_of(contract)
    assert attribute is not None
    layout = attribute.layout
    last = replace(layout.steps[-1], extents=tuple(shape))
    longer = replace(layout, steps=(*layout.steps[:-1], last))
    new = LayoutAttr.of(longer, contract.element_type)
    return MemRefType(contract.element_type, contract.shape, new, contract.memory_space)


def _kind(contract: Attribute | None) -> SimpleKind:
    attribute = None if contract is None else layout_of(contract)
    kind = None if attribute is None else attribute.layout.steps[-1].pad
    return kind if isinstance(kind, Constant) else Undef()


def _write(buffer: SSAValue, alloc: Operation, axis: int, size: int, kind: SimpleKind) -> Operation:
    """A stage after the allocation that writes the cells from an old size of an axis on."""
    shape = list(cast("MemRefType[Attribute]", buffer.type).get_shape())
    rank = len(shape)
    shape[axis] -= size
    name = f"{buffer_name(buffer) or 'buffer'}_padding"
    emitter = Emitter(InsertPoint.after(alloc), alloc)
    inside, indices = emitter.nest(shape, [f"i{k}" for k in range(rank)], name, of_padding=True)
    dims = [AffineExpr.dimension(k) for k in range(rank)]
    map = AffineMap(rank, 0, tuple(d + size if k == axis else d for k, d in enumerate(dims)))
    value = padding_value(inside, buffer, kind, indices)
    inside.insert(affine.StoreOp(value, buffer, indices, AffineMapAttr(map)))
    loop = alloc.next_op
    assert loop is not None
    return loop
