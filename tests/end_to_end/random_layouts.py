"""Layouts drawn at random that fit a shape."""

from __future__ import annotations

from math import prod

import numpy as np

from .elements import FLOATS
from .placement import Step

MOST_CELLS = 3000
_IDENTITIES = {
    True: ("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"),
    False: ("addi", "muli", "maxsi", "minsi", "maxui", "minui", "andi", "ori", "xori"),
}


def random_layout(
    element: str, shape: tuple[int, ...], rng: np.random.Generator
) -> tuple[Step, ...]:
    """None to two steps, each with a pad kind of its own."""
    steps: list[Step] = []
    for _ in range(rng.choice(3, p=(0.1, 0.65, 0.25))):
        steps.append(_random_step(shape, random_pad(element, rng), rng))
        shape = steps[-1].box(shape)
    return tuple(steps)


def random_pad(element: str, rng: np.random.Generator) -> str:
    """A pad kind for the element type."""
    is_float = element in FLOATS
    values = ("0.0", "-0.0", "nan", "inf", "-2.5") if is_float else ("0", "1")
    identity = f"identity({rng.choice(_IDENTITIES[is_float])})"
    return str(rng.choice(["forbidden", "undef", identity, rng.choice(values)]))


def _random_step(shape: tuple[int, ...], pad: str, rng: np.random.Generator) -> Step:
    while True:
        step = _any_step(shape, pad, rng)
        if prod(step.box(shape)) <= MOST_CELLS:
            return step


def _any_step(shape: tuple[int, ...], pad: str, rng: np.random.Generator) -> Step:
    names = [f"x{d}" for d in range(len(shape))]
    results = [r for name, n in zip(names, shape, strict=True) for r in _of_axis(name, n, rng)]
    if not results:
        results = [str(rng.integers(3))]
    order = rng.permutation(len(results))
    results: list[str] = [results[k] for k in order]
    text = f"({', '.join(names)}) -> "
    if len(results) > 1 and rng.random() < 0.4:
        _mix(results, Step(f"{text}({', '.join(results)})").box(shape), rng)
    step = Step(f"{text}({', '.join(results)})", pad)
    rank = len(results)
    if rng.random() < 0.2:
        return Step(step.map, pad, align=tuple(map(int, rng.choice((1, 2, 4, 8), rank))))
    if rng.random() < 0.2:
        extents = np.array(step.box(shape)) + rng.integers(0, 3, rank)
        return Step(step.map, pad, extents=tuple(map(int, extents)))
    return step


def _of_axis(name: str, size: int, rng: np.random.Generator) -> list[str]:
    offset = rng.choice((0, 0, 1, 3))
    index = f"{size - 1 + offset} - {name}" if rng.random() < 0.25 else f"{name} + {offset}"
    style = rng.choice(("plain", "tile", "stride"), p=(0.45, 0.45, 0.1))
    if style == "tile":
        tile = rng.choice((2, 3, 4, 8))
        return [f"({index}) floordiv {tile}", f"({index}) mod {tile}"]
    return [f"({index}) * 2" if style == "stride" else index]


def _mix(results: list[str], box: tuple[int, ...], rng: np.random.Generator) -> None:
    """Skew one result by another, or make one of two."""
    p, q = map(int, rng.choice(len(results), 2, replace=False))
    if rng.random() < 0.5:
        results[p] = f"{results[p]} + {results[q]}"
        return
    pitch = max(box[q], 1) + int(rng.integers(0, 3))
    results[p] = f"({results[p]}) * {pitch} + {results[q]}"
    del results[q]
