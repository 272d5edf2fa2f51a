"""Takes loops over rows apart where each row multiplies a matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

from xdsl.dialects import affine, func
from xdsl.ir import Block, Operation

from ...dialect.ir.operations import operations_of
from ...dialect.ir.reasons import Declined
from ..common.for_loops import LOOPS
from ..loops.distribution.distributing import distribute
from ..loops.distribution.kept_order import Grown, KeptOrder, check_values, trips
from ..loops.distribution.pieces import Pieces, find_pieces
from ..register_tile.expected_trips import buffer_bytes

_MOST_BYTES = 1 << 24
"""Of all that is to be kept for each iteration: of more, caches hold nothing from nest to nest."""
_VALUE = 8  # bytes, at most


def take_products_apart(function: func.FuncOp) -> bool:
    """
    Make loops of their own for nests that read a matrix again in each iteration, and for what is
    before and after these; whether there is one.

    As many loops around them go along as the memory allows that this takes.
    """
    changed = False
    for loop in [op for op in function.body.blocks[0].ops if isinstance(op, affine.ForOp)]:
        pieces = find_pieces(loop)
        joined = None if pieces is None else _joined(pieces)
        for each in () if joined is None else _choices(joined):
            try:
                check_values(each)
                grown = KeptOrder(each).grown()
            except Declined:
                continue
            if _bytes(each, grown) <= _MOST_BYTES:
                distribute(each, grown)
                changed = True
                break
    return changed


def _choices(pieces: Pieces) -> Iterator[Pieces]:
    """Yield the pieces in all of their loops, then in fewer, without the outermost ones."""
    for first in range(len(pieces.loops)):
        yield replace(pieces, loops=pieces.loops[first:])


def _joined(pieces: Pieces) -> Pieces | None:
    """The pieces with those in one that lie between products; None if there is no product."""
    runs, is_open = list[tuple[Operation, ...]](), False
    innermost = pieces.loops[-1].body.block
    for run in pieces.runs:
        is_product = _reads_a_matrix_again(run, innermost)
        if is_open and not is_product:
            runs[-1] += run
        else:
            runs.append(run)
        is_open = not is_product
    known = any(_reads_a_matrix_again(run, innermost) for run in runs)
    return replace(pieces, runs=tuple(runs)) if known and len(runs) > 1 else None


def _reads_a_matrix_again(run: Sequence[Operation], body: Block) -> bool:
    """Whether loads move along two loops of a run, and not with the loop around it."""
    around = body.args[0]
    for op in run:
        for load in operations_of(op, affine.LoadOp) if isinstance(op, LOOPS) else ():
            moving = {index for index in load.indices if isinstance(index.owner, Block)}
            inside = {index for index in moving if op.is_ancestor(index.owner)}
            if len(inside) > 1 and around not in moving:
                return True
    return False


def _bytes(pieces: Pieces, grown: Sequence[Grown]) -> float:
    counts = [trips(loop) for loop in pieces.loops]
    found = float(_VALUE * prod(counts) * len(pieces.crossing))
    for each in grown:
        found += buffer_bytes(each.buffer.type) * prod(counts[k] for k in each.places)
    return found
