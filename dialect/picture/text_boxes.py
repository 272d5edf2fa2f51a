"""
Drawings of layouts as text, in the style of RFC 77's figures.

A cell shows the logical index that it stores. A padding cell shows its kind of padding: it is empty
if the padding is forbidden, and else has `undef`, a constant, the operation whose identity it
holds, the cell that it copies, or the function that computes it. The last axis runs to the right,
the axis before it downwards, and for the axes before these there is a box for each index. A long
axis is cut in the middle, with `…` for the part that is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..layout.placed_layout import PlacedLayout
from .picture_cells import Grid, View, boxes_of, show_index


def draw(
    placed: PlacedLayout,
    rows: int | range | slice = 8,
    columns: int | range | slice = 16,
    boxes: int = 4,
    fixed: Mapping[str, int] | None = None,
) -> str:
    """
    The logical and the physical box, one below the other.

    At most so many rows, columns and, of each of the other axes, boxes are shown; of the physical
    box these rows and columns, for a range or slice; of axes in `fixed` only the index there.
    Raises LayoutError for a shape that is not all numbers, an unknown axis, and an index outside.
    """
    lines: list[str] = []
    for box in boxes_of(placed, View(rows, columns, boxes, fixed)):
        lines.append(box.title)
        if not box.grids:
            lines.append("  no cells")
        for grid in box.grids:
            lines += [f"  {grid.heading}"] if grid.heading else []
            lines += _lines(grid) if grid.cells else []
    return "\n".join(lines) + "\n"


def _lines(grid: Grid) -> Iterator[str]:
    """One box of at most two axes, with their names and indices along its sides."""
    cells = [[cell.label for cell in row] for row in grid.cells]
    header = list(map(show_index, grid.columns))
    side = list(map(show_index, grid.rows)) if len(grid.names) > 1 else [""]
    corner = "\\".join(grid.names)
    width = max(len(text) for row in (header, *cells) for text in row)
    margin = max(map(len, (corner, *side)))
    if grid.names:
        yield f"  {corner:>{margin}}  {'   '.join(f'{text:>{width}}' for text in header)}"
    lines = "─" * (width + 2)
    edge = "  " + " " * (margin + 1)
    yield f"{edge}┌{'┬'.join([lines] * len(header))}┐"
    for number, (name, row) in enumerate(zip(side, cells, strict=True)):
        if number:
            yield f"{edge}├{'┼'.join([lines] * len(header))}┤"
        yield f"  {name:>{margin}} │{'│'.join(f' {text:>{width}} ' for text in row)}│"
    yield f"{edge}└{'┴'.join([lines] * len(header))}┘"
