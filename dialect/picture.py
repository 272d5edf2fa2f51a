"""
Pictures of layouts in text boxes, as in RFC 77's figures.

A cell shows the logical index that it stores. A cell of padding shows what it holds: nothing where
that is forbidden, `undef`, a constant, the operation of an identity, the cell that it copies, or
the function that computes it. The last axis runs to the right, the one before it down, and the
others make one box after the other. A long axis is cut in the middle, with `…` for what is left
out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from .layout_checks import LayoutError
from .pad_kinds import Forbidden, Identity, SelfLoad, SimpleKind
from .placed_layout import PlacedLayout

_CUT = "…"
_Label: TypeAlias = Callable[[tuple[int, ...]], str]


def draw(placed: PlacedLayout, rows: int = 8, columns: int = 16, boxes: int = 4) -> str:
    """
    The logical and the physical box, one below the other.

    At most so many rows, columns and, of each of the other axes, boxes are shown. Raises
    LayoutError for a shape that is not all numbers.
    """
    physical = [extent for extent in placed.physical_shape if isinstance(extent, int)]
    logical = [size for size in placed.shape if isinstance(size, int)]
    if len(logical) < len(placed.shape) or len(physical) < len(placed.physical_shape):
        raise LayoutError(
            f"a picture needs numbers, but a size of [{', '.join(map(str, placed.shape))}] is a "
            "name: place the layout on a shape of numbers"
        )
    limits = [*[boxes] * max(len(physical), len(logical)), rows, columns]
    parts = [
        f"logical {logical}",
        *_boxes(placed.logical_names, logical, limits, _show_index),
        f"physical {physical}",
        *_boxes(placed.physical_names, physical, limits, _holder(placed)),
    ]
    return "\n".join(parts) + "\n"


def _boxes(
    names: Sequence[str], shape: Sequence[int], limits: Sequence[int], label: _Label
) -> Iterator[str]:
    """The box, or one for each position on all axes but the last two."""
    if 0 in shape:
        yield "  no cells"
        return
    shown = list(map(_shown, shape, limits[len(limits) - len(shape) :]))
    outer = max(len(shape) - 2, 0)
    for position in product(*shown[:outer]):
        if outer:
            where = (
                f"{n} = {_CUT if p is None else p}" for n, p in zip(names, position, strict=False)
            )
            yield f"  {', '.join(where)}"
        fixed = [index for index in position if index is not None]
        if len(fixed) == outer:
            yield from _grid(
                names[outer:], shown[outer:], lambda inner, at=fixed: label((*at, *inner))
            )


def _grid(
    names: Sequence[str], shown: Sequence[Sequence[int | None]], label: _Label
) -> Iterator[str]:
    """One box of at most two axes, with their names and indices along its sides."""
    cells = [
        [_CUT if None in cell else label(tuple(i for i in cell if i is not None)) for cell in row]
        for row in (
            [(*row, *column) for column in product(*shown[-1:])] for row in product(*shown[:-1])
        )
    ]
    header = list(map(_show_index, product(*shown[-1:])))
    side = list(map(_show_index, product(*shown[:-1]))) if len(names) > 1 else [""]
    corner = "\\".join(names)
    width = max(len(text) for row in (header, *cells) for text in row)
    margin = max(map(len, (corner, *side)))
    if names:
        yield f"  {corner:>{margin}}  {'   '.join(f'{text:>{width}}' for text in header)}"
    lines = "─" * (width + 2)
    edge = "  " + " " * (margin + 1)
    yield f"{edge}┌{'┬'.join([lines] * len(header))}┐"
    for number, (name, row) in enumerate(zip(side, cells, strict=True)):
        if number:
            yield f"{edge}├{'┼'.join([lines] * len(header))}┤"
        yield f"  {name:>{margin}} │{'│'.join(f' {text:>{width}} ' for text in row)}│"
    yield f"{edge}└{'┴'.join([lines] * len(header))}┘"


def _shown(extent: int, limit: int) -> list[int | None]:
    """The indices of an axis, with None for those that are cut out."""
    if extent <= limit:
        return list(range(extent))
    tail = (limit - 1) // 2
    return [*range(limit - 1 - tail), None, *range(extent - tail, extent)]


def _show_index(index: Sequence[int | None]) -> str:
    return ",".join(_CUT if i is None else str(i) for i in index) or "()"


def _holder(placed: PlacedLayout) -> _Label:
    """What a physical cell shows."""

    def holds(cell: tuple[int, ...]) -> str:
        values = dict(zip(placed.physical_names, cell, strict=True))
        for condition, pad in placed.padding_pieces:
            if condition.evaluate(values):
                return _show_pad(pad, values)
        return _show_index([int(index.evaluate(values)) for index in placed.inverse])

    return holds


def _show_pad(pad: SimpleKind, cell: Mapping[str, int]) -> str:
    if isinstance(pad, Forbidden):
        return ""
    if isinstance(pad, SelfLoad):
        source = [int(index.evaluate(cell)) for index in pad.source.outputs]
        return f"={','.join(map(str, source))}"
    return pad.op if isinstance(pad, Identity) else str(pad)
