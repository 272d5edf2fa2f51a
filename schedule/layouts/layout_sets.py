"""Layouts of several buffers at once, as a schedule is given them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

from ...passes.optimize.layouts.layout_plans import BufferLayout
from ..calls.schedule_error import ScheduleError, reported
from .index_maps import Axes, MapArgument, read_ints, read_map
from .pad_arguments import PadArgument, pad_option

LayoutSet: TypeAlias = Mapping[
    str,
    MapArgument
    | tuple[MapArgument, PadArgument]
    | tuple[MapArgument, PadArgument, Sequence[int] | None],
]
"""
Layouts by the name of their buffer, which are taken together: maps, each alone or with what the
padding holds, and extents.
"""

_FORM = 'such as {"A": (lambda i, j: (i, j // 4, j % 4), 0.0), "B": lambda i: (i // 4, i % 4)}'


def read_layouts(
    given: object,
    default: PadArgument,
    axes_of: Callable[[str], Axes],
    known: list[str],
) -> tuple[tuple[str, ...], object]:
    """
    The layouts as `pad-optimize` takes them, and as a trace writes them: "auto", a set of layouts,
    or several to choose from.

    Raises ScheduleError for what is none.
    """
    if given is None:
        return (), None
    if isinstance(given, str) and given == "auto":
        return ("auto",), "auto"
    sets = _listed(given)
    if not sets or not all(isinstance(each, Mapping) for each in sets):
        raise ScheduleError(f'layouts is {given!r}, but must be "auto" or a dictionary {_FORM}')
    texts, sources = list[str](), list[dict[str, object]]()
    for each in sets:
        parts, source = list[str](), dict[str, object]()
        for name, layout in cast("Mapping[object, object]", each).items():
            if not isinstance(name, str):
                raise ScheduleError(f"layouts has the key {name!r}, which is no name of a buffer")
            with reported():
                axes = axes_of(name)
            text, source[name] = _read(name, layout, default, axes, known)
            parts.append(text)
        if not parts:
            raise ScheduleError(f"layouts has a dictionary of no buffer; give one {_FORM}")
        texts.append("; ".join(parts))
        sources.append(source)
    return tuple(texts), sources[0] if isinstance(given, Mapping) else sources


def _listed(given: object) -> list[object]:
    """What is given, each where there are several."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        return list(cast("Sequence[object]", given))
    return [given]


def _read(
    name: str, layout: object, default: PadArgument, axes: Axes, known: list[str]
) -> tuple[str, object]:
    """One layout as text of the pass, and of Python."""
    parts = _listed(layout)
    if not 1 <= len(parts) <= 3:
        raise ScheduleError(
            f"the layout of {name} is {layout!r}, but must be a map, with a pad value and extents "
            "after it where they are given"
        )
    map = read_map(cast("MapArgument", parts[0]), axes)
    if map.separators:
        raise ScheduleError("a layout to choose from has no AXIS_SEPARATOR")
    value = cast("PadArgument", parts[1]) if len(parts) > 1 else default
    with reported():
        pad = pad_option(value, len(map.map.outputs), name, axes.element, known)
    if isinstance(pad, str) and ";" in pad:
        raise ScheduleError(f"the pad value of {name} has a ';', which layouts cannot have")
    box = cast("Sequence[int] | None", parts[2]) if len(parts) > 2 else None
    extents = read_ints("extents", box)
    source: list[object] = [map.source, pad, *([extents] if extents else [])]
    written = map.source if pad is None and not extents else source
    return str(BufferLayout(name, map.text, pad, extents or ())), written
