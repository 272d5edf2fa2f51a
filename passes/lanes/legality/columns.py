"""Accesses of another row in each iteration of a loop, of which blocks are transposed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation

from ....analysis.accesses.aliasing import are_apart
from ....dialect.ir.operations import is_a, operations_in, operations_of
from ....dialect.ir.reasons import Declined
from ...common.for_loops import constant_lower, extent_of
from .lockstep import ACCESSES, OF_MAPS, STORES, buffer_of
from .neighbours import Neighbours, bits_of, check_row_major
from .variance import NESTED, Variance

Columns: TypeAlias = Mapping[Operation, affine.ForOp | None]
"""
The loop along the row of each such access, whose iterations load and store a block together; None
for an access outside of such a loop, which is of a single column.
"""
_MOST_OPERATIONS = 1024
"""Of all copies of a body together."""


def columns_in(
    loop: affine.ForOp, lanes: int, masks: bool, variance: Variance, neighbours: Neighbours
) -> Columns:
    """
    The accesses in a loop of which so many consecutive iterations touch a column of a block.

    Raises Declined if one of them is in no loop along its rows, or a block may not be loaded before
    all of these iterations, or stored after them. Blocks of fewer columns than lanes take `masks`.
    That a block is stored row by row changes no order that running in lockstep does not.
    """
    found = dict[affine.LoadOp | affine.StoreOp, affine.ForOp | None]()
    for op in operations_of(loop.body, *OF_MAPS):
        if not variance.has_varying_operand(op) or neighbours.are_near(op):
            continue
        check_row_major(op)
        _check_elements(op)
        if any(variance.varies(o) and o is not loop.body.block.args[0] for o in op.indices):
            raise neighbours.not_of_neighbours(op)
        along = op.parent_op()
        found[op] = None
        if along is loop and not masks:
            raise neighbours.not_of_neighbours(op)
        if along is not loop:
            if not isinstance(along, affine.ForOp) or not neighbours.moves_along(op, along):
                raise neighbours.not_of_neighbours(op)
            _check_block(op, along, lanes, masks, variance, neighbours)
            found[op] = along
    if found and not any(found.values()):
        raise neighbours.not_of_neighbours(next(iter(found)))
    return {**found}


def _check_elements(op: affine.LoadOp | affine.StoreOp) -> None:
    """Raises Declined unless the elements of a buffer have a width, which `index` has not."""
    element = cast("MemRefType[Attribute]", op.memref.type).element_type
    if bits_of(element) is None:
        raise Declined(
            f"blocks of rows of {element} cannot be transposed in registers", op, reason="rows"
        )


def _check_block(
    op: affine.LoadOp | affine.StoreOp,
    along: affine.ForOp,
    lanes: int,
    masks: bool,
    variance: Variance,
    neighbours: Neighbours,
) -> None:
    """Raises Declined unless an access may be done for as many iterations of a loop at once."""
    extent, inside = extent_of(along), operations_in(along.body)
    if constant_lower(along) is None or along.step.value.data != 1:
        raise neighbours.not_of_neighbours(op)
    if extent is None and not (masks and _may_be_any_size(along, variance)):
        raise neighbours.not_of_neighbours(op)
    if extent is None and not neighbours.is_inside(op):
        # Else each row of a block would be asked about in calls by itself.
        raise Declined(
            "not all columns of its rows are shown to be in the buffer, and masks would leave some "
            "out; tie its sizes to the bound of the loop (pad.size)",
            op,
            reason="rows",
        )
    if extent is not None and extent % lanes and not masks:
        raise Declined(
            f"the {extent} columns of its rows are no multiple of {lanes} lanes, and the processor "
            "has no masks",
            op,
            reason="rows",
        )
    if any(is_a(other, NESTED) for other in inside) or len(inside) * lanes > _MOST_OPERATIONS:
        raise neighbours.not_of_neighbours(op)
    others = [other for other in inside if other is not op and is_a(other, ACCESSES)]
    if not is_a(op, STORES):
        others = [other for other in others if is_a(other, STORES)]
    if any(not are_apart(op.memref, buffer_of(other)) for other in others):
        raise Declined(
            "a block of rows cannot be loaded or stored at once, as another access in the loop is "
            "of the same buffer",
            op,
            reason="row-order",
        )


def _may_be_any_size(along: affine.ForOp, variance: Variance) -> bool:
    """
    Whether masks may keep what is left over of a loop, whose size is known at run time only, from
    what it accesses and carries: they are of rows.
    """
    if len(along.upperBoundMap.data.results) != 1:
        return False
    if any(map(variance.varies, along.upperBoundOperands)):
        return False
    return all(map(variance.varies, along.body.block.args[1:]))
