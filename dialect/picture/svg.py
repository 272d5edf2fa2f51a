"""Pictures of layouts as SVG, for notebooks and pages: what `picture.draw` shows, in colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from ..layout.pad_kinds import Computed, Constant, Forbidden, Identity, SelfLoad, SimpleKind
from ..layout.placed_layout import PlacedLayout
from .picture_cells import CUT, Box, Cell, Grid, View, boxes_of, show_index
from .text_boxes import draw

_LINE, _LETTER, _GAP = 24, 7.2, 12
# Light enough for black text, and told apart by those who don't see red or green.
_COLOURS: dict[type[SimpleKind] | None, str] = {
    None: "#cfe3f5",
    Forbidden: "#d9d9d9",
    Constant: "#fbe3a8",
    Identity: "#f6c9a8",
    SelfLoad: "#cdeccf",
    Computed: "#e3d3ee",
}
_UNDEF, _EDGE, _FAINT = "#ffffff", "#888888", "#555555"
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, repr=False)
class Picture:
    """A layout on a shape to look at: text when printed, SVG in a notebook."""

    placed: PlacedLayout
    rows: int | range | slice = 8
    columns: int | range | slice = 16
    boxes: int = 4
    fixed: Mapping[str, int] | None = None

    def __str__(self) -> str:
        return draw(self.placed, self.rows, self.columns, self.boxes, self.fixed)

    def __repr__(self) -> str:
        return str(self)

    def svg(self) -> str:
        """See `draw_svg`."""
        return draw_svg(self.placed, self.rows, self.columns, self.boxes, self.fixed)

    def _repr_svg_(self) -> str:
        return self.svg()


def draw_svg(
    placed: PlacedLayout,
    rows: int | range | slice = 8,
    columns: int | range | slice = 16,
    boxes: int = 4,
    fixed: Mapping[str, int] | None = None,
) -> str:
    """
    The logical and the physical box, one below the other, with what the colours say: an SVG
    element. What is shown, and the errors, are as for `draw`.
    """
    paper = _Paper(str(placed))
    shown = boxes_of(placed, View(rows, columns, boxes, fixed))
    for box in shown:
        paper.add_box(box)
    cells = [cell for box in shown for grid in box.grids for row in grid.cells for cell in row]
    paper.add_legend(cells)
    return paper.as_text()


class _Paper:
    """An SVG that grows downwards."""

    def __init__(self, description: str):
        self._svg = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "role": "img",
                "font-family": "monospace",
                "font-size": "12",
                "text-anchor": "middle",
            },
        )
        SubElement(self._svg, "title").text = _clean(description)
        self._width, self._height = 0.0, float(_GAP)
        self._background = self._rectangle(0, 0, 0, 0, fill="#ffffff")

    def add_box(self, box: Box) -> None:
        self._line(box.title, **{"font-weight": "bold"})
        if not box.grids:
            self._line("no cells")
        for grid in box.grids:
            if grid.heading:
                self._line(grid.heading)
            if grid.cells:
                self._add_grid(grid)
        self._height += _GAP

    def add_legend(self, cells: Iterable[Cell]) -> None:
        """Add a legend of the colours of the cells."""
        for pad in dict.fromkeys(cell.pad for cell in cells if cell.label != CUT):
            self._cell(_GAP, self._height, _LINE, Cell("", pad))
            self._text(_GAP + _LINE + 8, self._height + 16, _meaning(pad), anchor="start")
            self._height += _LINE + 4

    def as_text(self) -> str:
        width, height = f"{self._width + _GAP:g}", f"{self._height + _GAP:g}"
        self._svg.set("viewBox", f"0 0 {width} {height}")
        for element in (self._svg, self._background):
            element.set("width", width)
            element.set("height", height)
        return tostring(self._svg, encoding="unicode")

    def _add_grid(self, grid: Grid) -> None:
        header = list(map(show_index, grid.columns))
        side = list(map(show_index, grid.rows)) if len(grid.names) > 1 else [""]
        labels = [*header, *(cell.label for row in grid.cells for cell in row)]
        width = max(_LINE, _width_of(labels) + 10)
        corner = "\\".join(grid.names)
        left = _GAP + _width_of([corner, *side]) + 6
        if grid.names:
            self._text(left - 6, self._height + 16, corner, anchor="end", fill=_FAINT)
            for number, name in enumerate(header):
                self._text(left + (number + 0.5) * width, self._height + 16, name, fill=_FAINT)
            self._height += _LINE
        for name, row in zip(side, grid.cells, strict=True):
            self._text(left - 6, self._height + 16, name, anchor="end", fill=_FAINT)
            for number, cell in enumerate(row):
                self._cell(left + number * width, self._height, width, cell)
            self._height += _LINE
        self._height += 4

    def _cell(self, x: float, y: float, width: float, cell: Cell) -> None:
        if cell.label == CUT:
            self._text(x + width / 2, y + 16, CUT)
            return
        colour = _COLOURS.get(None if cell.pad is None else type(cell.pad), _UNDEF)
        self._rectangle(x, y, width, _LINE, fill=colour, stroke=_EDGE)
        if isinstance(cell.pad, Forbidden):
            # Crossed out, as the label is empty.
            lines = f"M{x:g} {y:g}l{width:g} {_LINE}m0 {-_LINE}l{-width:g} {_LINE}"
            SubElement(self._svg, "path", {"d": lines, "stroke": _EDGE})
        self._text(x + width / 2, y + 16, cell.label)

    def _line(self, text: str, **style: str) -> None:
        self._text(_GAP, self._height + 12, text, anchor="start", **style)
        self._height += 20

    def _text(self, x: float, y: float, text: str, anchor: str = "middle", **style: str) -> None:
        if not text:
            return
        where = {} if anchor == "middle" else {"text-anchor": anchor}
        place = {"x": f"{x:g}", "y": f"{y:g}"}
        SubElement(self._svg, "text", {**place, **where, **style}).text = _clean(text)
        width = {"start": 1.0, "middle": 0.5, "end": 0.0}[anchor] * _width_of([text])
        self._width = max(self._width, x + width)

    def _rectangle(self, x: float, y: float, width: float, height: float, **style: str) -> Element:
        place = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{width:g}", "height": f"{height:g}"}
        self._width = max(self._width, x + width)
        return SubElement(self._svg, "rect", {**place, **style})


def _meaning(pad: SimpleKind | None) -> str:
    match pad:
        case None:
            return "data, by its logical index"
        case Forbidden():
            return "padding, forbidden: nobody may touch it"
        case SelfLoad():
            return "padding, a copy of the cell at =index"
        case Constant() | Identity() | Computed():
            return f"padding, holds {pad}"
        case _:
            return "padding, undef: may be read, holds anything"


def _width_of(texts: Iterable[str]) -> float:
    return max(map(len, texts)) * _LETTER


def _clean(text: str) -> str:
    """Without what XML can't hold; the rest is escaped when it is written."""
    return _NOT_XML.sub("\ufffd", text)
