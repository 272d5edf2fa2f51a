"""Loads and stores of vectors of the cells in a row, whichever operation they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from xdsl.dialects import affine, vector
from xdsl.dialects.builtin import BoolAttr, MemRefType, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.utils.hints import isa

from ....dialect.ir.memory_access import access_of
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
    type: VectorType[Attribute]
    value: SSAValue | None = None
    mask: SSAValue | None = None
    instead: SSAValue | None = None
    stays_in_row: bool = False
    """Whether the operation says that no lane is after the end of the last axis."""
    stops_at_row: bool = False
    """Whether lanes beyond the end touch no memory."""

    @property
    def lanes(self) -> int:
        """How many there are."""
        return self.type.get_shape()[0]

    def index(self, operands: Sequence[Expr]) -> tuple[Expr, ...]:
        """The first cell, of what the index operands are."""
        return access_of(self.op).index(self.op, operands)


def transfer_of(op: VectorAccess) -> Transfer | str:
    """Return the transfer that an operation does, or the reason why it is not known."""
    found = _transfer(op)
    buffer = cast("MemRefType[Attribute]", found.buffer.type)
    if buffer.get_num_dims() == 0:
        return "there are no neighbours in it"
    if found.type.get_num_dims() != 1 or found.type.get_num_scalable_dims():
        return f"{found.type} is not a piece of a row"
    if isinstance(op, vector.TransferReadOp | vector.TransferWriteOp):
        rank = buffer.get_num_dims()
        if op.permutation_map.data != AffineMap.minor_identity(rank, 1):
            return f"its map {op.permutation_map} does not run along the last axis of the buffer"
    return found


def _transfer(op: VectorAccess) -> Transfer:
    access = access_of(op)
    buffer, operands, value = access.buffer(op), access.index_operands(op), access.value(op)
    mask = access.mask(op)
    stored, instead = value if access.writes else None, None
    if isinstance(op, vector.MaskedLoadOp):
        instead = op.pass_thru
    elif isinstance(op, vector.TransferReadOp):
        instead = op.padding
    found = Transfer(op, buffer, operands, _vector(value), stored, mask, instead)
    if not isinstance(op, vector.TransferReadOp | vector.TransferWriteOp):
        return found
    inside = all(isa(bound, BoolAttr) and bound.value.data != 0 for bound in op.in_bounds)
    return replace(found, stays_in_row=inside, stops_at_row=not inside)


def _vector(value: SSAValue) -> VectorType[Attribute]:
    return cast("VectorType[Attribute]", value.type)
