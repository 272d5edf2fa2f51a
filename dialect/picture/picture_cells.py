"""The cells that pictures of layouts show, and the contents of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from ..layout.checks import LayoutError
from ..layout.pad_kinds import Forbidden, Identity, SelfLoad, SimpleKind
from ..layout.placed_layout import PlacedLayout

CUT = "…"
"""Stands for the cells in the middle of a long axis."""


@dataclass(frozen=True)
class Cell:
    """The text of a cell in a picture, and its kind of padding; None for a cell with an element."""

    label: str
    pad: SimpleKind | None = None


Index: TypeAlias = tuple[int | None, ...]
"""None on the axes on which it stands for what is cut out."""


@dataclass(frozen=True)
class Grid:
    """The cells of one position on all axes but the last two."""

    heading: str
    """The position; empty if there are two axes at most."""
    names: tuple[str, ...]
    """Of the axes of the grid, at most two: down, to the right."""
    rows: tuple[Index, ...]
    columns: tuple[Index, ...]
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Box:
    """The logical or the physical box."""

    title: str
    grids: tuple[Grid, ...]


def boxes_of(placed: PlacedLayout, rows: int, columns: int, boxes: int) -> tuple[Box, Box]:
    """
    The logical and the physical box.

    At most so many rows, columns and, of each of the other axes, boxes. Raises LayoutError for a
    shape that is not all numbers.
    """
    physical = [extent for extent in placed.physical_shape if isinstance(extent, int)]
    logical = [size for size in placed.shape if isinstance(size, int)]
    if len(logical) < len(placed.shape) or len(physical) < len(placed.physical_shape):
        raise LayoutError(
            f"a picture needs numbers, but a size of [{', '.join(map(str, placed.shape))}] is a "
            "name: place the layout on a shape of numbers"
        )
    limits = [*[boxes] * max(len(physical), len(logical)), rows, columns]
    stored = tuple(_grids(placed.logical_names, logical, limits, _stored))
    held = tuple(_grids(placed.physical_names, physical, limits, _holder(placed)))
    return Box(f"logical {logical}", stored), Box(f"physical {physical}", held)


def show_index(index: Index) -> str:
    """As it is written in a cell or beside the axes."""
    return ",".join(CUT if i is None else str(i) for i in index) or "()"


_Holds: TypeAlias = Callable[[tuple[int, ...]], Cell]


def _grids(
    names: Sequence[str], shape: Sequence[int], limits: Sequence[int], holds: _Holds
) -> Iterator[Grid]:
    if 0 in shape:
        return
    shown = list(map(_shown, shape, limits[len(limits) - len(shape) :]))
    outer = max(len(shape) - 2, 0)
    rows, columns = tuple(product(*shown[outer:-1])), tuple(product(*shown[outer:][-1:]))
    for position in product(*shown[:outer]):
        where = (f"{n} = {CUT if p is None else p}" for n, p in zip(names, position, strict=False))
        whole = None not in position
        cells = tuple(
            tuple(_cell((*position, *row, *column), holds) for column in columns)
            for row in (rows if whole else ())
        )
        yield Grid(", ".join(where), tuple(names[outer:]), rows, columns, cells)


def _cell(index: Index, holds: _Holds) -> Cell:
    known = tuple(i for i in index if i is not None)
    return holds(known) if len(known) == len(index) else Cell(CUT)


def _shown(extent: int, limit: int) -> list[int | None]:
    """
    Return the indices of an axis that are shown, with one None in place of the part that is cut
    out.
    """
    if extent <= limit:
        return list(range(extent))
    tail = (limit - 1) // 2
    return [*range(limit - 1 - tail), None, *range(extent - tail, extent)]


def _stored(cell: tuple[int, ...]) -> Cell:
    return Cell(show_index(cell))


def _holder(placed: PlacedLayout) -> _Holds:
    """Return a function that gives the contents of a physical cell."""

    def holds(cell: tuple[int, ...]) -> Cell:
        values = dict(zip(placed.physical_names, cell, strict=True))
        for condition, pad in placed.padding_pieces:
            if condition.evaluate(values):
                return Cell(_show_pad(pad, values), pad)
        return Cell(show_index(tuple(int(index.evaluate(values)) for index in placed.inverse)))

    return holds


def _show_pad(pad: SimpleKind, cell: Mapping[str, int]) -> str:
    if isinstance(pad, Forbidden):
        return ""
    if isinstance(pad, SelfLoad):
        source = [int(index.evaluate(cell)) for index in pad.source.outputs]
        return f"={','.join(map(str, source))}"
    return pad.op if isinstance(pad, Identity) else str(pad)
