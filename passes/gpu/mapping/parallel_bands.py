"""The loops of a nest that may be spread over blocks and threads, and what is best shared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod

from xdsl.dialects import affine
from xdsl.ir import Block, Operation

from ....analysis.accesses.views import root_access, strides
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.loop_like import inits_of
from ....dialect.ir.reasons import Declined, Reason
from ...common.for_loops import constant_lower, extent_of
from ...lanes.legality.carried_reductions import Reduction, carried_reductions, vector_shape
from ...lanes.legality.lockstep import (
    Load,
    Store,
    buffer_of,
    check_any_order,
    is_pure,
)
from ...lanes.legality.variance import yielded
from ...simplify.decided_conditions import outermost_block

_WARP = 32
_INNER = 8
"""How much more an access counts that is one loop further inside."""


def outer_band_of(root: affine.ForOp) -> tuple[list[affine.ForOp], Declined | None]:
    """
    The perfectly nested loops from the root on whose iterations may run in any order, over a box.

    Also why the next loop is not one of them, where there is one.
    """
    loops, current = list[affine.ForOp](), root
    while True:
        try:
            check_parallel(current, root)
        except Declined as reason:
            return loops, reason
        loops.append(current)
        inner = only_loop_in(current)
        if inner is None:
            return loops, None
        current = inner


def check_parallel(loop: affine.ForOp, root: affine.ForOp) -> None:
    """Raises Declined unless blocks and threads may have the iterations of a loop each."""
    if loop.results:
        raise Declined(
            "it carries a value from one iteration to the next", loop, reason="carried-value"
        )
    if constant_lower(loop) is None or len(loop.upperBoundMap.data.results) != 1:
        raise Declined(
            "the lower bound is not constant, or the upper bound has several results",
            loop,
            reason="bounds",
        )
    if any(_is_inside(value.owner, root) for value in loop.upperBoundOperands):
        raise Declined(
            "its extent differs between iterations of a loop around", loop, reason="bounds"
        )
    check_any_order(loop)


def _is_inside(owner: Operation | Block, root: Operation) -> bool:
    op = owner.parent_op() if isinstance(owner, Block) else owner
    return op is not None and root.is_ancestor(op)


def only_loop_in(loop: affine.ForOp) -> affine.ForOp | None:
    """The one loop in another, where there is nothing else but arithmetic."""
    inner: affine.ForOp | None = None
    for op in loop.body.block.ops:
        if isinstance(op, affine.ForOp) and inner is None:
            inner = op
        elif not isinstance(op, affine.YieldOp) and not is_pure(op):
            return None
    return inner


@dataclass(frozen=True)
class ParallelBand:
    """
    Perfectly nested loops, outside in, that the threads of a block share.

    `extents` are how many iterations each has, none for a single loop of which that is not known.
    Neighbouring threads have neighbouring iterations of the loop `fastest`. `reductions` are those
    of the values that the loops carry.
    """

    loops: tuple[affine.ForOp, ...]
    extents: tuple[int, ...]
    fastest: int
    reductions: tuple[Reduction, ...]

    @property
    def order(self) -> list[int]:
        """The loops by how fast they vary from one thread to the next, the fastest first."""
        others = [k for k in range(len(self.loops) - 1, -1, -1) if k != self.fastest]
        return [self.fastest, *others]

    @property
    def total(self) -> int | None:
        """How many iterations there are to share."""
        return prod(self.extents) if self.extents else None


class ParallelBands:
    """Which loops the threads of a block share."""

    def __init__(self, root: Operation):
        self._reader = InstanceReader(outermost_block(root))
        self._found: dict[affine.ForOp, ParallelBand | None] = {}

    def of(self, loop: affine.ForOp) -> ParallelBand | None:
        """
        Return the band of loops that begins at a loop and is shared by threads; None if threads
        better share a loop inside it, or must not share its iterations.
        """
        if loop not in self._found:
            self._found[loop] = self._of(loop)
        return self._found[loop]

    def why_not(self, loop: affine.ForOp) -> Reason:
        """Why threads cannot share a loop in which they share nothing."""
        assert self.of(loop) is None
        try:
            check_any_order(loop)
            carried_reductions(loop)
        except Declined as reason:
            return reason.why
        raise AssertionError(loop)

    def any_in(self, op: Operation) -> list[ParallelBand]:
        """The outermost ones in an operation."""
        if isinstance(op, affine.ForOp) and (band := self.of(op)) is not None:
            return [band]
        inner = (o for region in op.regions for block in region.blocks for o in block.ops)
        return [band for o in inner for band in self.any_in(o)]

    def _of(self, loop: affine.ForOp) -> ParallelBand | None:
        own = _band_from(loop)
        if own is None:
            return None
        inside = [s for op in own.loops[-1].body.block.ops for s in self.any_in(op)]
        scores = list(map(self.coalescing, own.loops))
        if any(self._is_better(other, own, max(scores)) for other in inside):
            return None
        return replace(own, fastest=max(range(len(scores)), key=lambda k: (scores[k], k)))

    def _is_better(self, inner: ParallelBand, outer: ParallelBand, score: int) -> bool:
        """Whether threads better share what is inside."""
        is_small = outer.total is not None and outer.total < _WARP
        if is_small and (inner.total is None or inner.total > (outer.total or 0)):
            return True
        return self.coalescing(inner.loops[inner.fastest]) > score

    def coalescing(self, loop: affine.ForOp) -> int:
        """
        A score of the accesses in a loop: positive where neighbouring iterations access
        neighbouring cells, negative where they access cells that are far apart.
        """
        score = 0
        for op, depth in _accesses(loop, 0):
            step = self._step(op, loop)
            lanes = max(vector_shape(v.type)[0] for v in (*op.results, *op.operands))
            if step is None or abs(step) > lanes:
                score -= _INNER**depth
            elif step:
                score += _INNER**depth
        return score

    def _step(self, op: Load | Store, loop: affine.ForOp) -> int | None:
        """How far in memory the second iteration's access is from the first's."""
        index, instances = self._reader.cell(op), self._reader.instances(op)
        if index is None or instances is None:
            return None
        root, cell = root_access(buffer_of(op), index, instances.condition)
        distances = strides(root.type)
        if distances is None:
            # Of dynamic extents; the last axis is contiguous whatever they are.
            distances = (*(1 << 20 for _ in cell[1:]), 1)[: len(cell)]
        name = str(self._reader.index(loop.body.block.args[0]))
        names = {n for e in cell for n in e.variables()}
        first = dict.fromkeys(names, 0)
        second = {**first, name: loop.step.value.data}
        at = [
            sum(e.evaluate(point) * d for e, d in zip(cell, distances, strict=True))
            for point in (first, second)
        ]
        return at[1] - at[0]


def _accesses(op: Operation, depth: int) -> Iterator[tuple[Load | Store, int]]:
    for inner in (o for region in op.regions for block in region.blocks for o in block.ops):
        if isinstance(inner, Load | Store):
            yield inner, depth
        else:
            yield from _accesses(inner, depth + isinstance(inner, affine.ForOp))


def _band_from(loop: affine.ForOp) -> ParallelBand | None:
    """The longest nest from a loop on that may be shared."""
    reductions = _reductions_of(loop)
    if reductions is None:
        return None
    loops, extents, current, extent = [loop], list[int](), loop, extent_of(loop)
    while extent is not None:
        extents.append(extent)
        inner = only_loop_in(current)
        if inner is None or not _passes_on(current, inner) or _reductions_of(inner) is None:
            break
        extent = extent_of(inner)
        if extent is not None:
            loops.append(inner)
            current = inner
    return ParallelBand(tuple(loops), tuple(extents), len(loops) - 1, tuple(reductions))


def _reductions_of(loop: affine.ForOp) -> list[Reduction] | None:
    """Return the reductions that a loop carries, or None if threads cannot share its iterations."""
    try:
        check_any_order(loop)
        return carried_reductions(loop)
    except Declined:
        return None


def _passes_on(outer: affine.ForOp, inner: affine.ForOp) -> bool:
    """Whether a loop carries just what the one in it does, and does nothing else with it."""
    same = list(inits_of(inner)) == list(outer.body.block.args[1:])
    return same and list(yielded(outer.body.block)) == list(inner.results)
