"""What a program is: MLIR text and the same loops in C, a reference, and calls of libraries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]
_FAST = "fastmath<fast>"
RESULT = "Y"
"""The name of the buffer that each program writes, and the last of its arguments."""


@dataclass(frozen=True)
class Program:
    """
    One program on f32.

    Its function is named `f` in MLIR and in C. In MLIR `{f}` stands for the flags of arithmetic,
    and `{m}` for the flags of mathematical functions. `in_torch` are expressions of the inputs by
    their names, of `out` for what is written, and of `torch` and `F`, its functions: one for each
    way that torch has.
    """

    name: str
    text: str
    c: str
    shapes: Mapping[str, tuple[int, ...]]
    """By the names of the arguments, in order."""
    reference: Callable[..., Array]
    """Of the inputs in f64."""
    in_torch: tuple[str, ...]
    in_numpy: Callable[..., object] | None = None
    """Of the inputs and the result, which it writes; None if numpy lacks the function."""
    spread: float = 1.0
    """The standard deviation of the inputs."""

    def mlir(self, *, afn: bool) -> str:
        """The text with all flags; mathematical functions have theirs only if asked."""
        return self.text.replace("{f}", _FAST).replace("{m}", _FAST if afn else "")

    def arrays(self) -> dict[str, Array]:
        """Normally distributed inputs, and a result that is wrong everywhere."""
        random = np.random.default_rng(0)
        found = {
            name: (self.spread * random.standard_normal(shape)).astype(np.float32)
            for name, shape in self.shapes.items()
        }
        found[RESULT][...] = 77
        return found

    def expected(self, arrays: Mapping[str, Array]) -> Array:
        """The result, in f64."""
        return self.reference(*(a.astype(np.float64) for n, a in arrays.items() if n != RESULT))
