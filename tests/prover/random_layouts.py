"""Index maps drawn at random; most of them are layouts of the shape."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from pad_mlir.index.expr import Expr, lift, var

_MOST = {1: 40, 2: 12, 3: 8, 4: 6}
"""The largest extent, by rank."""


def names_of(rank: int) -> tuple[str, ...]:
    """The names that maps on a shape of this rank use."""
    return tuple(f"i{axis}" for axis in range(rank))


def random_shape(rng: np.random.Generator) -> tuple[int, ...]:
    """A shape of rank 1 to 4."""
    rank = int(rng.integers(1, 5))
    return tuple(map(int, rng.integers(1, _MOST[rank] + 1, rank)))


def random_map(shape: tuple[int, ...], rng: np.random.Generator) -> tuple[Expr, ...]:
    """Outputs over the indices of the shape: tiles, shifts, strides, reversals, skews, fusions."""
    outputs: list[Expr] = []
    for name, extent in zip(names_of(len(shape)), shape, strict=True):
        outputs += _of_axis(var(name), extent, rng)
    outputs = [outputs[k] for k in rng.permutation(len(outputs))]
    if len(outputs) > 1 and rng.random() < 0.3:
        one, two = map(int, rng.choice(len(outputs), 2, replace=False))
        if rng.random() < 0.5:
            outputs[one] = outputs[one] + outputs[two]
        else:
            outputs[one] = outputs[one] * int(rng.integers(2, 14)) + outputs[two]
            del outputs[two]
    return tuple(outputs)


def cells(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All indices of the shape."""
    return list(product(*map(range, shape)))


def images(outputs: tuple[Expr, ...], places: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Where a map puts these indices."""
    columns = np.array(places).reshape(len(places), -1).T
    values = dict(zip(names_of(len(columns)), columns, strict=True))
    results: list[Any] = [np.broadcast_to(o.evaluate(values), len(places)) for o in outputs]
    return [tuple(map(int, row)) for row in zip(*results, strict=True)]


def _of_axis(index: Expr, extent: int, rng: np.random.Generator) -> list[Expr]:
    offset = int(rng.choice((0, 1, 2, 3, -1), p=(0.7, 0.1, 0.1, 0.08, 0.02)))
    index = lift(extent - 1 + offset) - index if rng.random() < 0.2 else index + offset
    tile = int(rng.choice((2, 3, 4, 5, 8)))
    style = rng.random()
    if style < 0.4:
        return [index]
    if style < 0.8:
        return [index // tile, index % tile]
    if style < 0.88:
        return [index * tile]
    if style < 0.94:
        return [index // (2 * tile), index // 2 % tile, index % 2]
    return [index // tile if rng.random() < 0.5 else index % tile]
