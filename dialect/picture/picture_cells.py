"""The cells that pictures of layouts show, and the contents of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


_ROWS, _COLUMNS = 8, 16


@dataclass(frozen=True)
class View:
    """The part of the boxes that is shown; raises LayoutError where it is shown of what is not."""

    rows: int | range | slice = _ROWS
    """At most so many in each box; or these of the physical box."""
    columns: int | range | slice = _COLUMNS
    boxes: int = 4
    """At most so many indices of each other axis."""
    fixed: Mapping[str, int] | None = None
    """The only index that is shown, by axis of either box."""

    def axes(self, names: Sequence[str], shape: Sequence[int], *, physical: bool) -> list[_Axis]:
        """Return the axes of a box, with the axes of its grids last."""
        fixed = {name: index for name, index in (self.fixed or {}).items() if name in names}
        free = [k for k, name in enumerate(names) if name not in fixed]
        across = dict(zip(reversed(free), (self.columns, self.rows), strict=False))
        found = list[_Axis]()
        for k, (name, extent) in enumerate(zip(names, shape, strict=True)):
            wanted = across.get(k, self.boxes)
            if name in fixed:
                shown = _picked(name, extent, [fixed[name]])
            elif isinstance(wanted, int):
                shown = _limited(extent, wanted)
            elif physical:
                picked = range(extent)[wanted] if isinstance(wanted, slice) else wanted
                shown = _picked(name, extent, picked)
            else:
                shown = _limited(extent, _COLUMNS if k == free[-1] else _ROWS)
            found.append(_Axis(k, name, shown, k in across))
        return sorted(found, key=lambda axis: axis.in_grid)


@dataclass(frozen=True)
class _Axis:
    number: int
    name: str
    shown: Sequence[int | None]
    in_grid: bool


def boxes_of(placed: PlacedLayout, view: View) -> tuple[Box, Box]:
    """
    The logical and the physical box.

    Raises LayoutError for a shape that is not all numbers, an unknown axis and an index outside.
    """
    physical = [extent for extent in placed.physical_shape if isinstance(extent, int)]
    logical = [size for size in placed.shape if isinstance(size, int)]
    if len(logical) < len(placed.shape) or len(physical) < len(placed.physical_shape):
        raise LayoutError(
            f"a picture needs numbers, but a size of [{', '.join(map(str, placed.shape))}] is a "
            "name: place the layout on a shape of numbers"
        )
    known = dict.fromkeys((*placed.logical_names, *placed.physical_names))
    for name in view.fixed or ():
        if name not in known:
            raise LayoutError(f"there is no axis '{name}'; the axes are: {', '.join(known)}")
    stored = tuple(_grids(view.axes(placed.logical_names, logical, physical=False), _stored))
    held = tuple(_grids(view.axes(placed.physical_names, physical, physical=True), _holder(placed)))
    return Box(f"logical {logical}", stored), Box(f"physical {physical}", held)


def show_index(index: Index) -> str:
    """As it is written in a cell or beside the axes."""
    return ",".join(CUT if i is None else str(i) for i in index) or "()"


_Holds: TypeAlias = Callable[[tuple[int, ...]], Cell]


def _grids(axes: Sequence[_Axis], holds: _Holds) -> Iterator[Grid]:
    if not all(axis.shown for axis in axes):
        return
    outer = [axis for axis in axes if not axis.in_grid]
    grid = [axis for axis in axes if axis.in_grid]
    rows = tuple(product(*[axis.shown for axis in grid[:-1]]))
    columns = tuple(product(*[axis.shown for axis in grid[-1:]]))
    for position in product(*[axis.shown for axis in outer]):
        where = (
            f"{a.name} = {CUT if p is None else p}" for a, p in zip(outer, position, strict=True)
        )
        whole = None not in position
        cells = tuple(
            tuple(_cell(axes, (*position, *row, *column), holds) for column in columns)
            for row in (rows if whole else ())
        )
        yield Grid(", ".join(where), tuple(axis.name for axis in grid), rows, columns, cells)


def _cell(axes: Sequence[_Axis], shown: Index, holds: _Holds) -> Cell:
    """The cell at an index that is given in the order of these axes."""
    if None in shown:
        return Cell(CUT)
    known = {axis.number: i for axis, i in zip(axes, shown, strict=True) if i is not None}
    return holds(tuple(known[number] for number in range(len(axes))))


def _limited(extent: int, limit: int) -> list[int | None]:
    """
    Return the indices of an axis that are shown, with one None in place of the part that is cut
    out.
    """
    if extent <= limit:
        return list(range(extent))
    tail = (limit - 1) // 2
    return [*range(limit - 1 - tail), None, *range(extent - tail, extent)]


def _picked(name: str, extent: int, wanted: Iterable[int]) -> list[int | None]:
    shown = list(wanted)
    for index in shown:
        if not 0 <= index < extent:
            raise LayoutError(f"axis '{name}' has no index {index}: it has {extent}, from 0")
    return [*shown]


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
