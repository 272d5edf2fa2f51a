"""Layouts as plain data: index maps, pad kinds, and what follows from them on a shape."""

from .layout import (
    ByRegion,
    Computed,
    Constant,
    Forbidden,
    Identity,
    IndexMap,
    Layout,
    LayoutError,
    MapFunction,
    PadKind,
    PlacedLayout,
    Region,
    SelfLoad,
    SimpleKind,
    Step,
    Undef,
)

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
