"""Arrays for the arguments of a model: the same wherever they are made."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]


def arrays(arguments: Iterable[tuple[str, tuple[int, ...], Any]], seed: int = 7) -> list[Array]:
    """
    An array for each name, shape and element type.

    Weights are scaled by the number of values that a sum of them has, so that outputs are of
    the size of inputs; scalars are small, and variances positive.
    """
    random = np.random.default_rng(seed)
    made = list[Array]()
    for name, shape, dtype in arguments:
        if np.dtype(dtype) == np.int64:
            made.append(np.zeros(shape, np.int64))
            continue
        if np.dtype(dtype) == np.int8:
            made.append(random.integers(-127, 128, shape, dtype=np.int8))
            continue
        values = random.standard_normal(shape)
        if not shape:
            values = np.full(shape, 0.02)
        elif len(shape) > 1:
            values = values / np.sqrt(max(1, prod(shape) // max(shape)))
        if name.endswith("running_var"):
            values = np.abs(values)
        made.append(values.astype(dtype))
    return made
