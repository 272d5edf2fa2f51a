"""
Padding that takes its value from cells of its own buffer: what the copies must satisfy, and when
they go.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np

from ...index.expr import Expr, all_of, any_of, eq, lift, var, within
from ...index.maps.box_map import box
from ...index.queries.conditions import Proven, Refuted, implies
from .checks import LayoutError
from .pad_kinds import Forbidden, SelfLoad, sources
from .placed_layout import PlacedLayout

_MOST_CELLS = 1 << 22
_MOST_ROUNDS = 1 << 10
Cells: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"


@dataclass(frozen=True)
class Copies:
    """The cells of one piece of padding, and the cells that they copy or compute with."""

    condition: Expr
    source: tuple[Expr, ...]
    is_plain: bool = True
    """Whether they hold the value itself, not what a function makes of it."""

    def at_source(self, condition: Expr, names: tuple[str, ...]) -> Expr:
        """A condition on the copied cell, as one on the cell that copies it."""
        return condition.substitute(dict(zip(names, self.source, strict=True)))


def copies_of(placed: PlacedLayout) -> list[Copies]:
    """The pieces of padding that take their values from other cells, one for each such cell."""
    return [
        Copies(condition, source.outputs, isinstance(kind, SelfLoad))
        for condition, kind in placed.padding_pieces
        for source in sources(kind)
    ]


def check_padding(placed: PlacedLayout) -> None:
    """
    Raises LayoutError, with a cell, where padding copies a cell that is outside the buffer,
    forbidden, or itself, through other copies or at once.
    """
    copies = copies_of(placed)
    if not copies:
        return
    shape = [lift(extent) for extent in placed.physical_shape]
    for piece in copies:
        inside = all_of(within(i, e) for i, e in zip(piece.source, shape, strict=True))
        _require(placed, piece, inside, "which is outside the buffer")
        for condition, kind in placed.padding_pieces:
            if isinstance(kind, Forbidden):
                allowed = ~piece.at_source(condition, placed.physical_names)
                _require(placed, piece, allowed, "which is padding that may not be read")
    late = _late(placed, _copies_again(placed))
    if late is not None:
        _refuse_cycle(placed)
        raise LayoutError(
            f"the padding copies padding that is itself a copy and comes later in memory order"
            f"{late}; let the map of the pad kind lead to a cell that is not a copy"
        )


def copied_cells(placed: PlacedLayout) -> Cells | None:
    """
    Return, for each cell of a static box, the cell whose value it holds in the end.

    Cells are numbered in row-major order. Chains of copies are followed; a cell that is not a copy
    maps to itself, one that is computed from others too. Returns None if the layout has no copies.
    """
    if not plain_copies(placed):
        return None
    last = _following(placed, [e for e in placed.physical_shape if isinstance(e, int)])
    for _ in range(len(last).bit_length()):
        last = last[last]
    return last


def plain_copies(placed: PlacedLayout) -> list[Copies]:
    """The pieces of padding that hold the values of other cells themselves."""
    return [piece for piece in copies_of(placed) if piece.is_plain]


def most_hops(placed: PlacedLayout) -> int:
    """How many copies lead from a cell of a static box to what it copies in the end, at most."""
    if not plain_copies(placed):
        return 0
    following = _following(placed, [e for e in placed.physical_shape if isinstance(e, int)])
    hops, cells = 0, following
    while (cells != np.arange(len(cells))).any():
        hops += 1
        before, cells = cells, following[cells]
        if (cells == before).all():
            break
    return hops


def computes_in_one_round(placed: PlacedLayout) -> bool:
    """Whether no padding takes its value from padding that a function computes from cells."""
    names = placed.physical_names
    copies = copies_of(placed)
    computed = any_of(piece.condition for piece in copies if not piece.is_plain)
    return all(
        isinstance(
            implies(_context(placed) & piece.condition, ~piece.at_source(computed, names)), Proven
        )
        for piece in copies
    )


def writes_in_one_pass(placed: PlacedLayout) -> bool:
    """
    Whether one pass over the box, in order, writes each copied padding cell before its copies.

    Else all padding that is not a copy has to be written first.
    """
    return _late(placed, placed.padding) is None


def _late(placed: PlacedLayout, among: Expr) -> str | None:
    """Names a copy of a cell `among` that does not come before it, in order; None without one."""
    names = placed.physical_names
    for piece in copies_of(placed):
        wanted = ~piece.at_source(among, names) | _before(piece.source, names)
        verdict = implies(_context(placed) & piece.condition, wanted)
        if isinstance(verdict, Refuted):
            cell = [verdict.witness.get(name, 0) for name in names]
            source = [int(index.evaluate(verdict.witness)) for index in piece.source]
            return f": {cell} copies {source}"
        if not isinstance(verdict, Proven):
            return f", or may: {verdict.reason}"
    return None


def _copies_again(placed: PlacedLayout) -> Expr:
    """The cells that are copies."""
    return any_of(piece.condition for piece in copies_of(placed))


def _require(placed: PlacedLayout, piece: Copies, goal: Expr, otherwise: str) -> None:
    verdict = implies(_context(placed) & piece.condition, goal)
    if isinstance(verdict, Proven):
        return
    source = f"[{', '.join(map(str, piece.source))}]"
    if isinstance(verdict, Refuted):
        cell = [verdict.witness.get(name, 0) for name in placed.physical_names]
        at = [int(index.evaluate(verdict.witness)) for index in piece.source]
        verb = "copy" if piece.is_plain else "load"
        raise LayoutError(
            f"the padding cell {cell} would {verb} {at}, {otherwise}; correct the map of the pad "
            f"kind, {source}, or limit it to a region with `where`"
        )
    raise LayoutError(
        f"could not decide whether the padding copies only cells of the buffer that may be read, "
        f"at {source}: {verdict.reason}; static sizes make it decidable"
    )


def _before(source: tuple[Expr, ...], names: tuple[str, ...]) -> Expr:
    """The condition that the source comes before the cell, in order."""
    earlier: list[Expr] = []
    same: list[Expr] = []
    for index, name in zip(source, names, strict=True):
        earlier.append(all_of([*same, index < var(name)]))
        same.append(eq(index, var(name)))
    return any_of(earlier)


def _context(placed: PlacedLayout) -> Expr:
    return box(placed.physical_names, [lift(extent) for extent in placed.physical_shape])


def _refuse_cycle(placed: PlacedLayout) -> None:
    """Follows the copies cell by cell; raises LayoutError with the cells of a cycle."""
    shape = [extent for extent in placed.physical_shape if isinstance(extent, int)]
    if len(shape) != len(placed.physical_shape) or prod(shape) > _MOST_CELLS:
        return
    copies = copies_of(placed)
    following = _needed([_sources(placed, piece, shape) for piece in copies])
    if following is None:
        return
    last = following
    for _ in range(len(following).bit_length()):
        last = last[last]
    stuck = np.flatnonzero(following[last] != last)
    if stuck.size:
        verb = "copies" if all(piece.is_plain for piece in copies) else "is computed from"
        raise LayoutError(
            f"the padding {verb} itself in a cycle: "
            f"{_cycle(following, int(last[stuck[0]]), shape)}; let the map of the pad kind lead to "
            "a cell that is not a copy"
        )


def _following(placed: PlacedLayout, shape: list[int]) -> Cells:
    """The cell that each cell copies, itself if it is not a copy; cells by row-major number."""
    following = np.arange(prod(shape))
    for piece in plain_copies(placed):
        source = _sources(placed, piece, shape)
        following = np.where(source >= 0, source, following)
    return following


def _sources(placed: PlacedLayout, piece: Copies, shape: list[int]) -> Cells:
    """The cell of the piece that each cell copies; -1 for a cell that copies none of it."""
    cells = np.indices(shape, sparse=True)
    values: dict[str, Any] = dict(zip(placed.physical_names, cells, strict=True))
    where = np.broadcast_to(piece.condition.evaluate(values), shape)
    source: Any = 0
    for index, size in zip(piece.source, shape, strict=True):
        source = source * size + index.evaluate(values)
    found = np.where(where, source, -1)
    itself = np.argwhere(where & (found == np.arange(prod(shape)).reshape(shape)))
    if itself.size:
        verb = "copies" if piece.is_plain else "is computed from"
        raise LayoutError(
            f"the padding {verb} itself: {itself[0].tolist()} is its own source; let the map of "
            "the pad kind lead to a cell that is not a copy"
        )
    return found.reshape(-1)


def _needed(sources: list[Cells]) -> Cells | None:
    """
    For each cell one that it waits for, itself where it has a value in the end.

    None where that takes too many rounds to tell.
    """
    numbers = np.arange(len(sources[0]))
    waiting = np.any([source >= 0 for source in sources], axis=0)
    if len(sources) > 1:
        for _ in range(_MOST_ROUNDS):
            still = waiting & np.any([(s >= 0) & waiting[s] for s in sources], axis=0)
            if (still == waiting).all():
                break
            waiting = still
        else:
            return None
    needed = numbers
    for source in sources:
        needed = np.where(waiting & (source >= 0) & waiting[source], source, needed)
    return needed


def _cycle(following: Cells, start: int, shape: list[int]) -> str:
    return " from ".join(str(cell) for cell in _steps(following, start, shape))


def _steps(following: Cells, start: int, shape: list[int]) -> Iterator[list[int]]:
    cell = start
    for _ in range(8):
        yield [int(i) for i in np.unravel_index(cell, shape)]
        cell = int(following[cell])
        if cell == start:
            break
    yield [int(i) for i in np.unravel_index(cell, shape)]
