"""Splits reductions over long rows, so that a few rows are read whole before the next ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, MemRefType
from xdsl.ir import Attribute, Operation
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.instances.reader import InstanceReader
from ....analysis.instances.sizes import known_sizes
from ....dialect.ir.located_errors import PadError
from ....dialect.xdsl_compat.affine_loops import affine_for
from ....dialect.xdsl_compat.cloning import cloned
from ....index.expr import var
from ....index.normal import terms
from ....index.queries.conditions import is_implied
from ...common.diagnostics import remark
from ...common.for_loops import constant_lower, extent_of
from ...common.generated_stages import remove_stage_marker
from ...common.stages import loop_name
from ...lanes.legality.neighbours import bits_of
from ...loops.pad_reorder import reorder
from ...loops.pad_split import split
from ...loops.reduction_order import ORDER_KEPT, bands_in
from ...register_tile.expected_trips import ExpectedTrips
from ...simplify.decided_conditions import outermost_block
from ...vectorize.streaming_loads import is_stream, loops_along_rows
from ...vectorize.vector_unit import VectorUnit

_ROWS = 32
"""Rows that are read together: enough that results are seldom loaded and stored in between."""
_IN_REGISTERS = 0.75
"""The part of the registers that results take: of rows that are no longer, all is read at once."""


def block_rows(root: Operation, unit: VectorUnit, pass_name: str) -> None:
    """
    Split each reduction over the rows of a buffer that is read once and that no cache keeps.

    Of `C[j] += A[i, j]` with `i` innermost, registers hold a tile of results, and a part of each
    row is read, from the first row to the last: that is half as fast as memory where rows are
    longer than the tile, as nothing is fetched early. With `i` in blocks around `j`, the parts of a
    row are read soon after one another. Each cell is updated in the order in which it was.
    """
    for band in list(bands_in(root)):
        if not _is_for_blocks(band, unit):
            continue
        try:
            _block(band)
        except PadError as reason:
            names = ", ".join(loop_name(loop) or "a loop" for loop in band)
            remark(pass_name, band[0], ORDER_KEPT, reason=reason, loops=names)


def _is_for_blocks(band: Sequence[affine.ForOp], unit: VectorUnit) -> bool:
    """Whether the last loop of a band reduces long rows, along which the one before it goes."""
    if len(band) < 2 or any(loop.results for loop in band):
        return False
    columns, rows = band[-2:]
    if any(constant_lower(loop) is None or loop.step.value.data != 1 for loop in (columns, rows)):
        return False
    bounds = [*columns.upperBoundOperands, *rows.upperBoundOperands]
    if any(band[0].is_ancestor(value.owner) for value in bounds):
        return False  # with guards, in all blocks
    assert band[0].parent is not None
    reader = InstanceReader(band[0].parent)
    expected = ExpectedTrips(reader)
    if len(rows.upperBoundMap.data.results) != 1 or expected.of(rows) < 2 * _ROWS:
        return False
    over, along = (var(str(reader.index(loop.body.block.args[0]))) for loop in (rows, columns))
    ops = list(rows.body.block.ops)
    stores = [op for op in ops if isinstance(op, affine.StoreOp)]
    cell = reader.cell(stores[0]) if len(stores) == 1 else None
    if not cell or any(str(over) in index.variables() for index in cell):
        return False
    if terms(cell[-1]).get(along) != 1:
        return False
    for load in (op for op in ops if isinstance(op, affine.LoadOp)):
        if is_stream(load, reader) and loops_along_rows(load, reader) == [columns]:
            bits = bits_of(cast("MemRefType[Attribute]", load.memref.type).element_type) or 8
            taken = unit.registers * _IN_REGISTERS * unit.bytes * 8 / bits
            return expected.of(columns) > taken
    return False


def _block(band: Sequence[affine.ForOp]) -> None:
    *outer, columns, rows = band
    *_, rows, columns = reorder([*outer, rows, columns])
    first, extent = constant_lower(rows), extent_of(rows)
    if first is None or len(rows.upperBoundMap.data.results) != 1:
        return  # bounds that the new order found: correct, but where would blocks end?
    if extent is None or extent % _ROWS:
        rest = _with_rest(rows, first, extent)
        (inner,) = (op for op in rest.body.block.ops if isinstance(op, affine.ForOp))
        if len(rest.lowerBoundMap.data.results) == 1:  # else it would have a guard
            reorder([inner, rest])
    blocks, within = split(rows, _ROWS, first)
    reorder([blocks, columns, within])


def _ends_after(rows: affine.ForOp, first: int) -> bool:
    """Whether what is known of sizes says that a loop ends at an iteration or after it."""
    reader = InstanceReader(outermost_block(rows))
    ranges, stage = reader.ranges(rows), reader.stage(rows)
    if ranges is None or stage is None:
        return False
    return all(is_implied(known_sizes(stage, reader), end >= first) for end in ranges[0].uppers)


def _with_rest(rows: affine.ForOp, first: int, extent: int | None) -> affine.ForOp:
    """The loop over the rows that whole blocks leave, after the loop over these."""
    upper, operands = rows.upperBoundMap.data, rows.upperBoundOperands
    if extent is not None:
        begin = end = AffineMap.constant_map(first + extent - extent % _ROWS)
    else:
        whole = (upper.results[0] - first) // _ROWS * _ROWS + first
        end = AffineMap(upper.num_dims, upper.num_symbols, (whole,))
        # Unless there are so many rows for sure: of fewer, blocks would end before the first one.
        first_too = () if _ends_after(rows, first) else (AffineExpr.constant(first),)
        begin = AffineMap(end.num_dims, end.num_symbols, (*first_too, whole))
    copy = cloned(rows)
    region = copy.detach_region(copy.body)
    copy.erase()
    lowers = () if extent is not None else operands
    rest = affine_for(lowers, operands, (), AffineMapAttr(begin), rows.upperBoundMap, region)
    rest.location, rest.attributes = rows.location, dict(rows.attributes)
    Rewriter.insert_op(rest, InsertPoint.after(rows))
    remove_stage_marker(rest)
    rows.upperBoundMap = AffineMapAttr(end)
    return rest
