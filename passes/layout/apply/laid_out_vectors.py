"""Loads and stores of vectors on laid-out buffers: pieces that lie in a row in physical memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation, SSAValue

from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name
from ....dialect.attributes import LaidOutType, layout_of, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import is_a, operations_in
from ....index.expr import Expr, all_of, eq, var, within
from ....index.queries.conditions import is_implied
from ....index.queries.instances import Instances, surely_fails
from ...simplify.decided_conditions import outermost_block
from ..accesses.split_transfers import cut, keep, mask_row, scatter
from ..accesses.vector_transfers import VECTOR_ACCESSES, Transfer, VectorAccess, transfer_of
from ..accesses.view_cells import root_cell, root_of_views, size_of
from .laid_out_views import has_static_layout

_LANE, _PIECE = "lane", "piece"


def split_vectors(root: Operation) -> None:
    """
    Leaves only such loads and stores of vectors on laid-out buffers, and on views of them, as are
    of neighbours in physical memory; the others become shorter ones, or those of single cells.

    A lane that may be after the end of its row is guarded: there may be padding. Raises PadError
    for vectors that are not a piece of a row, for one that certainly leaves it, and for buffers of
    dynamic sizes.
    """
    for op in operations_in(root):
        if is_a(op, VECTOR_ACCESSES) and isinstance(_buffer(op).type, MemRefType):
            buffer = root_of_views(_buffer(op))
            if has_static_layout(buffer):
                _split(op, cast("LaidOutType", buffer.type))
            elif layout_of(buffer.type) is not None:
                raise PadError(
                    f"'{op.name}' takes the laid-out buffer {buffer.type}, of a size that is known "
                    "only at run time; lay it out before the loop is vectorized, or access its "
                    "elements one by one",
                    op,
                )


def _buffer(op: VectorAccess) -> SSAValue:
    return next(value for value in op.operands if isinstance(value.type, MemRefType))


def _split(op: VectorAccess, type: LaidOutType) -> None:
    transfer = transfer_of(op)
    if isinstance(transfer, str):
        raise PadError(
            f"'{op.name}' takes the laid-out buffer {type}, but {transfer}; access its elements "
            "one by one, or vectors of elements that are next to each other on its last axis",
            op,
        )
    places = _Places(transfer, type)
    masked = transfer.mask is not None
    stays = transfer.stays_in_row or places.stay_in_row()
    if not stays and not masked and not transfer.stops_at_row:
        places.check()
    # Where a mask says which lanes are accessed, the others may be anywhere.
    guarded = not stays and (transfer.stops_at_row or not masked)
    width = places.width()
    if guarded and (masked or width < transfer.lanes or not places.start_in_row()):
        scatter(transfer, guarded=True)
    elif guarded:
        mask_row(transfer)
    elif width == transfer.lanes:
        keep(transfer)
    elif width > 1 and not masked:
        cut(transfer, width)
    else:
        scatter(transfer, guarded=False)


class _Places:
    """Where the lanes of a transfer are, over the iterators of the loops around and `lane`."""

    def __init__(self, transfer: Transfer, type: LaidOutType):
        reader = InstanceReader(outermost_block(transfer.op))
        unknown = dict[SSAValue, Expr]()

        def read(value: SSAValue) -> Expr:
            known = reader.index(value)
            if known is not None:
                return known
            return unknown.setdefault(value, var(f"unknown{len(unknown)}"))

        self._transfer, self._placed, self._read = transfer, place(type), read
        self._instances = reader.instances(transfer.op) or Instances(exact=False)
        self._first = transfer.index([read(value) for value in transfer.operands])
        size = size_of(transfer.buffer, len(self._first) - 1, read)
        assert size is not None, "the size of a view that is seen through"
        self._in_row = within(self._first[-1] + var(_LANE), size)

    def stay_in_row(self) -> bool:
        """Whether no lane is after the end of the last axis."""
        every = within(var(_LANE), self._transfer.lanes)
        return is_implied(self._instances.condition & every, self._in_row)

    def start_in_row(self) -> bool:
        """Whether no lane is before the first element of the last axis."""
        return is_implied(self._instances.condition, self._first[-1] >= 0)

    def check(self) -> None:
        """Raises PadError if one certainly is."""
        own, op = self._instances, self._transfer.op
        every = replace(
            own,
            iterators=(*own.iterators, _LANE),
            condition=own.condition & within(var(_LANE), self._transfer.lanes),
        )
        if surely_fails(every, self._in_row):
            name = buffer_name(self._transfer.buffer) or "a buffer"
            raise PadError(
                f"the {self._transfer.type} of '{op.name}' runs beyond the last axis of {name}; "
                "to access "
                "only lanes in bounds, use vector.maskedload and vector.maskedstore, or "
                "vector.transfer_read and vector.transfer_write",
                op,
            )

    def width(self) -> int:
        """
        The most lanes that, cut into pieces of so many, are each neighbours in physical memory.

        Those that are after the end of the row need not be.
        """
        lanes = self._transfer.lanes
        return next((w for w in range(lanes, 1, -1) if lanes % w == 0 and self._is_in_order(w)), 1)

    def _is_in_order(self, width: int) -> bool:
        lane, piece = var(_LANE), var(_PIECE)
        start = piece * width
        within_piece = within(lane, width) & within(piece, self._transfer.lanes // width)
        in_row = self._in_row.substitute({_LANE: start + lane})
        context = self._instances.condition & within_piece & in_row
        first, here = self._cell(start), self._cell(start + lane)
        pairs = [*zip(self._physical(first), self._physical(here), strict=True)]
        return is_implied(context, _neighbours([*zip(first, here, strict=True)], lane)) and (
            is_implied(context, _neighbours(pairs, lane))
        )

    def _cell(self, lane: Expr) -> tuple[Expr, ...]:
        """The logical cell of the laid-out buffer itself."""
        index = (*self._first[:-1], self._first[-1] + lane)
        cell = root_cell(self._transfer.buffer, index, self._read)
        assert cell is not None, "a view that is seen through"
        return cell

    def _physical(self, cell: Sequence[Expr]) -> list[Expr]:
        names = dict(zip(self._placed.logical_names, cell, strict=True))
        return [axis.substitute(names) for axis in self._placed.forward]


def _neighbours(pairs: Sequence[tuple[Expr, Expr]], distance: Expr) -> Expr:
    """Return the condition that the second cell is so far after the first on the last axis."""
    *outer, (first, second) = pairs
    return all_of([*(eq(a, b) for a, b in outer), eq(first + distance, second)])
