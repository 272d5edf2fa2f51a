"""Loads and stores of vectors of the cells in a row, whichever operation they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects import affine, vector
from xdsl.dialects.builtin import BoolAttr, MemRefType, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.utils.hints import isa

from ....dialect.ir.affine_conversion import from_affine_map
from ....index.expr import Expr

VECTOR_ACCESSES = (
    vector.LoadOp,
    vector.StoreOp,
    vector.MaskedLoadOp,
    vector.MaskedStoreOp,
    vector.TransferReadOp,
    vector.TransferWriteOp,
    affine.VectorLoadOp,
    affine.VectorStoreOp,
)
VectorAccess: TypeAlias = (
    vector.LoadOp
    | vector.StoreOp
    | vector.MaskedLoadOp
    | vector.MaskedStoreOp
    | vector.TransferReadOp
    | vector.TransferWriteOp
    | affine.VectorLoadOp
    | affine.VectorStoreOp
)


@dataclass(frozen=True)
class Transfer:
    """
    A load or store of neighbours along the last axis of a buffer.

    `value` is what is stored, None for a load; lanes where `mask` is off touch no memory. What a
    load gives there is the lane of `instead`, or `instead` itself where that is a scalar.
    """

    op: VectorAccess
    buffer: SSAValue
    operands: Sequence[SSAValue]
    map: AffineMap | None
    type: VectorType[Attribute]
    value: SSAValue | None = None
    mask: SSAValue | None = None
    instead: SSAValue | None = None
    stays_in_row: bool = False
    """Whether the operation says that no lane is behind the end of the last axis."""
    stops_at_row: bool = False
    """Whether lanes behind it touch no memory."""

    @property
    def lanes(self) -> int:
        """How many there are."""
        return self.type.get_shape()[0]

    def index(self, operands: Sequence[Expr]) -> tuple[Expr, ...]:
        """The first cell, of what the index operands are."""
        return tuple(operands) if self.map is None else from_affine_map(self.map, operands)


def transfer_of(op: VectorAccess) -> Transfer | str:
    """What an operation loads or stores, or why that is not known."""
    found = _transfer(op)
    buffer = cast("MemRefType[Attribute]", found.buffer.type)
    if buffer.get_num_dims() == 0:
        return "there are no neighbours in it"
    if found.type.get_num_dims() != 1 or found.type.get_num_scalable_dims():
        return f"{found.type} is no piece of a row"
    if isinstance(op, vector.TransferReadOp | vector.TransferWriteOp):
        rank = buffer.get_num_dims()
        if op.permutation_map.data != AffineMap.minor_identity(rank, 1):
            return f"{op.permutation_map} takes the lanes from elsewhere than the last axis"
    return found


def _transfer(op: VectorAccess) -> Transfer:
    match op:
        case affine.VectorLoadOp():
            return Transfer(op, op.memref, op.indices, op.map.data, _vector(op.result))
        case affine.VectorStoreOp():
            return Transfer(op, op.memref, op.indices, op.map.data, _vector(op.value), op.value)
        case vector.LoadOp():
            return Transfer(op, op.base, op.indices, None, _vector(op.result))
        case vector.StoreOp():
            return Transfer(op, op.base, op.indices, None, _vector(op.vector), op.vector)
        case vector.MaskedLoadOp():
            type = _vector(op.result)
            return Transfer(op, op.base, op.indices, None, type, None, op.mask, op.pass_thru)
        case vector.MaskedStoreOp():
            value = op.value_to_store
            return Transfer(op, op.base, op.indices, None, _vector(value), value, op.mask)
        case vector.TransferReadOp():
            value, type, instead = None, _vector(op.result), op.padding
        case vector.TransferWriteOp():
            value, type, instead = op.vector, _vector(op.vector), None
    inside = all(isa(bound, BoolAttr) and bound.value.data != 0 for bound in op.in_bounds)
    return Transfer(
        op,
        op.source,
        op.indices,
        None,
        type,
        value,
        op.mask,
        instead,
        stays_in_row=inside,
        stops_at_row=not inside,
    )


def _vector(value: SSAValue) -> VectorType[Attribute]:
    return cast("VectorType[Attribute]", value.type)
