"""Which loops of a nest lie on the grid and on the threads, and how many threads a block has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from xdsl.dialects import affine

from ....dialect.ir.located_errors import PadError
from ....dialect.ir.reasons import Declined
from ...common.diagnostics import OptionError
from ...common.for_loops import extent_of
from ...common.stages import loop_name, own_names
from ..kernels.block_reduction import How
from ..kernels.grid import Axis
from .parallel_bands import ParallelBand, ParallelBands, outer_band_of

MOST_THREADS = 1024
_USUAL_THREADS = 256
_GUARDED_THREADS = 128
"""Along a loop whose extent no good number of threads divides."""
_WARP = 32
_MOST_SHARING = 512
_OF_A_BLOCK = 16


@dataclass(frozen=True)
class Hints:
    """The options of the mapping; the cost model chooses those that are empty."""

    blocks: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    reduce: How = "tree"


@dataclass(frozen=True)
class Choice:
    """
    The loops on the grid, with the threads that a block has along each.

    Where `together` is not 0, so many threads share each iteration instead: the loops `shared`.
    """

    axes: tuple[Axis, ...]
    together: int = 0
    shared: tuple[ParallelBand, ...] = ()

    def neighbouring(self) -> list[affine.ForOp]:
        """The loops of which neighbouring threads have neighbouring iterations."""
        if not self.together:
            return [self.axes[-1].loop]
        # Parts of a sum over several loops would be put together in the outer ones.
        alone = [s for s in self.shared if len(s.loops) == 1 or not s.reductions]
        return [s.loops[s.fastest] for s in alone]


def choose(root: affine.ForOp, bands: ParallelBands, hints: Hints) -> Choice:
    """The mapping of a nest; raises Declined if there is none, or none as asked for."""
    blocks, threads = own_names(hints.blocks, root), own_names(hints.threads, root)
    hints = replace(hints, blocks=blocks, threads=threads)
    outer = _outer_band(root, hints)
    shared = [s for op in outer[-1].body.block.ops for s in bands.any_in(op)]
    if hints.threads:
        return Choice(_named(outer, hints))
    if hints.blocks and not shared:
        raise Declined(
            f"nothing in {hints.blocks[-1]} is for threads to share", outer[-1], reason="threads"
        )
    if hints.blocks or (shared and _is_better(shared, outer, bands)):
        threads = prod(hints.sizes) if hints.sizes else _threads_for(shared)
        return Choice(tuple(Axis(loop, 1) for loop in outer), threads, tuple(shared))
    return Choice(_best(outer, bands, prod(hints.sizes) if hints.sizes else _USUAL_THREADS))


def _outer_band(root: affine.ForOp, hints: Hints) -> list[affine.ForOp]:
    """The loops on the grid, down to the last one that is asked for."""
    outer, reason = outer_band_of(root)
    names, asked = [loop_name(loop) for loop in outer], (*hints.blocks, *hints.threads)
    for name in asked:
        if name not in names:
            _check_known(name, root)
            why = reason or Declined("it is not nested perfectly", root, reason="imperfect-nest")
            raise Declined(
                f"the loop '{name}' cannot be mapped to the grid: {why}",
                why.op or root,
                reason="grid",
            )
    if not outer:
        raise reason or Declined("there is no loop", root, reason="no-loop")
    return outer[: 1 + max(map(names.index, asked))] if asked else outer


def _check_known(name: str, root: affine.ForOp) -> None:
    known = {loop_name(op) for op in root.walk() if isinstance(op, affine.ForOp)}
    if name not in known:
        shown = ", ".join(sorted(n for n in known if n)) or "none"
        raise PadError(f"there is no loop '{name}' in the stage; its loops are: {shown}", root)


def _is_better(
    shared: Sequence[ParallelBand], outer: Sequence[affine.ForOp], bands: ParallelBands
) -> bool:
    """Whether threads better share what is inside than have an iteration outside each."""
    if prod(extent_of(loop) or _USUAL_THREADS for loop in outer) < _WARP:
        return True
    inside = max(bands.coalescing(s.loops[s.fastest]) for s in shared)
    return inside > max(map(bands.coalescing, outer))


def _threads_for(shared: Sequence[ParallelBand]) -> int:
    """
    Threads that share loops: as many warps as leave few of them without work in the last round.

    What a block does besides costs as much as some threads more.
    """
    totals = [s.total or _USUAL_THREADS for s in shared]

    def cost(threads: int) -> float:
        busy = sum(-(-total // threads) * threads for total in totals)
        return busy * (1 + _OF_A_BLOCK / threads)

    return min(range(_WARP, _MOST_SHARING + 1, _WARP), key=cost)


def _named(outer: Sequence[affine.ForOp], hints: Hints) -> tuple[Axis, ...]:
    """As many threads along each loop as are asked for."""
    if len(hints.threads) > 3:
        message = f"threads along {len(hints.threads)} loops, but a block has 3 dimensions"
        raise OptionError("threads", message)
    given = dict(zip(hints.threads, hints.sizes, strict=False))
    axes = list[Axis]()
    for loop in outer:
        name, extent = loop_name(loop) or "", extent_of(loop)
        usual = _divisor(extent, _USUAL_THREADS) or _GUARDED_THREADS
        axes.append(Axis(loop, given.get(name, usual if name in hints.threads else 1)))
    return tuple(axes)


def _best(outer: Sequence[affine.ForOp], bands: ParallelBands, most: int) -> tuple[Axis, ...]:
    """Neighbouring threads for the loop that moves through memory; what is left for the next."""
    order = sorted(range(len(outer)), key=lambda k: (bands.coalescing(outer[k]), k))
    axes, left = list[Axis](), most
    for k in reversed(order):
        loop, extent = outer[k], extent_of(outer[k])
        threads = _divisor(extent, left)
        if not axes and threads is None:
            threads = min(_GUARDED_THREADS, most)
        axes.insert(0, Axis(loop, threads or 1))
        left //= threads or 1
        if len(axes) == 2:
            left = 1
    return tuple(axes)


def _divisor(extent: int | None, most: int) -> int | None:
    """A number of threads that leaves none over: whole warps, or nearly all of them."""
    if extent is None:
        return None
    divisors = [n for n in range(1, min(extent, most) + 1) if extent % n == 0]
    warps = [n for n in divisors if n % _WARP == 0]
    best = max(warps or divisors, default=1)
    return best if warps or best * 2 > min(extent, most) else None
