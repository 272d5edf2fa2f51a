"""Splits a reduction along a row so that neighbouring vectors of a tile load the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from xdsl.dialects import affine, vector
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import LOOP
from ...dialect.ir.loop_like import inits_of
from ...dialect.ir.operations import is_a
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.cloning import cloned
from ..common.for_loops import constant_lower, extent_of
from ..lanes.legality.carried_reductions import carried_reductions
from ..lanes.legality.lockstep import LOADS
from ..lanes.legality.neighbours import CACHE_LINE, bits_of
from ..lanes.legality.reordering_flags import drop_flags
from ..simplify.decided_conditions import outermost_block
from ..vectorize.vector_unit import VectorUnit
from .cost_model import best_tile, body_of, computing_and_loading, unit_for
from .unrolled_reductions import may_be_unrolled
from .windows import window_of

_LEAST_BYTES = 32
"""Of a vector, half of which one instruction moves."""
_GAIN = 0.9
"""The part of the cycles of the best tile that the split one takes at most."""


def split_windows(
    innermost: affine.ForOp, of_tile: Callable[[], Sequence[affine.ForOp]], unit: VectorUnit
) -> bool:
    """
    Split the loop of a reduction into one over few iterations far apart; whether that is done.

    Of `A[x + k]` with vectors of W cells along `x`, iteration `k` of a vector loads what iteration
    `k - W` of the next one does. `k` becomes `W * o + i` with `o` inside: as straight code in a
    tile over `x` it loads each vector once, and vectors that cross lines of the cache are fewer.
    `W / 2` is tried too: what lies between two vectors that touch can be made of these afterwards
    (`overlapping_loads.py`). Where the distance does not divide the iterations, the last `i` have
    one `o` less. `of_tile` gives the loops that may be in a tile, the reduction first if it may be
    reordered. Nothing is done where the best tile does not wait for its loads, or still does
    afterwards.
    """
    extent, first = extent_of(innermost), constant_lower(innermost)
    if extent is None or first is None or innermost.step.value.data != 1:
        return False
    if not may_be_unrolled(innermost):
        return False
    reader = InstanceReader(outermost_block(innermost))
    loads = [op for op in innermost.body.block.ops if is_a(op, LOADS)]
    # In the block itself only: which loops may be in a tile takes longer to find out.
    if not any(isinstance(op, vector.LoadOp) for op in loads):
        return False
    loops = of_tile()
    if not loops or loops[0] is not innermost:
        return False
    around = [loop for loop in loops if not loop.results]
    windows = [window_of(op, innermost, loop, reader) for op in loads for loop in around]
    distances = Counter(each.inside for each in windows if each is not None and each.other == 1)
    far = {distance: count for distance, count in distances.items() if 1 < distance < extent}
    if not far:
        return False
    distance = max(far, key=lambda each: (far[each], -each))
    computing, loading = _cycles(innermost, loops, unit)
    if loading <= computing:
        return False
    least, best = _GAIN * loading, list[affine.ForOp]()
    may_halve = max(map(_bytes, loads)) >= _LEAST_BYTES
    for parts in (1, 2) if may_halve else (1,):
        after, longest = _split(innermost, first, extent, distance // parts)
        inside = [longest, *_loops_of_reduction(longest, innermost), *loops[1:]]
        computing, loading = _cycles(longest, inside, unit, parts)
        if max(computing, loading) < least:
            least, best, after = max(computing, loading), after, best
        _erase(after)
        if loading <= computing:
            break
    if not best:
        return False
    for old, new in zip(innermost.results, best[-1].results, strict=True):
        new.name_hint = old.name_hint
        old.replace_all_uses_with(new)
    Rewriter.erase_op(innermost)
    return True


def _erase(loops: Sequence[affine.ForOp]) -> None:
    for op in reversed(loops):
        Rewriter.erase_op(op)


def _cycles(
    innermost: affine.ForOp, loops: Sequence[affine.ForOp], unit: VectorUnit, parts: int = 1
) -> tuple[float, float]:
    """
    The cycles in which the best tile computes an iteration, and loads for it, if a vector that
    crosses lines takes as many, and of so many vectors in a row one is loaded, and the others are
    made of two such.
    """
    body, own = body_of(innermost, loops), unit_for(innermost, unit)
    lines = [_lines(op) for op in innermost.body.block.ops if is_a(op, LOADS)]
    return computing_and_loading(body, best_tile(body, own, ()), own, lines, parts)


def _lines(load: Operation) -> float:
    """How many lines a load touches on average, where it begins anywhere."""
    return 1 + min(1.0, _bytes(load) / CACHE_LINE)


def _bytes(load: Operation) -> int:
    """Of a vector; 0 of what is none."""
    if not isinstance(load, vector.LoadOp):
        return 0
    type = load.result.type
    return type.get_shape()[0] * (bits_of(type.element_type) or 0) // 8


def _split(
    loop: affine.ForOp, first: int, extent: int, distance: int
) -> tuple[list[affine.ForOp], affine.ForOp]:
    """Loops that do what one does, which stays as it is; and that which has its body."""
    most, more = -(-extent // distance), extent % distance
    parts = [(0, more or distance, most)]
    if more:
        parts.append((more, distance - more, most - 1))
    made, carried = list[affine.ForOp](), list(inits_of(loop))
    longest: affine.ForOp | None = None
    for start, count, trips in parts:
        outer, inner = _part(loop, carried, first + start, count, trips, distance)
        Rewriter.insert_op(outer, InsertPoint.before(loop))
        made.append(outer)
        carried = list(outer.results)
        longest = longest or inner
    assert longest is not None
    return made, longest


def _part(
    loop: affine.ForOp,
    carried: Sequence[SSAValue],
    start: int,
    count: int,
    trips: int,
    distance: int,
) -> tuple[affine.ForOp, affine.ForOp]:
    """
    A loop over `count` iterations from `start` on, and in it one over those so far after each; the
    outer one is the inner one where there is one iteration of it only.
    """
    types = [value.type for value in carried]
    block = Block(arg_types=[IndexType(), *types])
    block.args[0].name_hint = loop.body.block.args[0].name_hint
    inits = carried if count == 1 else block.args[1:]
    inner = cloned(loop)
    iterator = inner.body.block.args[0]
    uses = tuple(iterator.uses)
    place = AffineExpr.dimension(0) * distance + start
    operands = [iterator] if count == 1 else [iterator, block.args[0]]
    if count > 1:
        place = AffineExpr.dimension(0) * distance + AffineExpr.dimension(1)
    apply = affine.ApplyOp(operands, AffineMapAttr(AffineMap(len(operands), 0, (place,))))
    Rewriter.insert_op(apply, InsertPoint.at_start(inner.body.block))
    for use in uses:
        use.operation.operands[use.index] = apply.result
    region = inner.detach_region(0)
    inside = affine_for([], [], inits, 0, trips, region)
    for reduction in carried_reductions(inside):
        for op in reduction.ops:
            drop_flags(op)
    inside.location = loop.location
    inner.erase()
    if count == 1:
        inside.attributes = {name: each for name, each in loop.attributes.items() if name != LOOP}
        return inside, inside
    block.add_ops([inside, affine.YieldOp.get(*inside.results)])
    outer = affine_for([], [], carried, start, start + count, Region(block))
    outer.attributes, outer.location = dict(loop.attributes), loop.location
    return outer, inside


def _loops_of_reduction(innermost: affine.ForOp, last: affine.ForOp) -> list[affine.ForOp]:
    """The loop around another one that was made for it, if there is one."""
    outer = innermost.parent_op()
    return [outer] if isinstance(outer, affine.ForOp) and outer.parent is last.parent else []
