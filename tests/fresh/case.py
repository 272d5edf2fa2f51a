"""The case of a fresh kernel: layouts, steps, expected verdict, inputs and reference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Argument = NDArray[Any] | int | float


@dataclass(frozen=True)
class Transform:
    """One `s.transform_layout(buffer, map, pad)`."""

    buffer: str
    index_map: str
    pad: str = "forbidden"


def no_masks() -> dict[int, Callable[[], NDArray[np.bool_]]]:
    return {}


@dataclass(frozen=True)
class Case:
    """A kernel, the steps to take with it, and whether its guards must stay."""

    name: str
    transforms: tuple[Transform, ...]
    sequential: tuple[tuple[str, str], ...]
    remove: tuple[str, ...]
    guards_left: dict[str, bool]
    reason: str
    inputs: Callable[[np.random.Generator], list[Argument]]
    reference: Callable[..., None]
    compared: tuple[int, ...]
    fp: str = "strict"
    max_waste: float | None = None
    physical: dict[int, Callable[[], NDArray[np.bool_]]] = field(default_factory=no_masks)
