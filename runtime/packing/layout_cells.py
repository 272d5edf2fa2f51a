"""
The cells of a layout as nests of loops: where the elements are, the padding of each kind, and the
cells that copy others.

Axes that have nothing to do with one another are looked at one by one: what is listed on the way is
as long as an axis, or one period of its map, not as large as the buffer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import gcd, lcm, prod
from typing import Any

import numpy as np

from ...dialect.layout.layout import PlacedLayout, SelfLoad
from ...dialect.layout.self_padding import check_padding
from ...index.expr import COMPARISONS, Expr, any_of
from .intervals import SMALL, Ranges, parts_of
from .nests import Loop, Nest, Points, nests_of

SHORT = 1 << 12
"""The most elements of an axis that are all looked at where its map is known to repeat itself."""
_LONGEST_PERIOD = 1 << 14
_MOST_ROUNDS = 1 << 10
"""Copies that are followed before it is asked whether they end."""


def static_box(placed: PlacedLayout) -> tuple[int, ...]:
    """The extents of the stored box, all of which must be static."""
    found = [size for size in placed.physical_shape if isinstance(size, int)]
    assert len(found) == len(placed.physical_shape), "a dynamic extent"
    return tuple(found)


def element_nests(placed: PlacedLayout) -> list[Nest]:
    """Where the elements are: points of the cell's number, in row-major order, and the index."""
    shape = [size for size in placed.shape if isinstance(size, int)]
    if 0 in shape:
        return []
    names = placed.logical_names
    terms = _terms(placed)
    groups = _connected(names, [set(term.variables()) for term, _ in terms])
    offset = sum(factor * _constant(term) for term, factor in terms if not [*term.variables()])
    found = [Nest((offset, *[0] * len(names)))]
    for group in groups:
        own = [(t, f) for t, f in terms if not {*t.variables()}.isdisjoint(group)]
        found = _combined(found, _AxisGroup(names, shape, group, own).nests())
    return found


def padding_nests(placed: PlacedLayout, condition: Expr) -> list[Nest]:
    """The cells where a condition on the physical indices holds: points of the cell's number."""
    box, names = static_box(placed), placed.physical_names
    if 0 in box:
        return []
    steps = _row_major(box)
    atoms = list(dict.fromkeys(_atoms(condition)))
    groups = _connected(names, [set(atom.variables()) for atom in atoms])
    known = {atom: _holds(atom) for atom in atoms if not [*atom.variables()]}
    regions: list[_Regions] = []
    for group in groups:
        own = [atom for atom in atoms if not {*atom.variables()}.isdisjoint(group)]
        axes = [names.index(name) for name in group]
        regions.append(_Regions(group, [box[k] for k in axes], [steps[k] for k in axes], own))
    chosen = [
        tuple(frozenset([signature]) for signature in signatures)
        for signatures in product(*(region.signatures for region in regions))
        if _value(condition, known | _truths(regions, signatures))
    ]
    found: list[Nest] = []
    for signatures in _joined(chosen):
        nests = [Nest((0,))]
        for region, wanted in zip(regions, signatures, strict=True):
            nests = _combined(nests, region.nests(wanted))
        found += nests
    return found


def copy_nests(placed: PlacedLayout) -> list[Nest]:
    """
    The cells that copy others: points of the number of the cell and of the one that it holds the
    value of in the end, which is no copy itself.
    """
    box, names = static_box(placed), placed.physical_names
    pieces = [
        (where, kind.source.outputs)
        for where, kind in placed.padding_pieces
        if isinstance(kind, SelfLoad)
    ]
    if not pieces or 0 in box:
        return []
    condition = any_of(where for where, _ in pieces)
    steps = np.array(_row_major(box), np.int64)
    found: list[Nest] = []
    for part, _ in parts_of([condition], names, tuple(map(range, box)), always_small=True):
        if prod(map(len, part)) > SMALL:
            continue  # too large to be looked at: no cell of it is a copy
        cells = _indices(part)
        values = dict(zip(names, cells, strict=True))
        cells = cells[:, _mask(condition, values, cells.shape[1])]
        if cells.shape[1] == 0:
            continue
        sources = _followed(cells, placed, pieces)
        found += nests_of(np.stack([steps @ cells, steps @ sources], axis=1))
    return found


def _followed(
    cells: Points, placed: PlacedLayout, pieces: Sequence[tuple[Expr, Sequence[Expr]]]
) -> Points:
    """Where copies of copies lead to; raises LayoutError if they lead to themselves."""
    names = placed.physical_names
    at, rounds = cells.copy(), 0
    while True:
        rounds += 1
        if rounds == _MOST_ROUNDS:
            check_padding(placed)
        values = dict(zip(names, at, strict=True))
        moved = at.copy()
        still = np.zeros(at.shape[1], np.bool_)
        for where, source in pieces:
            here = _mask(where, values, at.shape[1])
            still |= here
            for axis, index in enumerate(source):
                taken = np.broadcast_to(index.evaluate(values), here.shape)
                moved[axis] = np.where(here, taken, moved[axis])
        if not still.any():
            return at
        at = moved


class _AxisGroup:
    """Axes whose indices a map mixes, and the terms in which it does so."""

    def __init__(
        self,
        names: Sequence[str],
        shape: Sequence[int],
        group: Sequence[str],
        terms: Sequence[tuple[Expr, int]],
    ):
        self._names, self._axes = group, [names.index(name) for name in group]
        self._rank, self._terms = len(names), terms
        self._shape = [shape[axis] for axis in self._axes]

    def nests(self) -> list[Nest]:
        count = prod(self._shape)
        if len(self._axes) == 1 and count > SHORT:
            periods = [_period(term) for term, _ in self._terms]
            known = [period for period in periods if period is not None]
            period = lcm(*(length for length, _ in known))
            if len(known) == len(periods) and 4 * period <= count:
                return self._repeated(period)
        found: list[Nest] = []
        for start in range(0, count, SMALL):
            found += nests_of(self._points(start, min(count, start + SMALL)))
        return found

    def _repeated(self, period: int) -> list[Nest]:
        """The nests of one axis whose cells go on as they did one period before."""
        count = self._shape[0]
        sample = self._points(0, 3 * period + 1)
        breaks = np.flatnonzero((np.diff(sample, n=2, axis=0) != 0).any(axis=1)) + 1
        # A period is to start where a row of elements does, or rows are cut in two.
        first = 0 if not breaks.size or period - 1 in breaks else int(breaks[0]) + 1
        first %= period
        repeats = (count - first) // period
        around = Loop(repeats, tuple(int(n) for n in sample[first + period] - sample[first]))
        middle = nests_of(self._points(first, first + period))
        found = nests_of(self._points(0, first))
        found += [nest.inside(around) for nest in middle]
        return found + nests_of(self._points(first + repeats * period, count))

    def _points(self, start: int, stop: int) -> Points:
        """The points of so many elements of these axes, in order."""
        numbers = np.arange(start, stop, dtype=np.int64)
        indices = np.unravel_index(numbers, self._shape)
        values: dict[str, Any] = dict(zip(self._names, indices, strict=True))
        points = np.zeros((stop - start, 1 + self._rank), np.int64)
        for term, factor in self._terms:
            points[:, 0] += factor * term.evaluate(values)
        for axis, index in zip(self._axes, indices, strict=True):
            points[:, 1 + axis] = index
        return points


@dataclass
class _Part:
    ranges: Ranges
    signature: int | Points
    """The conditions that hold, as bits, of all cells or of each one."""


class _Regions:
    """Physical axes that some conditions mix, divided by which of these hold."""

    def __init__(
        self, names: Sequence[str], box: Sequence[int], steps: Sequence[int], atoms: Sequence[Expr]
    ):
        self._names, self.atoms = names, atoms
        self._steps = np.array(steps, np.int64)
        self._parts = [
            _Part(part, self._signature(part, known))
            for part, known in parts_of(atoms, names, tuple(map(range, box)))
        ]
        present = set[int]()
        for part in self._parts:
            own = part.signature
            present |= {own} if isinstance(own, int) else set(np.unique(own).tolist())
        self.signatures = sorted(present)

    def nests(self, wanted: frozenset[int]) -> list[Nest]:
        """The cells with one of these signatures."""
        found: list[Nest] = []
        boxes: list[Ranges] = []
        for part in self._parts:
            if isinstance(part.signature, int):
                boxes += [part.ranges] if part.signature in wanted else []
            else:
                cells = _indices(part.ranges)[:, np.isin(part.signature, list(wanted))]
                found += nests_of((self._steps @ cells)[:, None])
        for ranges in _merged(boxes):
            start = sum(int(s) * r[0] for s, r in zip(self._steps, ranges, strict=True))
            loops = [Loop(len(r), (int(s),)) for s, r in zip(self._steps, ranges, strict=True)]
            found.append(Nest((start,), tuple(loop for loop in loops if loop.count > 1)))
        return found

    def _signature(self, part: Ranges, known: tuple[bool, ...] | None) -> int | Points:
        if known is not None:
            return sum(holds << k for k, holds in enumerate(known))
        cells = _indices(part)
        values = dict(zip(self._names, cells, strict=True))
        found = np.zeros(cells.shape[1], np.int64)
        for k, atom in enumerate(self.atoms):
            found |= _mask(atom, values, cells.shape[1]).astype(np.int64) << k
        return found


def _merged(boxes: list[Ranges]) -> list[Ranges]:
    """The same cells in fewer boxes, by joining neighbours along an axis."""
    rank = len(boxes[0]) if boxes else 0
    for axis in reversed(range(rank)):
        joined: list[Ranges] = []

        def place(box: Ranges, axis: int = axis) -> list[tuple[int, int]]:
            return [*map(_ends, (*box[:axis], *box[axis + 1 :])), _ends(box[axis])]

        for box in sorted(boxes, key=place):
            last = joined[-1] if joined else None
            if (
                last is not None
                and (*last[:axis], *last[axis + 1 :]) == (*box[:axis], *box[axis + 1 :])
                and last[axis].stop == box[axis].start
            ):
                whole = range(last[axis].start, box[axis].stop)
                joined[-1] = (*box[:axis], whole, *box[axis + 1 :])
            else:
                joined.append(box)
        boxes = joined
    return boxes


def _ends(indices: range) -> tuple[int, int]:
    return indices.start, indices.stop


def _combined(first: Sequence[Nest], second: Sequence[Nest]) -> list[Nest]:
    """Each point of the first with each of the second, which add up."""
    return [
        Nest(
            tuple(a + b for a, b in zip(one.start, other.start, strict=True)),
            (*one.dimensions, *other.dimensions),
        )
        for one in first
        for other in second
    ]


def _terms(placed: PlacedLayout) -> list[tuple[Expr, int]]:
    """What the number of an element's cell is the sum of, each with a factor."""
    found: list[tuple[Expr, int]] = []
    for index, step in zip(placed.forward, _row_major(static_box(placed)), strict=True):
        found += _summands(index, step)
    return found


def _summands(expr: Expr, factor: int) -> Iterator[tuple[Expr, int]]:
    if expr.op == "+":
        for operand in expr.operands:
            yield from _summands(operand, factor)
    elif expr.op == "*" and (constant := expr.operands[1].constant) is not None:
        yield from _summands(expr.operands[0], factor * constant)
    else:
        yield expr, factor


def _period(expr: Expr) -> tuple[int, int] | None:
    """
    How far on an expression of one name is the same again, but for a sum that is told too; None
    where that is not seen, or far.
    """
    if expr.op in ("int", "var"):
        return 1, int(expr.op == "var")
    parts = [_period(operand) for operand in expr.operands]
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    (length, growth), (other, more) = parts[0], parts[1]
    constant = expr.operands[1].constant
    if expr.op == "+":
        both = lcm(length, other)
        found = both, growth * (both // length) + more * (both // other)
    elif constant is None:
        return None
    elif expr.op == "*":
        found = length, growth * constant
    elif expr.op in ("//", "%") and constant > 0:
        times = constant // gcd(growth, constant)
        found = length * times, growth * times // constant if expr.op == "//" else 0
    else:
        return None
    return found if found[0] <= _LONGEST_PERIOD else None


def _connected(names: Sequence[str], mixed: Sequence[set[str]]) -> list[list[str]]:
    """The names in groups, so that no set has names of two."""
    groups = [{name} for name in names]
    for some in mixed:
        touched = [group for group in groups if group & some]
        others = [group for group in groups if not group & some]
        groups = [*others, *([set[str]().union(*touched)] if touched else [])]
    ordered = [[name for name in names if name in group] for group in groups]
    return sorted(ordered, key=lambda group: names.index(group[0]))


def _joined(
    chosen: list[tuple[frozenset[int], ...]],
) -> list[tuple[frozenset[int], ...]]:
    """The same combinations in fewer products of sets."""
    for axis in reversed(range(len(chosen[0]) if chosen else 0)):
        by_others: dict[tuple[frozenset[int], ...], frozenset[int]] = {}
        for sets in chosen:
            others = (*sets[:axis], *sets[axis + 1 :])
            by_others[others] = by_others.get(others, frozenset()) | sets[axis]
        chosen = [(*key[:axis], own, *key[axis:]) for key, own in by_others.items()]
    return chosen


def _truths(regions: Sequence[_Regions], signatures: Sequence[int]) -> dict[Expr, bool]:
    return {
        atom: bool(signature >> k & 1)
        for region, signature in zip(regions, signatures, strict=True)
        for k, atom in enumerate(region.atoms)
    }


def _atoms(condition: Expr) -> Iterator[Expr]:
    """The parts of a condition that are no combinations."""
    if condition.op in ("and", "or", "not"):
        for operand in condition.operands:
            yield from _atoms(operand)
    elif condition.op in COMPARISONS:
        yield condition


def _value(condition: Expr, atoms: Mapping[Expr, bool]) -> bool:
    if condition.op in ("true", "false"):
        return condition.op == "true"
    if condition.op == "and":
        return all(_value(operand, atoms) for operand in condition.operands)
    if condition.op == "or":
        return any(_value(operand, atoms) for operand in condition.operands)
    if condition.op == "not":
        return not _value(condition.operands[0], atoms)
    return atoms[condition]


def _holds(atom: Expr) -> bool:
    return bool(atom.evaluate({}))


def _constant(term: Expr) -> int:
    return int(term.evaluate({}))


def _mask(condition: Expr, values: Mapping[str, Any], count: int) -> np.ndarray[Any, Any]:
    return np.broadcast_to(np.asarray(condition.evaluate(values), np.bool_), (count,))


def _indices(part: Ranges) -> Points:
    """The indices of all cells of a part, one axis a row."""
    shape = tuple(map(len, part))
    if not shape:
        return np.zeros((0, 1), np.int64)
    starts = np.array([r.start for r in part], np.int64)
    found = np.unravel_index(np.arange(prod(shape), dtype=np.int64), shape)
    return np.array(found, np.int64) + starts[:, None]


def _row_major(box: Sequence[int]) -> list[int]:
    """How far apart in memory neighbours along each axis are, in cells."""
    return reduce(lambda steps, size: [steps[0] * size, *steps], box[:0:-1], [1]) if box else []
