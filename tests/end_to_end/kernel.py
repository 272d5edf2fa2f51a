"""A function as MLIR text, what it does to its buffers, and the same in numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from .elements import DTYPES, Array, ordinary

Role: TypeAlias = Literal["in", "out", "update", "partial", "local"]
"""
How a function uses a buffer: it only reads it; writes all of it in one stage, and reads nothing
that was there before; both reads what was there and writes all of it; writes it, but no stage
certainly writes all of it, so that old values may remain. A local is not an argument.
"""


@dataclass(frozen=True)
class Buffer:
    """A memref of the function or, where `function` is given, of one that it calls."""

    element: str
    shape: tuple[int, ...]
    role: Role
    function: str | None = None
    values: Callable[[np.random.Generator], Any] | None = None
    """Draws the data; by default any of the element type."""

    def data(self, rng: np.random.Generator) -> Array:
        """The argument that the caller passes."""
        if self.values is None:
            return ordinary(self.element, self.shape, rng)
        return np.asarray(self.values(rng)).astype(DTYPES[self.element]).reshape(self.shape)


@dataclass(frozen=True)
class Kernel:
    """A function of that name, and its reference on numpy arrays."""

    name: str
    text: str
    buffers: Mapping[str, Buffer]
    reference: Callable[..., Any]
    """Takes the arguments, writes the outputs in place, gives the results."""
    neutral: tuple[str, ...] = ()
    """Operations whose identity some padding shall hold."""
    together: tuple[tuple[str, ...], ...] = ()
    """Which buffers get layouts together, and in which order; one choice after the other."""
    scalars: tuple[float | int, ...] = ()
    """Arguments before the buffers."""
    rtol: Mapping[str, float] = field(default_factory=dict[str, float])
    """Buffers whose values need not agree in every bit."""

    def arguments(self) -> dict[str, Buffer]:
        """The memrefs that a caller gives, in order."""
        return {
            name: buffer
            for name, buffer in self.buffers.items()
            if buffer.function is None and buffer.role != "local"
        }
