"""What loads and stores of vectors touch: a cell for each lane, along the last axis of a buffer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects import affine, vector
from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap

from ...dialect.ir.affine_conversion import from_affine_map
from ...index.expr import TRUE, Expr, var, within
from ...index.queries.conditions import is_implied
from ...index.queries.instances import Instances
from ..instances.reader import InstanceReader
from .lane_masks import chosen_lanes

VectorLoad: TypeAlias = vector.LoadOp | vector.MaskedLoadOp | affine.VectorLoadOp
VectorStore: TypeAlias = vector.StoreOp | vector.MaskedStoreOp | affine.VectorStoreOp

_LANE = "lane"


@dataclass(frozen=True)
class Lanes:
    """The cell of each lane, over `lane` too, which is one more iterator than the operation has."""

    index: tuple[Expr, ...]
    lane: str
    condition: Expr
    all_run: bool
    """Whether each of these lanes surely is accessed: no unknown mask may stop it."""


def buffer_of(op: VectorLoad | VectorStore) -> SSAValue:
    """The buffer that is read or written."""
    return op.memref if isinstance(op, affine.VectorLoadOp | affine.VectorStoreOp) else op.base


def lanes(
    op: VectorLoad | VectorStore, instances: Instances, reader: InstanceReader
) -> Lanes | None:
    """
    The cells of an access of a vector with one axis; None where they are not known.

    That includes lanes that may be behind the end of the last axis, unless a mask leaves them out:
    where these are is up to the target.
    """
    buffer = cast("MemRefType[Attribute]", buffer_of(op).type)
    count = _count(op, buffer)
    operands = reader.indices(list(op.indices))
    if count is None or operands is None:
        return None
    index = from_affine_map(_map_of(op, len(operands)), operands)
    lane = var(_LANE)
    index = (*index[:-1], index[-1] + lane)
    chosen = chosen_lanes(mask_of(op), [lane], reader)
    inside = within(lane, count) & (TRUE if chosen is None else chosen)
    in_row = within(index[-1], buffer.get_shape()[-1])
    if not is_implied(instances.condition & inside, in_row):
        return None
    return Lanes(index, _LANE, inside, chosen is not None)


def mask_of(op: VectorLoad | VectorStore) -> SSAValue | None:
    """The mask that tells which lanes are accessed; None where all are."""
    return op.mask if isinstance(op, vector.MaskedLoadOp | vector.MaskedStoreOp) else None


def vector_of(op: VectorLoad | VectorStore) -> SSAValue:
    """The vector that is read or written."""
    match op:
        case vector.StoreOp():
            return op.vector
        case vector.MaskedStoreOp():
            return op.value_to_store
        case affine.VectorStoreOp():
            return op.value
        case _:
            return op.result


def _count(op: VectorLoad | VectorStore, buffer: MemRefType[Attribute]) -> int | None:
    """The lanes of a vector of elements of a buffer that has a last axis of a known size."""
    type = cast("VectorType[Attribute]", vector_of(op).type)
    shape, extents = type.get_shape(), buffer.get_shape()
    if len(shape) != 1 or type.get_num_scalable_dims() or type.element_type != buffer.element_type:
        return None
    return shape[0] if extents and extents[-1] >= 0 else None


def _map_of(op: VectorLoad | VectorStore, rank: int) -> AffineMap:
    if isinstance(op, affine.VectorLoadOp | affine.VectorStoreOp):
        return op.map.data
    return AffineMap.identity(rank)
