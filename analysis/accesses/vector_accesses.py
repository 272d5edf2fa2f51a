"""
Cells that loads and stores of vectors touch: one for each lane, along the last axis of a buffer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.ir.memory_access import MemoryAccess
from ...index.expr import TRUE, Expr, var, within
from ...index.queries.conditions import is_implied
from ...index.queries.instances import Instances
from ..instances.reader import InstanceReader
from ..instances.sizes import extents
from .lane_masks import chosen_lanes

_LANE = "lane"


@dataclass(frozen=True)
class Lanes:
    """The cell of each lane, over `lane` too, which is one more iterator than the operation has."""

    index: tuple[Expr, ...]
    lane: str
    condition: Expr
    all_run: bool
    """Whether each of these lanes certainly is accessed: no unknown mask may stop it."""


def lanes(
    op: Operation, access: MemoryAccess, instances: Instances, reader: InstanceReader
) -> Lanes | None:
    """
    The cells of an access of a vector with one axis; None if they are not known.

    That includes lanes that may be past the end of the last axis, unless a mask leaves them out:
    where these are is up to the target.
    """
    buffer = access.buffer(op)
    count = _count(cast("VectorType[Attribute]", access.value(op).type), buffer)
    index = reader.cell(op)
    if count is None or index is None or (shape := extents(buffer, reader)) is None:
        return None
    lane = var(_LANE)
    index = (*index[:-1], index[-1] + lane)
    chosen = chosen_lanes(access.mask(op), [lane], reader)
    inside = within(lane, count) & (TRUE if chosen is None else chosen)
    in_row = within(index[-1], shape[-1])
    if not is_implied(instances.condition & inside, in_row):
        return None
    return Lanes(index, _LANE, inside, chosen is not None)


def _count(type: VectorType[Attribute], buffer: SSAValue) -> int | None:
    """The lanes of a vector of elements of a buffer that has an axis."""
    shape, stored = type.get_shape(), cast("MemRefType[Attribute]", buffer.type)
    if len(shape) != 1 or type.get_num_scalable_dims() or type.element_type != stored.element_type:
        return None
    return shape[0] if stored.get_num_dims() else None
