"""Makes vectors of others that overlap them in memory, where a tile waits for its loads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from xdsl.dialects import affine
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation

from ...dialect.ir.operations import operations_of
from ..common.for_loops import extent_of
from ..vectorize.vector_unit import VectorUnit
from .cost_model import UNROLLED, computes, unit_for
from .unrolled_reductions import Unrolled, may_be_unrolled
from .vector_addresses import Place, Row, Shuffle, places_of

_CHEAP = 64
"""Bits: an instruction or two move a vector by so many, or by a multiple."""
_WHOLE = 128
"""Bits: one instruction moves it by a multiple of these."""
_RESULT = 2
"""Cycles in which memory takes a result, and gives what none before it needed."""


def share_overlapping_loads(root: Operation, unit: VectorUnit) -> None:
    """
    Replaces reductions inside an operation, of few iterations, by straight-line code that loads
    each vector once, and makes some of two others that overlap them.

    They lie between two vectors that the reduction loads anyway, whole 8 bytes from both. Where
    loads do not take longer than the arithmetic, or not all that lives at once has a register, the
    reduction stays (`docs/register-tiling.md`).
    """
    for loop in [op for op in operations_of(root, affine.ForOp) if op.results]:
        operations = (extent_of(loop) or 0) * sum(map(_computes_data, loop.body.block.ops))
        if loop is root or not 0 < operations <= UNROLLED or not may_be_unrolled(loop):
            continue
        places = places_of(loop)
        own = unit_for(loop, unit)
        cycles = max(operations / own.fmas, _RESULT * len(loop.results))
        shuffles = _choose(places.values(), own.loads * cycles)
        if not shuffles:
            continue
        code = Unrolled(loop, places, shuffles)
        if code.most_live() <= unit.registers:
            code.insert()
        else:
            code.discard()


def _computes_data(op: Operation) -> bool:
    return computes(op) and not isinstance(op.results[0].type, IndexType)


def _choose(places: Iterable[Place], lines: float) -> dict[Place, Shuffle]:
    """
    The vectors to make of others, until the rest touch at most so many lines.

    All at the same distance from their neighbours are made, or none.
    """
    loaded = list(dict.fromkeys(places))
    touched, chosen = sum(place.lines for place in loaded), dict[Place, Shuffle]()
    for shuffles in _possible(loaded):
        if touched <= lines:
            break
        chosen |= shuffles
        touched -= sum(place.lines for place in shuffles)
    return chosen


def _possible(places: Iterable[Place]) -> Iterator[dict[Place, Shuffle]]:
    """
    The places at one distance from the first vector, for each set of vectors that are a cheap
    distance apart; the set with most of them first.
    """
    cosets: dict[Place, list[Place]] = {}
    for place in places:
        coset = Place(place.row, place.first % _step(place.row))
        cosets.setdefault(coset, []).append(place)
    found = map(_of_coset, cosets.values())
    yield from chain.from_iterable(sorted(found, key=lambda each: -sum(map(len, each))))


def _of_coset(places: list[Place]) -> list[dict[Place, Shuffle]]:
    """Return the shuffles between vectors that touch each other, by distance, cheapest first."""
    row, base = min(places, key=lambda place: place.first)
    loaded = {place for place in places if (place.first - base) % row.lanes == 0}
    found: dict[int, dict[Place, Shuffle]] = {}
    for place in places:
        distance = (place.first - base) % row.lanes
        lower = Place(row, place.first - distance)
        upper = Place(row, lower.first + row.lanes)
        if distance and distance % _step(row) == 0 and {lower, upper} <= loaded:
            found.setdefault(distance, {})[place] = Shuffle(lower, upper, distance)
    return [found[d] for d in sorted(found, key=lambda d: (d * row.bits % _WHOLE, d))]


def _step(row: Row) -> int:
    """The distances, in elements, at which shuffles are cheap."""
    return max(1, _CHEAP // row.bits)
