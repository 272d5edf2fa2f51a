"""Layouts as plain data: where each element of a logical shape is stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .checks import LayoutError
from .index_map import IndexMap, MapFunction
from .pad_kinds import (
    ByRegion,
    Computed,
    Constant,
    Forbidden,
    Identity,
    PadKind,
    Region,
    SelfLoad,
    SimpleKind,
    Undef,
)
from .placed_layout import PlacedLayout
from .step import Step

__all__ = [
    "ByRegion",
    "Computed",
    "Constant",
    "Forbidden",
    "Identity",
    "IndexMap",
    "Layout",
    "LayoutError",
    "MapFunction",
    "PadKind",
    "PlacedLayout",
    "Region",
    "SelfLoad",
    "SimpleKind",
    "Step",
    "Undef",
]


@dataclass(frozen=True)
class Layout:
    """Index maps applied in order; `separators` are RFC 39's, positions between physical axes."""

    steps: tuple[Step, ...]
    separators: tuple[int, ...] = ()

    def then(self, step: Step) -> Layout:
        """This layout, re-laid out by one more step."""
        return Layout((*self.steps, step), self.separators)

    def apart_from(self, names: Collection[str]) -> Layout:
        """The same layout, with other names for indices that have one of these."""
        if not any(name in names for step in self.steps for name in step.map.inputs):
            return self
        steps = (replace(step, map=step.map.apart_from(names)) for step in self.steps)
        return Layout(tuple(steps), self.separators)

    def __str__(self) -> str:
        steps = "; then ".join(map(str, self.steps)) or "row-major"
        return f"{steps}; separators {list(self.separators)}" if self.separators else steps

    def place(self, shape: Sequence[int | str]) -> PlacedLayout:
        """This layout on a logical shape; a name is a size known only at run time, at least 0."""
        return _place(self, tuple(shape))


@lru_cache(maxsize=4096)
def _place(layout: Layout, shape: tuple[int | str, ...]) -> PlacedLayout:
    return PlacedLayout(layout, shape)
