"""The functions of the RFC, in numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Argument = NDArray[Any] | int
Inputs = Callable[[np.random.Generator], list[Argument]]


@dataclass(frozen=True)
class Kernel:
    """
    A function by its arguments and what it does to them, in place.

    `written` are the positions of arguments whose logical cells are all certainly written first.
    """

    inputs: Inputs
    reference: Callable[..., None]
    written: tuple[int, ...] = ()
    function: str = "func"


def floats(*shapes: tuple[int, ...]) -> Inputs:
    """Arrays of f32 of these shapes."""
    return lambda rng: [rng.normal(size=shape).astype(np.float32) for shape in shapes]


def integers(*shapes: tuple[int, ...]) -> Inputs:
    """Arrays of i32 of these shapes, of any bits."""
    return lambda rng: [
        rng.integers(-(2**31), 2**31, size=shape).astype(np.int32) for shape in shapes
    ]
