"""In what two types of one logical buffer differ, and how to go from one to the other."""

from __future__ import annotations

from math import prod
from typing import cast

import numpy as np
from numpy.typing import NDArray

from .attributes import LaidOutType, layout_of, logical_type, place, verify_laid_out
from .layout.layout import Layout

MOST_CELLS = 1 << 20  # looked at one by one
_Cells = NDArray[np.int64]


def remedy(source: LaidOutType, target: LaidOutType) -> str:
    """How to get a buffer of one memref type from another; each may have a layout of ours."""
    ours, theirs = layout_of(source), layout_of(target)
    if logical_type(source) != logical_type(target):
        return "these are not the same logical buffer"
    if ours is None or theirs is None:
        return f"copy it with {'pad.pack' if ours is None else 'pad.unpack'}"
    if ours.maps == theirs.maps and ours.options == theirs.options:
        return "pad.cast it to that pad kind"
    return "copy it with pad.unpack and pad.pack"


def difference(here: LaidOutType, there: LaidOutType) -> str:
    """An element that two laid-out types store at different indices, or their boxes; or empty."""
    if logical_type(here) != logical_type(there) or not _are_laid_out(here, there):
        return ""
    if (found := _moved_element(here, there)) is not None:
        element, first, second = found
        return f"element {element} is at {first} here and at {second} there"
    first, second = (list(map(str, place(type).physical_shape)) for type in (here, there))
    if first != second:
        return f"the box is [{', '.join(first)}] here and [{', '.join(second)}] there"
    return ""


def padding_cell(type: LaidOutType, step: int) -> list[int] | None:
    """
    The physical index of a cell that a step makes padding; None if there is none.

    Empty where the shape is dynamic or too large to look.
    """
    layout = layout_of(type)
    assert layout is not None
    steps, placed = layout.layout.steps, place(type)
    boxes = [type.get_shape(), *(list(box) for box in placed.boxes)]
    inner, outer = boxes[step], boxes[step + 1]
    if any(not isinstance(size, int) or size < 0 for size in (*inner, *outer)):
        return []
    before, after = (cast("list[int]", list(box)) for box in (inner, outer))
    if prod(after) > MOST_CELLS:
        return []
    stored = np.zeros(after, np.bool_)
    stored[tuple(_stored(Layout(steps[step : step + 1]), before))] = True
    if stored.all():
        return None
    cell = [int(k) for k in np.argwhere(~stored)[0]]
    rest = Layout(steps[step + 1 :]).place(after)
    return [int(k) for k in rest.physical_index(cell)] if rest.layout.steps else cell


def _are_laid_out(*types: LaidOutType) -> bool:
    return all(layout_of(type) and verify_laid_out(type) is None for type in types)


def _moved_element(
    here: LaidOutType, there: LaidOutType
) -> tuple[list[int], list[int], list[int]] | None:
    """The first element that is not stored at the same index, with both."""
    shape = list(here.get_shape())
    if not here.has_static_shape() or not 0 < prod(shape) <= MOST_CELLS:
        return None
    layouts = [layout_of(type) for type in (here, there)]
    first, second = (_stored(attr.layout, shape) for attr in layouts if attr is not None)
    element = tuple(0 for _ in shape)
    if len(first) == len(second):
        differs = np.any([a != b for a, b in zip(first, second, strict=True)], axis=0)
        if not differs.any():
            return None
        element = tuple(int(k) for k in np.argwhere(differs)[0])
    at_first, at_second = ([int(axis[element]) for axis in cells] for cells in (first, second))
    return list(element), at_first, at_second


def _stored(layout: Layout, shape: list[int]) -> list[_Cells]:
    """The physical index of each element, axis by axis."""
    axes = layout.place(shape).physical_index(list(np.indices(shape)))
    return [np.broadcast_to(np.asarray(axis, np.int64), shape) for axis in axes]
