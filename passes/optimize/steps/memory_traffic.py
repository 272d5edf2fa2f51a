"""How many lines a nest of loops moves between the caches, by how much of it each of them keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, exp, gcd, prod
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from ...lanes.legality.neighbours import CACHE_LINE
from ...vectorize.vector_unit import VectorUnit

_WAYS = 8
"""Lines of one page offset that a cache keeps."""
_BESIDE = 0.3
"""The share of the time of a cache that is not hidden by that of the slowest."""
_MEMORY = 8.0
"""Cycles in which memory gives a line."""
_TORN = 0.25
"""As how much more of a line one counts that is written, if vectors lie across its end."""
_MOST_TORN = 0.625
"""The cycles more at most where rows are stored in order: from wherever a line comes."""
_LOADED_TORN = 1.0
"""Cycles that vectors across the end of a line take more that no processor fetches early."""
_PAGE = 4096
"""Bytes of a page; so many apart, lines compete for the same places of a cache."""
_OVER_MESH = 2
"""
How many times as large the second cache of a processor is whose cores share a mesh. That half of it
keeps what is read again in turn is all that estimates rely on.
"""
_STREAMS = 32
"""Rows of which a processor fetches the next lines early, each by itself."""
_PAGES, _LOOK_UP = 64, 7.0
"""Pages whose addresses are at hand, and the cycles in which another one is looked up."""
_MOST_PARTS = 4
"""Boxes of one reference that are told apart: as many as a tile has vectors of a row."""
_SLOWLY = _PAGE / 8
"""Bytes that an iteration goes on by at most where the next page is looked up in time."""


class Level(NamedTuple):
    """A cache: its bytes, and the cycles in which what is after it gives a line."""

    bytes: int
    cycles: float
    kept: int
    """The bytes that it keeps of places that data chooses."""
    written: float
    """As how many a line counts that is written."""
    is_first: bool = False
    """Whether it is the first one: a processor looks as far ahead as the next one takes."""


def levels_of(unit: VectorUnit) -> tuple[Level, ...]:
    """The caches that a processor has for itself, and its share of what all have together."""
    first, second = unit.caches
    is_slow = unit.line >= _MEMORY
    kept = (second << 10) * (_OVER_MESH if is_slow else 1)
    own = (
        Level(first << 10, unit.near_line, first << 10, unit.written, is_first=True),
        Level(second << 10, unit.line, kept, unit.written),
    )
    return own if is_slow else (*own, Level(1 << 24, _MEMORY, 1 << 24, unit.written))


@dataclass(frozen=True)
class Axis:
    """Where an access is along one axis: at `least` to `most`, and how far each loop moves it."""

    least: int
    most: int
    moves: Mapping[Operation, float]
    by_data: bool = False
    """Whether data chooses the place, so that one has nothing to do with the next."""


@dataclass(frozen=True)
class Reference:
    """The accesses of one buffer that the same loops move by the same steps."""

    buffer: SSAValue
    bytes: int
    """Of an element."""
    shape: tuple[int, ...]
    axes: tuple[Axis, ...]
    loops: tuple[Operation, ...]
    """Those around it, outermost first."""
    reads: bool
    writes: bool
    chosen: int = 0
    """How many of the loops, outermost first, come to another place that data chooses."""
    chosen_by: tuple[SSAValue, ...] = ()
    torn: float = 0.0
    """The share of the ends of lines across which vectors lie."""
    is_result: bool = False
    """Whether sums of a loop beside it are stored."""
    across: float = 0.0
    """How many vectors are loaded across the ends of lines, in all iterations."""
    parts: tuple[tuple[Axis, ...], ...] = ()
    """
    What is between `least` and `most` of the axes in boxes, where these have fewer cells together:
    of three vectors of which the last one is in the next panel, four lie in both panels.
    """

    def joined(self, other: Reference) -> Reference:
        """With what another one of the same loops and steps accesses too."""
        parts = self.parts or (self.axes,)
        parts += tuple(part for part in other.parts or (other.axes,) if part not in parts)
        axes = tuple(
            replace(along[0], least=min(a.least for a in along), most=max(a.most for a in along))
            for along in zip(*parts, strict=True)
        )
        is_sparse = sum(map(_volume, parts)) < _volume(axes)
        return replace(
            self,
            axes=axes,
            reads=self.reads or other.reads,
            writes=self.writes or other.writes,
            torn=max(self.torn, other.torn),
            is_result=self.is_result or other.is_result,
            across=self.across + other.across,
            parts=parts if is_sparse and len(parts) <= _MOST_PARTS else (),
        )

    def with_axes(self, changed: Callable[[Axis], Axis]) -> Reference:
        """With each axis, of the parts too, as a function makes it."""
        axes, *parts = [tuple(map(changed, each)) for each in (self.axes, *self.parts)]
        return replace(self, axes=axes, parts=tuple(parts))

    def missed(self, level: Level) -> float:
        """
        The share of the places that data chooses which a cache does not have: of pages that lie
        anywhere, some come to places with more than these keep, before the cache is full.
        """
        mean = _WAYS * prod(self.shape) * self.bytes / level.kept
        chance, free = exp(-mean), 0.0
        for count in range(_WAYS):
            free += chance * (_WAYS - count)
            chance *= mean / (count + 1)
        return max(0.0, 1 - (_WAYS - free) / mean) if mean else 0.0

    def cells(
        self, trips: Mapping[Operation, int], loops: Sequence[Operation]
    ) -> list[tuple[int, int, int]]:
        """How many indices along each axis all iterations of these loops touch, between which."""
        return [_cells(axis, trips, loops) for axis in self.axes]

    def lines(self, trips: Mapping[Operation, int], loops: Sequence[Operation]) -> float:
        """How many lines of the cache all iterations of these loops touch."""
        parts = [[_cells(axis, trips, loops) for axis in part] for part in self.parts]
        whole = _lines(self, self.cells(trips, loops))
        return min(whole, sum(_lines(self, part) for part in parts)) if parts else whole

    def taken(self, trips: Mapping[Operation, int], loops: Sequence[Operation]) -> float:
        """
        The bytes of a cache that what it touches takes: where rows are a multiple of a page apart,
        and few cells of each are touched, no more lines are kept than one place has room for.
        """
        cells, lines = self.cells(trips, loops), self.lines(trips, loops)
        pitch, rows = self.bytes, 1
        for (count, _, _), size in zip(reversed(cells), reversed(self.shape), strict=True):
            if pitch % _PAGE == 0 and count > 1:
                rows *= count
            pitch *= size
        if rows > _WAYS and lines / rows * CACHE_LINE < _PAGE:
            return rows * _PAGE
        return lines * CACHE_LINE

    def pages(self, trips: Mapping[Operation, int], loops: Sequence[Operation]) -> float:
        """In how many pages what all iterations of these loops touch lies."""
        runs, bytes = self._runs(trips, loops)
        return runs * max(1.0, bytes / _PAGE)

    def pages_waited_for(self, trips: Mapping[Operation, int], loops: Sequence[Operation]) -> float:
        """
        Of how many of these computing waits for the address: only of the first of a run through
        which the innermost loop goes in small steps.
        """
        moving = next((loop for loop in reversed(loops) if self._move(loop)), None)
        if moving is not None:
            step = self._move(moving)
            if step <= _SLOWLY and step * trips[moving] >= _PAGE:
                return float(self._runs(trips, loops)[0])
        return self.pages(trips, loops)

    def _runs(
        self, trips: Mapping[Operation, int], loops: Sequence[Operation]
    ) -> tuple[int, float]:
        """In how many runs of neighbours what these loops touch lies, and the bytes of each."""
        pitch, run, rows = self.bytes, float(self.bytes), 1
        cells = self.cells(trips, loops)
        axes = zip(reversed(cells), reversed(self.shape), reversed(self.axes), strict=True)
        for (count, least, most), size, axis in axes:
            if pitch <= _PAGE and not axis.by_data:
                run += (min(most - least + 1, size) - 1) * pitch
            else:
                rows *= count
            pitch *= size
        return rows, run

    def grain(self) -> int:
        """Bytes of which all places along a row where a part of it begins are multiples."""
        along = self.axes[-1]
        steps = self.shape[-1], along.least, *map(int, along.moves.values())
        return gcd(CACHE_LINE, *(self.bytes * step for step in steps))

    def is_apart(self, trips: Mapping[Operation, int]) -> bool:
        """
        Whether no line is fetched early: data chooses it, or the innermost loop goes far, and not
        just along the rows of a few between neighbours of a cell in each of them.
        """
        return bool(self.chosen) or self._rows(trips) is None

    def is_in_pieces(self, trips: Mapping[Operation, int]) -> bool:
        """
        Whether the next line of a row is fetched early, but only a part of it is read before the
        innermost loop goes on with another row.
        """
        return not self.chosen and (self._rows(trips) or 1) > 1

    def has_far_results(self, trips: Mapping[Operation, int]) -> bool:
        """
        Whether results of sums are stored in pieces of more rows than a processor fetches early,
        before a loop goes on along these rows.
        """
        rows = prod(axis.most - axis.least + 1 for axis in self.axes[:-1])
        for loop in reversed(self.loops):
            move = self._move(loop)
            if 0 < move <= _PAGE / 2 and trips[loop] > 1:
                break
            rows *= trips[loop] if move else 1
        return self.is_result and rows > _STREAMS

    def _rows(self, trips: Mapping[Operation, int]) -> int | None:
        """
        From how many rows the innermost loops read before a loop goes on along them; None if from
        more than a processor fetches early.
        """
        rows = 1
        for loop in reversed(self.loops):
            move = self._move(loop)
            if move <= _PAGE / 2 and (move or rows == 1):
                return rows
            rows *= trips[loop] if move else 1
            if rows > _STREAMS:
                break
        return None if self.loops else 1

    def _move(self, loop: Operation) -> float:
        """How many bytes an iteration of a loop moves it."""
        pitch, move = self.bytes, 0.0
        for axis, size in zip(reversed(self.axes), reversed(self.shape), strict=True):
            move += pitch * abs(axis.moves.get(loop, 0))
            pitch *= size
        return move


class Moved(NamedTuple):
    """The cycles in which caches give what a nest touches."""

    cycles: float
    late: float
    """The part of them that is not fetched early, and so does not hide behind computing."""
    torn: float = 0.0
    """The cycles more of vectors that lie across lines which data chooses."""
    far: float = 0.0
    """The cycles more in which lines of results in rows far apart come: computing waits."""
    across: float = 0.0
    """How many vectors are loaded across the ends of lines that are there already."""


def bytes_of(references: Sequence[Reference]) -> float:
    """The bytes of all buffers that are accessed."""
    sizes = {each.buffer: prod(each.shape) * each.bytes for each in references}
    return float(sum(sizes.values()))


def memory_cycles(
    references: Sequence[Reference],
    trips: Mapping[Operation, int],
    unit: VectorUnit,
    *,
    resident: float,
) -> Moved:
    """
    The cycles in which caches give what a nest touches, where the function touches so many bytes.

    Along the loops of each access, the outermost one is found of which one iteration leaves in the
    cache what it touches: what that loop touches is fetched once each time it runs. Where data
    chooses a place, it is fetched again but for the share of the buffer that the cache keeps. What
    all of the function fits into has it from the last call. The caches work side by side, vectors
    across the ends of lines that are there already come on top, as do lines that the second cache
    has, where most come from after it. Where an access comes to another row after a piece of one,
    the rest of the lines of the piece come as fast, but nothing does before it is asked for. Nor do
    lines of results in pieces of many rows, from whatever is after the first cache.
    """
    own, *others = levels_of(unit)
    spent = [
        _of_level(level, references, trips) for level in (own, *others) if resident > level.bytes
    ]
    slowest = max(spent, default=Moved(0.0, 0.0))
    beside = sum(each.cycles for each in spent) - slowest.cycles
    # A processor looks as far ahead as its own cache takes.
    late = 0.0 if spent and slowest is spent[0] else slowest.late
    torn = max((each.torn for each in spent), default=0.0)
    waiting = torn + max((each.far for each in spent), default=0.0)
    across = unit.across * spent[0].across if spent else 0.0
    again = 0.0
    if unit.again and len(spent) > 1 and slowest is not spent[0]:
        lines = spent[0].cycles / own.cycles - spent[1].cycles / others[0].cycles
        again = max(0.0, lines) * (unit.again - _BESIDE * own.cycles)
    beside = _BESIDE * beside + across + again
    return Moved(slowest.cycles + beside + waiting, late + waiting)


def level_cycles(
    level: Level, references: Sequence[Reference], trips: Mapping[Operation, int]
) -> float:
    """The cycles in which the next cache gives what one does not keep of what a nest touches."""
    moved = _of_level(level, references, trips)
    return moved.cycles + moved.far


def page_cycles(references: Sequence[Reference], trips: Mapping[Operation, int]) -> float:
    """
    The cycles that a nest waits for addresses of pages, of which a processor keeps a few at hand.

    What of one iteration of a loop touches no more pages than these is looked up once each time
    that the loop runs. Computing does not go on meanwhile.
    """
    known = dict[Operation, float]()
    found = dict[tuple[object, ...], float]()
    for each in references:
        place = 0
        for loop in each.loops:
            if loop not in known:
                known[loop] = _pages_of_iteration(loop, references, trips)
            if known[loop] <= _PAGES:
                break
            place += 1
        if place:
            again = prod(trips[loop] for loop in each.loops[:place])
            key = (each.buffer, each.loops[place:])
            pages = again * each.pages_waited_for(trips, each.loops[place:])
            found[key] = max(found.get(key, 0.0), pages)
    return _LOOK_UP * sum(found.values())


def _pages_of_iteration(
    loop: Operation, references: Sequence[Reference], trips: Mapping[Operation, int]
) -> float:
    """The pages that one iteration of a loop touches."""
    touched = dict[SSAValue, float]()
    for each in references:
        if loop in each.loops:
            inside = each.loops[each.loops.index(loop) + 1 :]
            pages = each.pages(trips, inside)
            touched[each.buffer] = max(touched.get(each.buffer, 0.0), pages)
    return sum(touched.values())


def _of_level(
    level: Level, references: Sequence[Reference], trips: Mapping[Operation, int]
) -> Moved:
    known = dict[Operation, float]()
    together = dict[tuple[object, ...], list[tuple[Reference, int]]]()
    for each in references:
        place = 0
        for loop in each.loops:
            if loop not in known:
                known[loop] = _of_iteration(loop, references, trips)
            if known[loop] <= level.bytes:
                break
            place += 1
        kept = each.loops[place] if place < len(each.loops) else None
        if place < each.chosen:
            # All loops in the one that chooses a place find it there.
            place, kept = each.chosen, each.loops[each.chosen - 1]
        together.setdefault((each.buffer, kept, each.chosen_by), []).append((each, place))
    total = late = torn = far = across = 0.0
    for group in together.values():
        first, place = group[0]
        again = prod(trips[loop] for loop in first.loops[:place])
        cells = [each.cells(trips, each.loops[place:]) for each, place in group]
        apart = [each.lines(trips, each.loops[place:]) for each, place in group]
        # Loops one after the other may touch the same cells, which are still there.
        lines = min(sum(apart), _lines(first, [_union(axis) for axis in zip(*cells, strict=True)]))
        writes = any(each.writes for each, _ in group)
        # What is stored waits beside the loads, from wherever its lines come.
        loads = [each for each, _ in group if each.reads]
        is_apart = bool(loads) and all(each.is_apart(trips) for each in loads)
        share = first.missed(level) if 0 < first.chosen <= place else 1.0
        moved = again * lines * share
        cycles = moved * level.cycles
        across += max(0.0, sum(each.across for each, _ in group) - moved)
        times = (level.written if writes else 1.0) * (2 if is_apart else 1)
        if 0 < first.chosen <= place and loads:
            # The first line is not fetched early, those after it are.
            times = 1.0 if level.is_first else 1 + 1 / max(1.0, lines)
            torn += moved * _LOADED_TORN * max(each.torn for each in loads)
        stores = [(own, k) for k, own in enumerate(apart) if group[k][0].writes]
        most = group[max(stores)[1]][0] if stores else None
        if most is not None and not level.is_first and most.has_far_results(trips):
            far += cycles * times
            continue
        total += cycles * times
        if most is not None and any(group[k][0].torn for _, k in stores):
            more = cycles * _TORN
            if not most.is_apart(trips):
                more = min(more, moved * _MOST_TORN)
            total, late = total + more, late + more
        if loads and all(each.is_in_pieces(trips) for each in loads):
            late += cycles * times
    return Moved(total, late, torn if level.is_first else 0.0, far, across)


def _volume(axes: Sequence[Axis]) -> int:
    """How many cells a box has."""
    return prod(axis.most - axis.least + 1 for axis in axes)


def _union(parts: Sequence[tuple[int, int, int]]) -> tuple[int, int, int]:
    """The indices along an axis that any of the parts has."""
    least, most = min(part[1] for part in parts), max(part[2] for part in parts)
    return min(sum(part[0] for part in parts), most - least + 1), least, most


def _cells(
    axis: Axis, trips: Mapping[Operation, int], loops: Sequence[Operation]
) -> tuple[int, int, int]:
    """How many indices along an axis, the least and the greatest of them."""
    least, most = axis.least, axis.most
    count = most - least + 1
    for loop in loops:
        if move := axis.moves.get(loop, 0):
            reach = int(move * (trips[loop] - 1))
            least, most = least + min(reach, 0), most + max(reach, 0)
            count *= trips[loop]
    return min(count, most - least + 1), least, most


def _lines(of: Reference, cells: Sequence[tuple[int, int, int]]) -> float:
    """How many lines of the cache hold so many cells along each axis."""
    run, rows, is_whole = float(of.bytes), 1.0, True
    pieces = 1.0
    axes = zip(reversed(cells), reversed(of.shape), reversed(of.axes), strict=True)
    for (count, least, most), size, axis in axes:
        span = min(most - least + 1, size)
        is_whole = is_whole and not axis.by_data
        if is_whole:
            # Rows of which all is touched are one run with those after them.
            pieces = pieces * count
            run, is_whole = run * span, span == size
        else:
            rows *= count
    if any(axis.by_data for axis in of.axes):
        grain = of.grain()
        along = ceil(run / grain) * grain / CACHE_LINE + 1 - grain / CACHE_LINE
        return min(rows * min(pieces, along), prod(of.shape) * of.bytes / CACHE_LINE + 1)
    starts_anywhere = not is_whole and rows > 1 and of.shape[-1] * of.bytes % CACHE_LINE
    along = min(pieces, run / CACHE_LINE + (1.0 if starts_anywhere else 0.0))
    if not is_whole and rows > 1:
        along = max(along, 1.0)  # a part of a row takes the line that it is in
    return min(rows * along, prod(of.shape) * of.bytes / CACHE_LINE + 1)


def _of_iteration(
    loop: Operation, references: Sequence[Reference], trips: Mapping[Operation, int]
) -> float:
    """The bytes of a cache that one iteration of a loop takes."""
    taken = dict[SSAValue, list[float]]()
    for each in references:
        if loop in each.loops:
            inside = each.loops[each.loops.index(loop) + 1 :]
            taken.setdefault(each.buffer, []).append(each.taken(trips, inside))
    # Most parts of one buffer are the same cells again.
    return sum(max(parts) for parts in taken.values())
