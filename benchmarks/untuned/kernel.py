"""
What a kernel is: MLIR text, arguments, a reference in numpy, and the same loops in C.

Arithmetic on floats carries `FREE`, since the libraries and frameworks that offer these kernels
promise no order of summation. Comparisons, extrema and integers need no flags. `Kernel.c_flags`
gives a C compiler at least the same freedom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import Template
from typing import Any, Literal

import numpy as np

Array = np.ndarray[Any, Any]

FREE = "fastmath<reassoc,contract,nsz>"
LOWEST = "0xFF800000 : f32"
"""Minus infinity, from which a maximum starts."""


@dataclass(frozen=True)
class Argument:
    """
    An array that is passed, named as in the MLIR text.

    Inputs are normally distributed, or whole numbers from the first of `within` up to, without, the
    second. An output is written in all its cells; what it holds before does not matter.
    """

    name: str
    shape: tuple[int, ...]
    type: str = "float32"
    out: bool = False
    within: tuple[int, int] | None = None

    def values(self, random: np.random.Generator) -> Array:
        if self.out:
            return np.full(self.shape, 77, self.type)
        if self.within is not None:
            return random.integers(*self.within, self.shape).astype(self.type)
        return random.standard_normal(self.shape).astype(self.type)


@dataclass(frozen=True)
class Pad:
    """Cells before and after each axis of an array, and what they hold: a number, or the edge."""

    widths: tuple[tuple[int, int], ...]
    fill: float | Literal["edge"] = 0

    def padded(self, array: Array) -> Array:
        if self.fill == "edge":
            return np.pad(array, self.widths, mode="edge")
        return np.pad(array, self.widths, constant_values=self.fill)

    def inner(self, padded: Array) -> Array:
        sides = zip(self.widths, padded.shape, strict=True)
        return padded[tuple(slice(before, size - after) for (before, after), size in sides)]


@dataclass(frozen=True)
class PaddedC:
    """A C function on arrays that its caller pads; each begins at a multiple of 64 bytes."""

    source: str
    pads: Mapping[str, Pad]
    """By argument; the others are as they are."""


@dataclass(frozen=True)
class Kernel:
    """
    One kernel at one size.

    The function has the kernel's name in MLIR and in C; that of `padded_c` ends in `_padded`. The
    reference takes the inputs and returns the outputs, each in order.
    """

    name: str
    text: str
    arguments: tuple[Argument, ...]
    reference: Callable[..., tuple[Array, ...]]
    c: str
    padded_c: PaddedC | None = None

    def arrays(self, seed: int = 0) -> list[Array]:
        random = np.random.default_rng(seed)
        return [argument.values(random) for argument in self.arguments]

    @property
    def c_flags(self) -> tuple[str, ...]:
        """
        What a C compiler gets beside -O3 and the processor: arith has neither errno nor traps.

        Compilers vectorize a maximum of floats only where they need not care about NaN, which
        `arith.maximumf` does care about: here C has more freedom than the MLIR text.
        """
        flags = ["-std=c11", "-fno-math-errno", "-fno-trapping-math"]
        if FREE in self.text:
            flags += ["-fassociative-math", "-fno-signed-zeros", "-ffp-contract=fast"]
        if any(f"arith.{kind}imumf" in self.text for kind in ("max", "min")):
            flags += ["-fno-signed-zeros", "-ffinite-math-only"]
        return tuple(dict.fromkeys(flags))


@dataclass(frozen=True)
class Untuned:
    """A kernel at any size: its parameters default to the size that is timed."""

    make: Callable[..., Kernel]
    small: Mapping[str, int] = field(default_factory=dict[str, int])
    """Parameters of a size that is checked quickly."""


def mlir(text: str, **values: int | str) -> str:
    """The text with `$name` replaced by the value of that name, and `$free` by the flags."""
    return Template(text.lstrip("\n")).substitute(values, free=FREE, lowest=LOWEST)


def c_source(body: str, **sizes: int) -> str:
    """The C text after an enumeration of the sizes."""
    constants = ", ".join(f"{name} = {value}" for name, value in sizes.items())
    return f"enum {{ {constants} }};\n\n{body.lstrip()}"


def rounded(size: int, unit: int = 16) -> int:
    """The next multiple of the unit."""
    return -(-size // unit) * unit


def end_pad(shape: tuple[int, ...], units: Mapping[int, int], fill: float = 0) -> Pad:
    """Cells after those axes up to the next multiple of their unit."""
    sizes = enumerate(shape)
    return Pad(tuple((0, rounded(size, units.get(axis, 1)) - size) for axis, size in sizes), fill)
