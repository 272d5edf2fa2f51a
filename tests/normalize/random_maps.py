"""Random injective maps, quasi-affine, in upstream's syntax."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from random import Random
from typing import TypeAlias

import numpy as np

from ..end_to_end.elements import Array
from ..end_to_end.placement import Step

_MOST_CELLS = 600


@dataclass(frozen=True)
class Axis:
    """A result of a map: its text over the indices, and how many values it may have."""

    text: str
    extent: int


Axes: TypeAlias = tuple[Axis, ...]


@dataclass(frozen=True)
class RandomMap:
    """A map on a static shape."""

    shape: tuple[int, ...]
    axes: Axes
    kinds: tuple[str, ...]
    """The kinds of which it is composed."""

    def __str__(self) -> str:
        names = ", ".join(_names(len(self.shape)))
        return f"({names}) -> ({', '.join(axis.text for axis in self.axes)})"

    @property
    def is_permutation(self) -> bool:
        """Whether it only gives the axes another order."""
        return set(self.kinds) <= {"permuted"}

    def cells(self, box: tuple[int, ...]) -> Array:
        """The numbers of the cells of the box that hold the elements, in row-major order."""
        indices = np.broadcast_arrays(*Step(str(self)).image(list(np.indices(self.shape))))
        return np.ravel_multi_index(indices, box).reshape(-1)


def random_shape(rng: Random) -> tuple[int, ...]:
    """One to three axes."""
    return tuple(rng.randint(1, 7) for _ in range(rng.choice((1, 2, 2, 3))))


def random_map(rng: Random, shape: tuple[int, ...]) -> RandomMap:
    """One that stores each element in a cell of its own, in a box of not too many cells."""
    names = _names(len(shape))
    while True:
        axes = tuple(map(Axis, names, shape))
        kinds = rng.choices(list(_STEPS), k=rng.choice((1, 1, 2, 2, 3)))
        for kind in kinds:
            axes = _STEPS[kind](rng, axes)
        found = RandomMap(shape, axes, tuple(kinds))
        box = tuple(axis.extent for axis in axes)
        if prod(box) <= _MOST_CELLS and len(set(found.cells(box))) == prod(shape):
            return found


def _names(rank: int) -> list[str]:
    return [f"i{axis}" for axis in range(rank)]


def _plain(axes: Axes) -> list[int]:
    """
    The axes without divisions, which can be divided, multiplied and added to others.

    With quotients and remainders in such places, upstream bounds an axis by rational numbers, and
    its box may have cells that no index reaches at its end.
    """
    divisions = ("floordiv", "mod")
    return [k for k, axis in enumerate(axes) if not any(d in axis.text for d in divisions)]


def _permuted(rng: Random, axes: Axes) -> Axes:
    return tuple(rng.sample(axes, len(axes)))


def _tiled(rng: Random, axes: Axes) -> Axes:
    """Tiles that divide the extent, or do not."""
    if not (plain := _plain(axes)):
        return _permuted(rng, axes)
    number = rng.choice(plain)
    text, extent = axes[number].text, axes[number].extent
    tile = rng.randint(2, 4)
    outer = Axis(f"(({text}) floordiv {tile})", -(-extent // tile))
    inner = Axis(f"(({text}) mod {tile})", tile)
    if rng.random() < 0.5:
        return (*axes[:number], outer, inner, *axes[number + 1 :])
    return (*axes[:number], outer, *axes[number + 1 :], inner)


def _skewed(rng: Random, axes: Axes) -> Axes:
    """`(i, j) -> (i, i + j)`, or `(i, j - i + n)`."""
    if len(plain := _plain(axes)) < 2:
        return _shifted(rng, axes)
    first, second = rng.sample(plain, 2)
    a, b = axes[first], axes[second]
    extent = a.extent + b.extent - 1
    text = rng.choice((f"({a.text} + {b.text})", f"({b.text} - ({a.text}) + {a.extent - 1})"))
    return _replaced(axes, second, Axis(text, extent))


def _rotated(rng: Random, axes: Axes) -> Axes:
    """`(i, j) -> (i, (i + j) mod n)`."""
    if len(plain := _plain(axes)) < 2:
        return _reversed(rng, axes)
    first, second = rng.sample(plain, 2)
    extent = axes[second].extent + rng.randint(0, 2)
    text = f"(({axes[first].text} + {axes[second].text}) mod {extent})"
    return _replaced(axes, second, Axis(text, extent))


def _strided(rng: Random, axes: Axes) -> Axes:
    if not (plain := _plain(axes)):
        return _permuted(rng, axes)
    number, step = rng.choice(plain), rng.randint(2, 3)
    text, extent = axes[number].text, axes[number].extent
    return _replaced(axes, number, Axis(f"(({text}) * {step})", (extent - 1) * step + 1))


def _shifted(rng: Random, axes: Axes) -> Axes:
    number, offset = rng.randrange(len(axes)), rng.randint(1, 3)
    text, extent = axes[number].text, axes[number].extent
    return _replaced(axes, number, Axis(f"({text} + {offset})", extent + offset))


def _reversed(rng: Random, axes: Axes) -> Axes:
    number = rng.randrange(len(axes))
    text, extent = axes[number].text, axes[number].extent
    return _replaced(axes, number, Axis(f"({extent - 1} - ({text}))", extent))


def _linear(rng: Random, axes: Axes) -> Axes:
    """Two axes as one, with or without a pitch."""
    if len(plain := _plain(axes)) < 2:
        return _strided(rng, axes)
    first, second = rng.sample(plain, 2)
    a, b = axes[first], axes[second]
    pitch = b.extent + rng.choice((0, 0, 1, 3))
    merged = Axis(f"(({a.text}) * {pitch} + {b.text})", (a.extent - 1) * pitch + b.extent)
    return tuple(a for k, a in enumerate(_replaced(axes, first, merged)) if k != second)


def _replaced(axes: Sequence[Axis], number: int, axis: Axis) -> Axes:
    return (*axes[:number], axis, *axes[number + 1 :])


_STEPS: dict[str, Callable[[Random, Axes], Axes]] = {
    "permuted": _permuted,
    "tiled": _tiled,
    "skewed": _skewed,
    "rotated": _rotated,
    "strided": _strided,
    "shifted": _shifted,
    "reversed": _reversed,
    "linear": _linear,
}
