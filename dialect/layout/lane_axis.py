"""Layouts of vectors as layouts of their lanes: one axis more, which no map moves."""

from __future__ import annotations

from ...index.expr import var
from .index_map import IndexMap
from .layout import ByRegion, Computed, Layout, LayoutError, PadKind, Region, SelfLoad, Step
from .pad_kinds import SimpleKind


def with_lane_axis(layout: Layout, lanes: int) -> Layout:
    """
    The layout of the lanes of a buffer of vectors: logical and physical shapes end with their
    number, and padding is the same in all of them.

    Raises LayoutError if a function computes padding, which gives whole vectors.
    """
    steps = [
        Step(
            _lanes_kept(step.map),
            _of_lanes(step.pad),
            (*step.align, 1) if step.align else (),
            (*step.extents, lanes) if step.extents else (),
        )
        for step in layout.steps
    ]
    return Layout(tuple(steps), layout.separators)


def _of_lanes(pad: PadKind) -> PadKind:
    if not isinstance(pad, ByRegion):
        return _of_simple(pad)
    return ByRegion(
        tuple(
            Region(None if r.where is None else _lanes_taken(r.where), _of_simple(r.kind))
            for r in pad.regions
        )
    )


def _of_simple(kind: SimpleKind) -> SimpleKind:
    match kind:
        case SelfLoad():
            return SelfLoad(_lanes_kept(kind.source))
        case Computed():
            raise LayoutError(f"@{kind.function} computes padding of vectors, not of their lanes")
        case _:
            return kind


def _lanes_kept(map: IndexMap) -> IndexMap:
    taken = _lanes_taken(map)
    return IndexMap(taken.inputs, (*map.outputs, var(taken.inputs[-1])))


def _lanes_taken(map: IndexMap) -> IndexMap:
    name = "lane"
    while name in map.inputs:
        name += "_"
    return IndexMap((*map.inputs, name), map.outputs)
