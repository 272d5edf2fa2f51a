"""The cost model of register tiles: how many iterations of each loop to run side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from math import inf, prod
from typing import NamedTuple

from xdsl.dialects import affine, arith, vector
from xdsl.ir import Operation

from ...analysis.accesses.accesses import feeds_only_assumes
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.memory_access import is_load
from ...dialect.ir.operations import is_a
from ...dialect.xdsl_compat.vector_intrinsics import dot_intrinsic, only_feeds_dots
from ..common.for_loops import extent_of
from ..lanes.legality.carried_reductions import is_vector, vector_shape
from ..lanes.legality.iteration_groups import sizes_of_copies
from ..lanes.legality.lockstep import LOADS
from ..lanes.legality.neighbours import CACHE_LINE, bits_of, types_at
from ..lanes.legality.variance import Variance, yielded
from ..simplify.decided_conditions import outermost_block
from ..vectorize.formulas import instructions_of
from ..vectorize.streaming_loads import is_stream, loops_along_rows
from ..vectorize.vector_unit import VectorUnit
from .expected_trips import FEW, ExpectedTrips
from .windows import Window, window_of

_CONSTANT = (arith.ConstantOp,)
LEAST = 8
"""Accumulators that keep the pipes full."""
MOST_COPIES = 32
"""Of a loop in a tile."""
UNROLLED = 128
"""Operations of an innermost loop that LLVM unrolls entirely."""
_IN_FLIGHT = 64
"""Operations of one result, of which a processor has several in flight."""
LINE = 2.5
"""Cycles in which the cache that processors share gives a line."""
_ROWS_BESIDE = 1.15
"""
How much longer a stream takes of which several rows are read side by side: sums of rows of 1021 f64
1.12 times as long from 2 MB, 1.17 from 8 MB, 1.3 from 64 MB (Zen 4).
"""
TILE = 6
"""Cycles that go by between two tiles."""
_OF_ADDRESS, _STRAIGHT = 3, 160
"""
Instructions for the address of a row whose distance is known at run time only, and the most of all
that LLVM makes straight code of: five iterations of (operations + loads + addresses) 6 + 6 + 6, 8 +
8 + 4 and 9 + 9 + 3 take 0.7 of the time of 7 + 7 + 7, 10 + 10 + 5 and 12 + 12 + 3 (Zen 5).
"""
_TRAFFIC = 0.2
"""What a vector of traffic adds to the cost, in cycles."""
_SCALAR = 0.25
"""The memory traffic of a scalar load, against a vector's: a line holds several scalars."""


@dataclass(frozen=True)
class Body:
    """
    The work of one iteration of the innermost loop, and with which of some loops each part varies.

    Each entry of `loads`, of which `scalars` are those of no vector, `operations` and
    `accumulators` has a truth value for each loop. The innermost loop has `trips` iterations, all
    loops that carry the results together `steps`; `once` are the loads that no loop around it
    changes, `streams` those that load nothing twice. Of those that each iteration of the innermost
    loop loads from another row, `rows` are how many rows there are; of those that it loads along a
    row, `beside` are how many rows are read side by side. `splits`: the first of the loops is the
    innermost one. `windows` are the loads that iterations of the innermost loop and of another one,
    of that number, share. `share` is how much of a line the vectors of several streams are.
    `chooses`: some selects choose what is carried. An extent is None where it is known at run time
    only; `expected` is how many iterations each loop is taken to have then, of small sizes. The
    first `carrying` of the loops carry the results.
    """

    trips: int
    steps: int
    extents: tuple[int | None, ...]
    loads: tuple[tuple[bool, ...], ...]
    scalars: tuple[tuple[bool, ...], ...]
    operations: tuple[tuple[bool, ...], ...]
    accumulators: tuple[tuple[bool, ...], ...]
    once: tuple[tuple[bool, ...], ...] = ()
    streams: tuple[tuple[bool, ...], ...] = ()
    splits: bool = False
    rows: tuple[tuple[bool, ...], ...] = ()
    beside: tuple[tuple[bool, ...], ...] = ()
    windows: tuple[tuple[tuple[bool, ...], int, Window], ...] = ()
    share: float = 1.0
    chooses: bool = False
    expected: tuple[int, ...] = ()
    carrying: int = 0

    @cached_property
    def places(self) -> Places:
        """The entries as places among the `_products` of a tile's sizes."""
        entries = [entry for entry, _, _ in self.windows]
        return Places(
            _places(self.loads),
            _places(self.scalars),
            _places(self.operations),
            _places(self.accumulators),
            _places(self.once),
            _places(self.streams),
            _places(self.rows),
            _places(self.beside),
            [(p, n, w) for p, (_, n, w) in zip(_places(entries), self.windows, strict=True)],
        )


@dataclass(frozen=True)
class Places:
    """For each entry of a body, the product of the extents of the loops it varies with."""

    loads: list[int]
    scalars: list[int]
    operations: list[int]
    accumulators: list[int]
    once: list[int]
    streams: list[int]
    rows: list[int]
    beside: list[int]
    windows: list[tuple[int, int, Window]]

    def of_loops(self, count: int) -> Places:
        """The places of loads and accumulators among the products of the first loops' sizes."""
        known = (1 << count) - 1
        loads, accumulators = (
            [p & known for p in part] for part in (self.loads, self.accumulators)
        )
        return replace(self, loads=loads, accumulators=accumulators)


class Cost(NamedTuple):
    """Of a tile: cycles and traffic per iteration of the loops without it."""

    cycles: float
    traffic: float
    rests: int
    registers: int
    reach: int
    """How far out the loops of the tile are."""
    splits: bool
    """Whether a reduction gets several accumulators."""

    @property
    def total(self) -> float:
        """All in one number: in percents of the cycles, what a model of cycles does not see."""
        percents = 0.3 * self.registers + self.rests + 1.5 * self.reach + self.splits
        return self.cycles * (1 + percents / 100) + _TRAFFIC * self.traffic


def body_of(innermost: affine.ForOp, loops: Sequence[affine.ForOp]) -> Body:
    """The work of the innermost loop; the loops are around it, or it is one of them."""
    variances = [Variance(loop) for loop in loops]
    ops = [op for op in innermost.body.block.ops if not feeds_only_assumes(op)]

    def of(op: Operation) -> tuple[bool, ...]:
        return tuple(variance.has_varying_operand(op) for variance in variances)

    around = [loop is not innermost for loop in loops]
    loads = [of(op) for op in ops if is_a(op, LOADS)]
    carried, reader = yielded(innermost.body.block), InstanceReader(outermost_block(innermost))
    expected, few = ExpectedTrips(reader), ExpectedTrips(reader, FEW)
    once = [e for e in loads if not any(v and o for v, o in zip(e, around, strict=True))]
    streams = [op for op in ops if is_a(op, LOADS) and is_stream(op, reader)]
    rows, beside = list[tuple[bool, ...]](), list[tuple[bool, ...]]()
    for op in streams:
        along = loops_along_rows(op, reader)
        across = tuple(v and o not in along for v, o in zip(of(op), loops, strict=True))
        (beside if innermost in along else rows).append(across)
    return Body(
        expected.of(innermost),
        _steps(innermost, expected),
        tuple(map(extent_of, loops)),
        tuple(loads),
        tuple(of(op) for op in ops if is_load(op)),
        tuple(of(op) for op in ops for _ in range(_operations_of(op))),
        tuple(tuple(v.varies(value) for v in variances) for value in carried),
        tuple(once),
        tuple(map(of, streams)),
        loops[0] is innermost,
        tuple(rows),
        tuple(beside),
        tuple(_windows_of(ops, innermost, loops, of, reader)),
        # One stream by itself gains nothing from accumulators beyond those of whole lines.
        max(map(_share_of_line, streams)) if len(streams) > 1 else 1.0,
        any(isinstance(op, arith.SelectOp) and is_vector(op.result.type) for op in ops),
        tuple(max(1, few.of(loop)) for loop in loops),
        sum(bool(loop.results) for loop in loops),
    )


def _share_of_line(load: Operation) -> float:
    """How much of a line of the cache a vector is; what is no vector may go from line to line."""
    lanes, element = vector_shape(load.results[0].type)
    return 1.0 if lanes == 1 else min(1.0, lanes * (bits_of(element) or 0) / (8 * CACHE_LINE))


def _windows_of(
    ops: Sequence[Operation],
    innermost: affine.ForOp,
    loops: Sequence[affine.ForOp],
    of: Callable[[Operation], tuple[bool, ...]],
    reader: InstanceReader,
) -> Iterator[tuple[tuple[bool, ...], int, Window]]:
    """The loads that the innermost loop shares most with one around it, and the number of that."""
    for op in (op for op in ops if is_a(op, LOADS)):
        windows = ((n, window_of(op, innermost, loop, reader)) for n, loop in enumerate(loops))
        found = [(n, window) for n, window in windows if window is not None]
        if found:
            yield of(op), *min(found, key=lambda each: (each[1].other, each[1].inside))


def _steps(innermost: affine.ForOp, expected: ExpectedTrips) -> int:
    """How many iterations of the innermost loop there are from one result to the next."""
    steps, current = 1, innermost
    while isinstance(current, affine.ForOp) and current.results:
        steps *= max(expected.of(current), 1)
        current = current.parent_op()
    return steps


def unit_for(innermost: affine.ForOp, unit: VectorUnit) -> VectorUnit:
    """The unit, for the vectors in a body: of half of them twice as many may begin in a cycle."""
    shapes = map(vector_shape, types_at(innermost.body.block.ops))
    bits = [lanes * (bits_of(type) or 0) for lanes, type in shapes]
    is_half = 0 < max(bits, default=0) <= unit.bytes * 4
    if not unit.halves or not is_half:
        return unit
    return replace(unit, fmas=2 * unit.fmas, loads=2 * unit.loads)


def most_copies(body: Body, unit: VectorUnit) -> int:
    """How many copies of a body over one loop fit into the registers, at least 1."""
    unfit = (f for f in range(2, MOST_COPIES + 1) if not _fits(body, unit, _products((f,))))
    return next(unfit, MOST_COPIES + 1) - 1


@lru_cache(maxsize=256)
def best_tile(body: Body, unit: VectorUnit, limits: tuple[int, ...]) -> tuple[int, ...]:
    """
    The factor of each loop in the tile of least cost, none above its limit if there are `limits`;
    all 1 where none is better. The limits are always said, by which an answer is remembered.

    None is where each load serves one result, and a result takes so few operations that the
    processor has those of several results in flight by itself, unless several in a tile read more
    of each row.
    """
    in_flight = body.steps * len(body.operations + body.loads) <= _IN_FLIGHT
    if all(map(all, body.loads)) and in_flight and not body.rows:
        return (1,) * len(body.extents)
    known: dict[tuple[int, ...], tuple[float, float]] = {}
    rounds_of = _Rounds(body)
    tiles = _tiles(body, unit, limits or (MOST_COPIES,) * len(body.extents))
    least = list[float]()
    for factors, products in tiles:
        known[factors] = of_one = _of_tile(body, unit, products)
        # Smaller tiles wait for their results too, and load no less for each iteration.
        whole, smaller, iterations = rounds_of.counts(factors)
        cycles = of_one[0] * whole + (unit.latency + TILE / body.steps) * smaller
        least.append(cycles / iterations + _TRAFFIC * of_one[1] / products[-1])
    best, cost_of_best = len(tiles), inf
    for place in sorted(range(len(tiles)), key=least.__getitem__):
        if least[place] > cost_of_best:
            break
        factors, products = tiles[place]
        cost = _cost(body, unit, factors, products, known, rounds_of, cost_of_best)
        # Of equals the first.
        if cost is not None and (cost.total, place) < (cost_of_best, best):
            best, cost_of_best = place, cost.total
    return tiles[best][0] if best < len(tiles) else (1,) * len(body.extents)


def cost_of(body: Body, factors: Sequence[int], unit: VectorUnit) -> Cost:
    """
    The cost of a tile, for each iteration of the untiled loops.

    A tile takes max(operations / fmas, loads / loads a cycle, lines that are streamed, latency)
    cycles for each step, and some more between tiles; what is left over of each loop is a smaller
    tile. Where the innermost loop becomes straight code, what no loop around it changes is loaded
    once and for all, and what several of its iterations load for several results, once.
    """
    cost = _cost(body, unit, tuple(factors), _products(factors), {}, _Rounds(body), inf)
    assert cost is not None
    return cost


def _cost(
    body: Body,
    unit: VectorUnit,
    factors: tuple[int, ...],
    products: Sequence[int],
    known: dict[tuple[int, ...], tuple[float, float]],
    rounds_of: _Rounds,
    most: float,
) -> Cost | None:
    """
    The cost of a tile; `known` are cycles and traffic by sizes: many tiles leave the same. None
    where the whole tiles alone take more than `most` cycles.
    """
    rounds = rounds_of.of(factors)
    whole, _, iterations = rounds_of.counts(factors)
    parts: list[tuple[float, tuple[int, ...]]] = [(1, ())]
    if all(len(each) == 1 for each in rounds):
        parts, rounds = [(whole, factors)], []
    for each in rounds:
        parts = [(n * count, (*sizes, size)) for count, size in each for n, sizes in parts]
    cycles = traffic = 0.0
    for times, sizes in parts:
        if sizes not in known:
            known[sizes] = _of_tile(body, unit, _products(sizes))
        of_one = known[sizes]
        cycles, traffic = cycles + times * of_one[0], traffic + times * of_one[1]
        if cycles > most * iterations:
            return None
    rests = sum([len(each) > 1 for each in rounds])
    reach = sum([place for place, factor in enumerate(factors) if factor > 1])
    splits = body.splits and factors[0] > 1
    registers = _registers(body.places, products)
    return Cost(cycles / iterations, traffic / iterations, rests, registers, reach, splits)


def has_halves(extents: Sequence[int | None], factors: Sequence[int]) -> bool:
    """
    Whether what tiles leave of sizes known at run time runs in halves of them first; not where
    several loops leave something, and each kind of rest of one holds all kinds of the others.
    """
    return sum(e is None and f > 1 for e, f in zip(extents, factors, strict=True)) == 1


class _Rounds:
    """How often the loops of a body run so many iterations side by side, as tiles of it do."""

    def __init__(self, body: Body):
        self._body = body
        self._known = dict[tuple[int, int, bool], tuple[list[tuple[float, int]], float, float]]()

    def of(self, factors: Sequence[int]) -> list[list[tuple[float, int]]]:
        """For each loop how often it runs so many iterations, the whole tiles first."""
        halves = has_halves(self._body.extents, factors)
        return [self._loop(*each, halves)[0] for each in enumerate(factors)]

    def counts(self, factors: Sequence[int]) -> tuple[float, float, float]:
        """How many whole tiles there are, how many smaller ones, and how many iterations in all."""
        halves = has_halves(self._body.extents, factors)
        whole = tiles = iterations = 1.0
        known = self._known
        for place, factor in enumerate(factors):
            found = known.get((place, factor, halves))
            rounds, in_loop, of_loop = found or self._loop(place, factor, halves)
            whole, tiles, iterations = whole * rounds[0][0], tiles * in_loop, iterations * of_loop
        return whole, tiles - whole, iterations

    def _loop(
        self, place: int, factor: int, halves: bool
    ) -> tuple[list[tuple[float, int]], float, float]:
        """How often so many iterations are run, how often any, and how many iterations in all."""
        found = self._known.get((place, factor, halves))
        if found is None:
            rounds = self._of_loop(place, factor, halves)
            in_all = sum(count * size for count, size in rounds)
            found = rounds, sum(count for count, _ in rounds), in_all
            self._known[place, factor, halves] = found
        return found

    def _of_loop(self, place: int, factor: int, halves: bool) -> list[tuple[float, int]]:
        extent = self._body.extents[place]
        if extent is not None:
            whole, rest = divmod(extent, factor)
            return [(whole, factor), *([(1, rest)] if rest else [])]
        # On average, half of those are left over that may be.
        rests = [
            ((more / size - 1) / 2, size)
            for more, size in pairwise(sizes_of_copies(factor, halves=halves))
        ]
        left = sum(count * size for count, size in rests)
        return [(max(0.0, (self._body.expected[place] - left) / factor), factor), *rests]


def _of_tile(body: Body, unit: VectorUnit, products: Sequence[int]) -> tuple[float, float]:
    """The cycles and the traffic of one tile, of the products of its sizes."""
    places = body.places
    loaded = _sum(places.loads, products)
    operations = _sum(places.operations, products) + _combining(body, products)
    traffic = loaded - (1 - _SCALAR) * _sum(places.scalars, products)
    if body.trips * operations and _is_straight(body, products):
        loaded -= _sum(places.once, products)
        # So does what several iterations of it load for several results.
        if not body.splits or products[1] == 1:
            for place, number, window in places.windows:
                others = products[1 << number]
                again = window.again(others, body.trips) / (others * body.trips)
                loaded -= products[place] * again
    busy = max(operations / unit.fmas, loaded / unit.loads)
    # Both ends of a row together have a line of which the rest is of other vectors.
    streams, rows = _sum(places.streams, products), _sum(places.rows, products)
    streamed = LINE * (body.share * streams + rows)
    if any(products[place] > 1 for place in places.beside):
        streamed *= _ROWS_BESIDE
    latency = unit.latency if streamed > busy else max(unit.latency, LEAST / unit.fmas)
    return max(busy, streamed, latency) + TILE / body.steps, traffic


def _is_straight(body: Body, products: Sequence[int]) -> bool:
    """Whether LLVM makes straight code of the innermost loop."""
    operations = _sum(body.places.operations, products)
    if body.trips * operations > UNROLLED:
        return False
    addresses = [products[1 << n] for _, n, window in body.places.windows if window.apart]
    if not addresses:
        return True
    instructions = operations + _sum(body.places.loads, products) + _OF_ADDRESS * sum(addresses)
    return body.trips * instructions <= _STRAIGHT


def _combining(body: Body, products: Sequence[int]) -> float:
    """
    Operations for each step that begin and combine the parts of sums, where loops around the
    innermost one have copies that carry these: it then runs through between.
    """
    outer = products[sum(1 << place for place in range(1, body.carrying))]
    if outer == 1 or not body.trips:
        return 0.0
    accumulators = _sum(body.places.accumulators, products)
    return 2 * (accumulators - accumulators / outer) / body.trips


def computing_and_loading(
    body: Body, factors: Sequence[int], unit: VectorUnit, lines: Sequence[float], parts: int = 1
) -> tuple[float, float]:
    """
    The cycles of a tile, for each iteration in it, where each load touches so many `lines`: what
    iterations of straight code load for several results is loaded once, and of so many `parts` of
    that only one, while shuffles make the others (where sums are apart from products, these too).
    """
    products, places = _products(factors), body.places
    operations = _sum(places.operations, products)
    shared = dict[int, float]()
    is_straight = bool(body.trips * operations) and _is_straight(body, products)
    if is_straight and (not body.splits or products[1] == 1):
        for place, number, window in places.windows:
            others = products[1 << number]
            shared[place] = window.again(others, body.trips) / (others * body.trips)
    touched = shuffles = 0.0
    for place, each in zip(places.loads, lines, strict=True):
        loaded = products[place] * (1 - shared.get(place, 0.0))
        if place in shared:
            shuffles += loaded * (1 - 1 / parts)
            loaded /= parts
        touched += loaded * each
    busy = max(operations / unit.fmas, (operations + shuffles) / (unit.fmas + unit.adds_apart))
    return busy / prod(factors), touched / unit.loads / prod(factors)


def registers_of(body: Body, factors: Sequence[int]) -> int:
    """
    The vectors that live at once: the accumulators, and what is loaded for several operations, of
    which those that vary with most loops need one at a time.
    """
    return _registers(body.places, _products(factors))


def _registers(places: Places, products: Sequence[int]) -> int:
    whole, kept, most = products[-1], 0, 0
    for place in places.loads:
        copies = products[place]
        if copies < whole:
            kept += copies
            most = max(most, copies)
    return _sum(places.accumulators, products) + kept - most + 1


def _tiles(
    body: Body, unit: VectorUnit, limits: Sequence[int]
) -> list[tuple[tuple[int, ...], list[int]]]:
    """
    All tiles within the limits that fit into the registers, first those of the inner loops; each
    with its `_products`. Of loops with which the same entries vary, copies are those of the inner
    one, where it has many iterations, or where a tile with its copies further out would cost as
    many cycles, and more in all. Copies of a loop that carries the results are more of these, of
    which an innermost one of any extent gives as many.
    """
    like = _like(body)
    splits_any = body.splits and body.extents[0] is None
    most, found = _most(body, unit), list[tuple[tuple[int, ...], list[int]]]()
    # A loop further out has no copies yet: it is left out of the products.
    inner = [body.places.of_loops(place + 1) for place in range(len(body.extents))]

    def most_inside(place: int, factors: tuple[int, ...]) -> int:
        """The most copies of a loop that one inside it may have instead; 1 where none may."""
        most = 1
        for inner in like[place]:
            extent = body.extents[inner]
            if extent is not None and extent >= MOST_COPIES:
                most = max(most, limits[inner])  # as between blocks of rows, which lie far apart
            elif extent == body.extents[place] and (extent is None or factors[inner] == 1):
                most = max(most, limits[inner] // factors[inner])
        return most

    def extend(factors: tuple[int, ...], products: list[int]) -> None:
        place = len(factors)
        if place == len(body.extents):
            if products[-1] == 1 or _is_scheduled(body, unit, products):
                found.append((factors, products))
            return
        extent = body.extents[place]
        most_copies = limits[place] if extent is None else min(extent, limits[place])
        extend((*factors, 1), products + products)
        if splits_any and 0 < place < body.carrying:
            return
        for factor in range(most_inside(place, factors) + 1, most_copies + 1):
            longer = products + [factor * less for less in products]
            if _registers(inner[place], longer) > most:
                return
            extend((*factors, factor), longer)

    extend((), [1])
    return found


def _like(body: Body) -> list[list[int]]:
    """For each loop those inside it with which just the same entries of a body vary."""
    entries = (
        *(body.loads + body.scalars + body.operations + body.accumulators),
        *(body.once + body.streams + body.rows + body.beside),
    )
    varying = [tuple(entry[place] for entry in entries) for place in range(len(body.extents))]
    if body.windows:  # what two loops share depends on the copies of each
        return [[] for _ in varying]
    first = int(body.splits)  # copies of the innermost loop are accumulators more
    return [
        [inner for inner in range(first, place) if varying[inner] == of]
        for place, of in enumerate(varying)
    ]


def _fits(body: Body, unit: VectorUnit, products: Sequence[int]) -> bool:
    few = _registers(body.places, products) <= _most(body, unit)
    return few and _is_scheduled(body, unit, products)


def _is_scheduled(body: Body, unit: VectorUnit, products: Sequence[int]) -> bool:
    """Whether the values that LLVM loads early in straight code fit into the registers too."""
    if not _is_straight(body, products):
        return True
    needed = _sum(body.places.accumulators, products) + _sum(body.places.loads, products)
    return needed < _most(body, unit)


def _most(body: Body, unit: VectorUnit) -> int:
    """
    The registers that a tile may take: one in sixteen is left for what LLVM puts between, and two
    for a condition and what it chooses, where conditions are vectors.
    """
    chosen = 0 if unit.masks or not body.chooses else 2
    return unit.registers - unit.registers // 16 - chosen


def _products(sizes: Sequence[int]) -> list[int]:
    """The products of all choices among the sizes; the bits of its place say which it takes."""
    products = [1]
    for size in sizes:
        products += [size * less for less in products]
    return products


def _places(entries: Sequence[Sequence[bool]]) -> list[int]:
    return [sum(1 << place for place, varies in enumerate(e) if varies) for e in entries]


def _sum(places: Sequence[int], copies: Sequence[int]) -> int:
    return sum(map(copies.__getitem__, places))


def _operations_of(op: Operation) -> int:
    """How many operations an operation takes the time of; a mask on a load is one."""
    if isinstance(op, vector.MaskedLoadOp):
        return 1
    return instructions_of(op) if computes(op) else 0


def computes(op: Operation) -> bool:
    """
    Whether an operation is arithmetic on data that takes the place of an fma.

    The sign bits of the factors of dot products are inverted beside these.
    """
    if dot_intrinsic(op) is not None:
        return True
    if isinstance(op, arith.XOrIOp) and only_feeds_dots(op):
        return False
    known = is_arithmetic(op) and not is_a(op, _CONSTANT)
    return known and len(op.results) == 1
