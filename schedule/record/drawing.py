"""The layouts of a program to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ...analysis.contracts.applied_layouts import applied_contract, combined_contract
from ...dialect.annotations import attached_layouts, buffer_name, buffers
from ...dialect.attributes import LaidOutType, layout_of, place
from ...dialect.layout.layout import LayoutError
from ...dialect.picture.picture_cells import View
from ...dialect.picture.svg import Picture
from ...passes.common.stages import find_functions
from ..calls.schedule_error import ScheduleError
from ..layouts.index_maps import axes_of


@dataclass(frozen=True)
class Drawings(Mapping[str, Picture]):
    """Pictures of buffers by their names: text when printed, SVG in a notebook."""

    pictures: Mapping[str, Picture]

    def __getitem__(self, name: str) -> Picture:
        return self.pictures[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.pictures)

    def __len__(self) -> int:
        return len(self.pictures)

    def __str__(self) -> str:
        return "\n".join(f"{name}\n{picture}" for name, picture in self.items())

    def svg(self) -> str:
        """The only picture as SVG; raises ScheduleError if there are more or none."""
        if len(self) != 1:
            names = ", ".join(self) or "none"
            raise ScheduleError(
                f'svg() is of one picture, not of {len(self)}: {names}; take draw()["A"].svg() for '
                "that of A, html() for all"
            )
        (picture,) = self.values()
        return picture.svg()

    def html(self) -> str:
        """All as SVG, each under its name."""
        return "".join(f"<p>{escape(name)}</p>{p.svg()}" for name, p in self.items())

    def _repr_html_(self) -> str:
        return self.html()


def drawings(
    module: ModuleOp, function: str | None, wanted: str | None, view: View | None = None
) -> Drawings:
    """
    Of the buffers that have a layout, applied or not, or of the one that is wanted.

    Raises ScheduleError if it has none, a size is not a number, or the view names what it does not
    have.
    """
    view = View() if view is None else view
    found: dict[str, Picture] = {}
    functions = find_functions(module, function, lambda _: True)
    for scope in functions:
        waiting = attached_layouts(scope)
        for number, buffer in enumerate(buffers(scope)):
            name = buffer_name(buffer) or f"buffer{number}"
            type = _contract(buffer, waiting.get(buffer))
            if type is None or wanted not in (None, name):
                continue
            shown = name if len(functions) == 1 or wanted else f"@{scope.sym_name.data} {name}"
            try:
                picture = Picture(place(type), view.rows, view.columns, view.boxes, view.fixed)
                picture.svg()
            except LayoutError as error:
                raise ScheduleError(f"{shown} cannot be drawn: {error}") from error
            found.setdefault(shown, picture)
    if wanted is not None and not found:
        axes_of(module, function, wanted)  # of an unknown name it tells the known ones
        known = ", ".join(drawings(module, function, None))
        if not known:
            raise ScheduleError(f"no buffer has a layout yet; transform_layout gives {wanted} one")
        raise ScheduleError(f"there is no buffer {wanted} with a layout; there are: {known}")
    return Drawings(found)


def _contract(buffer: SSAValue, waiting: LaidOutType | None) -> LaidOutType | None:
    type = waiting or cast("LaidOutType", buffer.type)
    applied = applied_contract(buffer)
    return applied if layout_of(type) is None else combined_contract(type, applied)
