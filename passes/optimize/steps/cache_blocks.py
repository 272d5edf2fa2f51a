"""Splits loops over rows so that the second cache keeps a block of them for all columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import Operation
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.ir.located_errors import PadError
from ....dialect.xdsl_compat.cloning import cloned
from ...common.diagnostics import remark
from ...common.for_loops import constant_lower, extent_of
from ...common.generated_stages import remove_stage_marker
from ...common.stages import loop_name
from ...loops.pad_reorder import reorder
from ...loops.pad_split import split
from ...loops.reduction_order import ORDER_KEPT, bands_in
from ...vectorize.vector_unit import VectorUnit
from .cache_order import VECTORS, Products, products_of
from .memory_traffic import Axis, Level, Reference, level_cycles, levels_of

_MOST_BLOCKS = 16
_LEAST_ROWS, _UNIT = 32, 8
"""Of a block, in each of which the columns are read again, and what its rows are a multiple of."""
_MOST_VECTORS = 3
"""Of a register tile along rows, as far as the second cache has to have room for them too."""
_GAIN = 0.6
"""What the second cache does not have is at most this part of what it did not have before."""
_MATTERS = 0.08
"""The part of the time of the operations that it takes at least."""


@dataclass(frozen=True)
class _Blocks:
    """The loop over rows of a band, which is inside the loop at `place`, and rows of a block."""

    loop: affine.ForOp
    place: int
    rows: int


def block_for_caches(root: Operation, unit: VectorUnit, pass_name: str) -> None:
    """
    Split loops over the rows of what is combined again for each block of columns.

    Of `C[i, j] += A[i, k] * B[k, j]` with panels of `j` outside, all of A is read for each panel.
    If the second cache does not keep A, its rows come from the next one, and no processor fetches
    the first lines of a row early. With `i` in blocks around the panels, the cache keeps the rows
    of a block, and what is read again for each block are panels, one line after the other.
    """
    for band in list(bands_in(root)):
        products = products_of(band, unit)
        if products is None or (blocks := _best_blocks(products, unit)) is None:
            continue
        try:
            _split(products.outer, blocks)
        except PadError as reason:
            names = ", ".join(loop_name(loop) or "a loop" for loop in band)
            remark(pass_name, band[0], ORDER_KEPT, reason=reason, loops=names)


def _best_blocks(products: Products, unit: VectorUnit) -> _Blocks | None:
    """The blocks with which the second cache has most of what is read, if that is much better."""
    second = levels_of(unit)[1]
    if not products.reduces or products.resident <= second.bytes:
        return None
    for position, loop in enumerate(products.outer):
        extent = extent_of(loop)
        if not position or extent is None or constant_lower(loop) != 0:
            continue
        if loop.step.value.data != 1 or loop in products.along:
            continue
        # Of loops that do not go along rows, a register tile has several iterations of one.
        groups = {o: n for o, n in products.groups.items() if o in products.along or o is loop}
        references, times = products.in_groups(groups)
        before = level_cycles(second, references, times)
        if before < _MATTERS * products.cycles:
            continue
        tried = list[tuple[float, _Blocks]]()
        for count in range(2, _MOST_BLOCKS + 1):
            rows = -(-extent // (count * _UNIT)) * _UNIT
            blocks = _Blocks(loop, max(0, position - 2), rows)
            if _LEAST_ROWS <= rows < extent:
                tried.append((_missed(second, products, groups, blocks), blocks))
        least, best = min(tried, key=lambda each: each[0], default=(before, None))
        if least <= _GAIN * before:
            return best
    return None


def _missed(
    second: Level, products: Products, groups: Mapping[Operation, int], blocks: _Blocks
) -> float:
    """
    The cycles in which the next cache gives what the second one does not have with blocks outside,
    of tiles of the width that is usual along rows, or of wide ones, if these leave less room.
    """
    most = list[float]()
    for vectors in (VECTORS, _MOST_VECTORS):
        tile = {o: n if o is blocks.loop else n // VECTORS * vectors for o, n in groups.items()}
        of_blocks = _blocked(products.outer, *products.in_groups(tile), blocks, tile[blocks.loop])
        most.append(level_cycles(second, *of_blocks))
    return max(most)


def _blocked(
    outer: Sequence[affine.ForOp],
    references: Sequence[Reference],
    times: Mapping[Operation, int],
    blocks: _Blocks,
    group: int,
) -> tuple[list[Reference], dict[Operation, int]]:
    """The accesses and the iterations of the loops with blocks outside, of groups of rows."""
    # Something that stands for the loop over blocks, which is not there yet.
    over: Operation = affine.YieldOp.get()
    inside = -(-blocks.rows // group)
    new_times = {**times, blocks.loop: inside, over: -(-times[blocks.loop] // inside)}

    def with_blocks(axis: Axis) -> Axis:
        move = axis.moves.get(blocks.loop, 0)
        return replace(axis, moves={**axis.moves, over: move * inside}) if move else axis

    found = list[Reference]()
    for each in references:
        loops = [*each.loops]
        loops.insert(loops.index(outer[blocks.place]), over)
        found.append(replace(each.with_axes(with_blocks), loops=tuple(loops)))
    return found, new_times


def _split(outer: Sequence[affine.ForOp], blocks: _Blocks) -> None:
    """Make the loop over blocks, and after it the rows that are left in a nest of their own."""
    extent = extent_of(blocks.loop)
    assert extent is not None
    window = list(outer[blocks.place : outer.index(blocks.loop) + 1])
    rows, *inside = reorder([window[-1], *window[:-1]])
    whole = extent - extent % blocks.rows
    if whole < extent:
        rest = cloned(rows)
        Rewriter.insert_op(rest, InsertPoint.after(rows))
        remove_stage_marker(rest)
        rest.lowerBoundMap = AffineMapAttr(AffineMap.constant_map(whole))
        copies = dict(zip(rows.walk(), rest.walk(), strict=True))
        rows.upperBoundMap = AffineMapAttr(AffineMap.constant_map(whole))
        reorder([*(cast("affine.ForOp", copies[loop]) for loop in inside), rest])
    over = list[affine.ForOp]()
    if whole > blocks.rows:
        first, rows = split(rows, blocks.rows)
        over = [first]
    reorder([*over, *inside, rows])
