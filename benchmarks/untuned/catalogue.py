"""All thirty, by name."""

from __future__ import annotations

from . import (
    chains,
    convolutions,
    movement,
    normalisations,
    pooling,
    products,
    reductions,
    scans,
    stencils,
    volumes,
)
from .kernel import Untuned

_FAMILIES = (
    normalisations,
    reductions,
    scans,
    stencils,
    convolutions,
    volumes,
    pooling,
    movement,
    products,
    chains,
)

UNTUNED: dict[str, Untuned] = {
    untuned.make.__name__: untuned for family in _FAMILIES for untuned in family.KERNELS
}
