"""
Layouts evaluated forward, by enumeration of all indices.

Nothing here is derived by the project: where a cell lies, how large the box is and what the other
cells hold follow from the text of the maps alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .elements import DTYPES, Array, pad_value

WINDOW = 64
"""Larger than any period: an axis with one maximum here and in twice the window has no larger."""


@dataclass(frozen=True)
class Step:
    """One map with its pad kind, as `pad-transform-layout` takes them."""

    map: str
    pad: str = "forbidden"
    align: tuple[int, ...] = ()
    extents: tuple[int, ...] = ()

    def pipeline(self, function: str, buffer: str) -> str:
        """The pass that gives this step to a buffer."""
        text = f'function={function} buffer={buffer} map="{self.map}" pad="{self.pad}"'
        for name in ("align", "extents"):
            if values := getattr(self, name):
                text += f' {name}="{list(values)}"'
        return f"pad-transform-layout{{{text}}}"

    def image(self, indices: Sequence[Array]) -> tuple[Array, ...]:
        """Where the map sends each index."""
        names, results = re.fullmatch(r"\((.*?)\) -> \((.*)\)", self.map, re.DOTALL).groups()  # pyright: ignore
        python = results.replace("floordiv", "//").replace("mod", "%")
        bound = dict(zip(filter(None, re.split(r",\s*", names)), indices, strict=True))
        found = eval(f"({python},)" if python else "()", {}, bound)
        return tuple(map(np.asarray, found))

    def box(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The physical extents for a box of indices."""
        inside = self.image(np.ogrid[tuple(slice(0, n) for n in shape)])
        near, far = (
            self.image(np.ogrid[tuple(slice(-window, n + window) for n in shape)])
            for window in (WINDOW, 2 * WINDOW)
        )
        extents = [
            1 + int(wide.max() if wide.max() == wider.max() else values.max(initial=-1))
            for values, wide, wider in zip(inside, near, far, strict=True)
        ]
        if self.align:
            extents = [-(-n // a) * a for n, a in zip(extents, self.align, strict=True)]
        assert all(n <= e for n, e in zip(extents, self.extents, strict=False)), "extents below"
        return self.extents or tuple(extents)


@dataclass(frozen=True)
class Placement:
    """
    A buffer's physical box.

    `origin` has for each physical cell the flat logical index that it stores, or -1 - k where it is
    padding of step k.
    """

    element: str
    steps: tuple[Step, ...]
    origin: Array

    @staticmethod
    def of(element: str, shape: tuple[int, ...], steps: tuple[Step, ...]) -> Placement:
        """Enumerate the steps; raises AssertionError if one is not a layout."""
        origin = np.arange(int(np.prod(shape))).reshape(shape)
        for k, step in enumerate(steps):
            image = tuple(
                np.broadcast_to(axis, origin.shape)
                for axis in step.image(list(np.indices(origin.shape)))
            )
            moved = np.full(step.box(origin.shape), -1 - k)
            moved[image] = origin
            assert all((axis >= 0).all() for axis in image), f"negative: {step.map}"
            assert np.count_nonzero(moved != -1 - k) == origin.size, f"not injective: {step.map}"
            origin = moved
        return Placement(element, steps, origin)

    def padding(self, *pads: str) -> Array:
        """Where the padding of these kinds is; a kind `value` means all that hold a value."""
        result = np.zeros(self.origin.shape, np.bool_)
        for k, step in enumerate(self.steps):
            holds_value = pad_value(step.pad, self.element) is not None
            if step.pad in pads or (holds_value and "value" in pads):
                result |= self.origin == -1 - k
        return result

    def values(self) -> Array:
        """The box with the value of each value padding cell, and zeros elsewhere."""
        result = np.zeros(self.origin.shape, DTYPES[self.element])
        for k, step in enumerate(self.steps):
            value = pad_value(step.pad, self.element)
            if value is not None:
                result[self.origin == -1 - k] = value
        return result

    def scatter(self, logical: Array, physical: Array) -> Array:
        """`physical` with the logical cells in their places."""
        result, stored = physical.copy(), self.origin >= 0
        result[stored] = logical.reshape(-1)[self.origin[stored]]
        return result

    def gather(self, physical: Array, shape: tuple[int, ...]) -> Array:
        """The logical cells out of a physical array."""
        result = np.empty(int(np.prod(shape)), physical.dtype)
        stored = self.origin >= 0
        result[self.origin[stored]] = physical[stored]
        return result.reshape(shape)
