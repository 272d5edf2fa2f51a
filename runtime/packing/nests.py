"""Lists of points as nests of loops: what is regular in them, found by their distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeAlias

import numpy as np

Points: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
"""One point a row: the numbers of a cell in the arrays that it is a cell of."""
Vector: TypeAlias = tuple[int, ...]

MOST_NESTS = 48
"""Of one list of points; what is less regular is listed point by point."""


@dataclass(frozen=True)
class Loop:
    """So many steps, each of the same distance."""

    count: int
    step: Vector


@dataclass(frozen=True, eq=False)
class Listed:
    """Steps that follow no rule: their distances from the start, one a row."""

    points: Points

    @property
    def count(self) -> int:
        """The number of steps."""
        return len(self.points)


Dimension: TypeAlias = Loop | Listed


@dataclass(frozen=True)
class Nest:
    """The points that are reached from a start by some number of steps in each dimension."""

    start: Vector
    dimensions: tuple[Dimension, ...] = field(default=())

    @property
    def count(self) -> int:
        """The number of points."""
        return prod(dimension.count for dimension in self.dimensions)

    def inside(self, *outer: Dimension) -> Nest:
        """This nest in more loops, which are around it."""
        return Nest(self.start, (*outer, *self.dimensions))

    def points(self) -> Points:
        """All points, in order."""
        found: Points = np.array([self.start], np.int64)
        for dimension in self.dimensions:
            if isinstance(dimension, Listed):
                offsets = dimension.points
            else:
                steps = np.array(dimension.step, np.int64)
                offsets = np.arange(dimension.count, dtype=np.int64)[:, None] * steps
            found = (found[:, None, :] + offsets[None, :, :]).reshape(-1, found.shape[1])
        return found


def nests_of(points: Points) -> list[Nest]:
    """
    Nests that have these points, in order.

    A row of points at one distance is a loop; rows of the same length and distance whose starts are
    regular themselves are a loop around it, and so on. What is left when there are `MOST_NESTS` is
    one nest that lists its points.
    """
    found: list[Nest] = []
    for nest in _regular(points):
        if len(found) == MOST_NESTS:
            start = sum(one.count for one in found)
            rest = points[start:]
            return [*found, Nest(_vector(rest[0]), (Listed(rest - rest[0]),))]
        found.append(nest)
    return found


def _regular(points: Points) -> Iterator[Nest]:
    while len(points):
        row, repeats = _first_rows(points)
        starts = points[: row.count * repeats : row.count]
        inner = () if row.count == 1 else (row,)
        outer = nests_of(starts) if repeats > 1 else [Nest(_vector(points[0]))]
        for nest in outer:
            yield Nest(nest.start, (*nest.dimensions, *inner))
        points = points[row.count * repeats :]


def _first_rows(points: Points) -> tuple[Loop, int]:
    """The longest row at the start, and how many rows like it there are one after another."""
    if len(points) == 1:
        return Loop(1, (0,) * points.shape[1]), 1
    steps = np.diff(points, axis=0)
    same = (steps == steps[0]).all(axis=1)
    length = _true_at_start(same) + 1
    row = Loop(length, _vector(steps[0]))
    if length == len(points):
        return row, 1
    # A row ends where the next step is another one; each has to be as long as it can be.
    count = len(points) // length
    padded = np.append(same, False)[: count * length].reshape(count, length)
    alike = padded[:, :-1].all(axis=1) & ~padded[:, -1]
    return row, max(_true_at_start(alike), 1)


def _true_at_start(flags: np.ndarray[Any, np.dtype[np.bool_]]) -> int:
    other = np.flatnonzero(~flags)
    return int(other[0]) if other.size else len(flags)


def _vector(row: Sequence[Any] | Points) -> Vector:
    return tuple(int(number) for number in row)
