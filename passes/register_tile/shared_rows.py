"""Puts the reduction loop innermost that loads what other results of a tile load too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from xdsl.dialects import affine
from xdsl.ir import Block, Operation

from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import LOOP
from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import is_a
from ...dialect.ir.reasons import Declined
from ..common.for_loops import extent_of
from ..lanes.legality.carried_reductions import carried_reductions
from ..lanes.legality.lockstep import LOADS, is_pure
from ..lanes.legality.reordering_flags import drop_flags
from ..lanes.legality.variance import yielded
from ..simplify.decided_conditions import outermost_block
from .cost_model import UNROLLED, computes
from .windows import window_of

_TYPICAL = 4
"""Iterations of a loop in a tile, for the question whether they share loads."""
_LEAST_SHARE = 0.1
"""Of the loads, more than are shared as it is: a change of order has to save so many."""


def share_rows(
    innermost: affine.ForOp,
    of_tile: Callable[[], Sequence[affine.ForOp]],
    in_tile: Callable[[], Collection[affine.ForOp]],
) -> bool:
    """
    Reorder the loops that carry a reduction, of which one is the innermost; whether that is done.

    A window over rows, `A[y + i, x + j]` with the cells of a vector along `x`, loads the same rows
    for several `y` if `i` is innermost: as straight code in a tile over `y` it loads each once.
    `of_tile` gives the loops that may be in a tile, where they matter, and `in_tile` those that are
    in the best one. Nothing is done where the sum may not be reordered, where the loops are no
    perfect nest of constant bounds, where no more is shared that way, or where straight code leaves
    too few registers for a tile that shares.
    """
    chain = _chain(innermost)
    if len(chain) < 2 or not _only_computes(innermost):
        return False
    around = [loop for loop in of_tile() if not loop.results]
    shares = [_share(innermost, loop, around) for loop in chain]
    best = max(range(len(chain)), key=lambda place: (shares[place], place))
    if shares[best] <= shares[-1] + _LEAST_SHARE:
        return False
    try:
        reductions = carried_reductions(chain[0])
    except Declined:
        return False
    sunk = _sink_operations(chain)
    _permute(chain, [*chain[:best], *chain[best + 1 :], chain[best]])
    if not any(_share(innermost, innermost, [loop]) for loop in in_tile()):
        _permute(chain, [*chain[:best], chain[-1], *chain[best:-1]])
        for op, loop in sunk:
            op.detach()
            _block_of(loop).insert_op_before(op, loop)
        return False
    for op in (op for reduction in reductions for op in reduction.ops):
        drop_flags(op)
    return True


def _sink_operations(chain: Sequence[affine.ForOp]) -> list[tuple[Operation, affine.ForOp]]:
    """Move what is between the loops into the innermost one; each with the loop it was before."""
    block = chain[-1].body.block
    first, sunk = block.first_op, list[tuple[Operation, affine.ForOp]]()
    assert first is not None
    for outer, inner in pairwise(chain):
        for op in [op for op in outer.body.block.ops if op is not inner and op.results]:
            op.detach()
            block.insert_op_before(op, first)
            sunk.append((op, inner))
    return sunk


def _block_of(op: Operation) -> Block:
    block = op.parent
    assert block is not None
    return block


def _chain(innermost: affine.ForOp) -> list[affine.ForOp]:
    """The loops that carry the values of the innermost one and do nothing else, outermost first."""
    chain = [innermost]
    while isinstance(outer := chain[0].parent_op(), affine.ForOp) and _holds_only(outer, chain[0]):
        chain.insert(0, outer)
    return chain if all(map(_has_constant_bounds, chain)) else []


def _holds_only(outer: affine.ForOp, inner: affine.ForOp) -> bool:
    """Whether a loop carries what another one in it carries, and computes indices besides."""
    *ops, _ = outer.body.block.ops
    others = [op for op in ops if op is not inner]
    return (
        bool(outer.results)
        and list(inits_of(inner)) == list(outer.body.block.args[1:])
        and list(yielded(outer.body.block)) == list(inner.results)
        and all(is_pure(op) and not op.regions and _is_used_in(op, inner) for op in others)
    )


def _is_used_in(op: Operation, loop: affine.ForOp) -> bool:
    users = [use.operation for result in op.results for use in result.uses]
    return all(loop.is_ancestor(user) or user.parent is op.parent for user in users)


def _has_constant_bounds(loop: affine.ForOp) -> bool:
    return not loop.lowerBoundOperands and not loop.upperBoundOperands and bool(extent_of(loop))


def _only_computes(loop: affine.ForOp) -> bool:
    *ops, _ = loop.body.block.ops
    return all(is_a(op, LOADS) or (is_pure(op) and not op.regions) for op in ops)


def _share(innermost: affine.ForOp, inside: affine.ForOp, around: Sequence[affine.ForOp]) -> float:
    """The part of the loads that a tile over one loop saves if another one is straight code."""
    extent, ops = extent_of(inside), list(innermost.body.block.ops)
    assert extent is not None
    if extent * sum(map(computes, ops)) * _TYPICAL > UNROLLED:
        return 0.0
    reader = InstanceReader(outermost_block(innermost))
    loads = [op for op in ops if is_a(op, LOADS)]
    saved = (sum(_saved(op, inside, other, reader) for op in loads) for other in around)
    return max(saved, default=0.0) / max(1, len(loads))


def _saved(
    load: Operation, inside: affine.ForOp, other: affine.ForOp, reader: InstanceReader
) -> float:
    """The part of what a load loads in a tile of two loops that it has loaded already."""
    window, extent = window_of(load, inside, other, reader), extent_of(inside)
    if window is None or extent is None:
        return 0.0
    return window.again(_TYPICAL, extent) / (extent * _TYPICAL)


def _permute(chain: Sequence[affine.ForOp], order: Sequence[affine.ForOp]) -> None:
    """Let each loop of a chain be what the loop at its place in `order` is now."""
    uses = [tuple(loop.body.block.args[0].uses) for loop in order]
    hints = [loop.body.block.args[0].name_hint for loop in order]
    bounds = [
        (loop.lowerBoundMap, loop.upperBoundMap, loop.step, loop.attributes.get(LOOP))
        for loop in order
    ]
    for loop, used, hint, own in zip(chain, uses, hints, bounds, strict=True):
        iterator = loop.body.block.args[0]
        for use in used:
            use.operation.operands[use.index] = iterator
        iterator.name_hint = hint
        loop.lowerBoundMap, loop.upperBoundMap, loop.step, name = own
        loop.attributes.pop(LOOP, None)
        if name is not None:
            loop.attributes[LOOP] = name
