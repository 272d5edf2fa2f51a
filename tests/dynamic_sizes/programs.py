"""What each kernel does, in numpy: its sizes, its arrays, its results, and how much work it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, TypeAlias

import numpy as np

from ..end_to_end.elements import Array, poison
from . import references

Sizes: TypeAlias = Mapping[str, int]
Shapes: TypeAlias = dict[str, tuple[int, ...]]
Generator: TypeAlias = np.random.Generator


def small_integers(rng: Generator, shape: tuple[int, ...]) -> Array:
    """Floats whose sums and products are exact in any order."""
    return rng.integers(-8, 9, shape).astype(np.float32)


def _always(sizes: Sizes) -> bool:
    return True


@dataclass(frozen=True)
class Program:
    """A kernel's sizes by name, and all that follows from them."""

    sizes: tuple[str, ...]
    shapes: Callable[[Sizes], Shapes]
    """The arrays that it takes, in order."""
    reference: Callable[..., None]
    """Takes the arrays and then the scalars, and writes the results in place."""
    written: tuple[str, ...]
    """Arrays of which each cell is written before it is read."""
    updated: tuple[str, ...] = ()
    """Arrays that it changes, but not all of them or not without reading them."""
    scalars: tuple[float, ...] = ()
    data: Mapping[str, Callable[[Generator, Sizes], Array]] = field(
        default_factory=dict[str, Callable[[Generator, Sizes], Array]]
    )
    """Arrays that hold something else than small integers."""
    work: Callable[[Sizes], int] = lambda sizes: prod(sizes.values())
    """About how many iterations it has."""
    allowed: Callable[[Sizes], bool] = _always
    tolerance: float = 0.0

    def arrays(self, sizes: Sizes, rng: Generator, style: str = "nan") -> dict[str, Array]:
        """What a caller gives; what is written first holds poison of that style."""

        def array(name: str, shape: tuple[int, ...]) -> Array:
            if name in self.written:
                return poison("f32", shape, style, rng)
            make = self.data.get(name)
            return small_integers(rng, shape) if make is None else make(rng, sizes)

        return {name: array(name, shape) for name, shape in self.shapes(sizes).items()}

    def results(self, arrays: Mapping[str, Array]) -> dict[str, Array]:
        """All arrays as they are to be at the end."""
        copies = {name: array.copy() for name, array in arrays.items()}
        self.reference(*copies.values(), *self.scalars)
        return copies

    def differences(self, name: str, found: Array, wanted: Array) -> Any:
        """The indices of cells of an array that are not what they are to be."""
        changed = name in (*self.written, *self.updated)
        close = np.isclose(
            found,
            wanted,
            rtol=self.tolerance * changed,
            atol=self.tolerance * changed,
            equal_nan=True,
        )
        return np.argwhere(~close).tolist()


def _rows(s: Sizes) -> Shapes:
    return {"A": (s["m"], s["n"]), "B": (s["m"],)}


def _matrices(s: Sizes) -> Shapes:
    return {"A": (s["m"], s["n"]), "B": (s["m"], s["n"])}


def _norm(s: Sizes) -> Shapes:
    return {"A": (s["m"], s["n"]), "G": (s["n"],), "H": (s["n"],), "B": (s["m"], s["n"])}


def _batches(more: int) -> Callable[[Sizes], Shapes]:
    """B's first rows are multiplied; it has that many more."""

    def shapes(s: Sizes) -> Shapes:
        return {
            "A": (s["b"], s["m"], s["l"]),
            "B": (s["b"], s["l"] + more, s["n"]),
            "C": (s["b"], s["m"], s["n"]),
        }

    return shapes


def _not_finite_behind(rng: Generator, s: Sizes) -> Array:
    array = small_integers(rng, (s["b"], s["l"] + 3, s["n"]))
    array[:, s["l"] :] = np.nan
    return array


def _images(s: Sizes) -> Shapes:
    h, w, c = s["h"], s["w"], s["c"]
    return {"A": (2, h, w, c), "F": (3, 3, c, 20), "B": (2, max(h - 2, 0), max(w - 2, 0), 20)}


def _windows(more: int) -> Callable[[Sizes], Shapes]:
    """B has that many rows and columns more than A has windows."""

    def shapes(s: Sizes) -> Shapes:
        h, w, c = s["h"], s["w"], s["c"]
        return {"A": (h, w, c), "B": (-(-h // 2) + more, -(-w // 2) + more, c)}

    return shapes


def _indices(rng: Generator, s: Sizes) -> Array:
    return rng.integers(0, max(s["v"], 1), s["n"]).astype(np.int32)


ROWS = Program(("m", "n"), _rows, references.row_sum, ("B",))
NORM = Program(("m", "n"), _norm, references.layernorm, ("B",), tolerance=1e-3)

PROGRAMS: dict[str, Program] = {
    "row_sum": ROWS,
    "row_sum_assumed": ROWS,
    "softmax": Program(("m", "n"), _matrices, references.softmax, ("B",), tolerance=1e-4),
    "layernorm": NORM,
    "layernorm_moments": NORM,
    "matmul": Program(
        ("m", "l", "n"),
        lambda s: {"A": (s["m"], s["l"]), "B": (s["l"], s["n"]), "C": (s["m"], s["n"])},
        references.matmul,
        ("C",),
    ),
    "batched_matmul": Program(("b", "m", "l", "n"), _batches(0), references.matmul, ("C",)),
    "batched_matmul_untied": Program(
        ("b", "m", "l", "n"),
        _batches(3),
        references.matmul,
        ("C",),
        data={"B": _not_finite_behind},
    ),
    "conv1d": Program(
        ("n",),
        lambda s: {"A": (s["n"],), "F": (3,), "B": (s["n"] + 2,)},
        references.conv1d,
        ("B",),
    ),
    "conv1d_clamped": Program(
        ("p", "l"),
        lambda s: {"A": (s["p"] + s["l"] - 1,), "F": (s["l"],), "B": (s["p"],)},
        references.conv1d_inside,
        ("B",),
        allowed=lambda s: s["p"] + s["l"] > 0,
    ),
    "conv2d": Program(
        ("h", "w", "c"),
        _images,
        references.conv2d,
        ("B",),
        work=lambda s: 360 * max(s["h"] - 2, 0) * max(s["w"] - 2, 0) * s["c"],
    ),
    "maxpool": Program(("h", "w", "c"), _windows(0), references.maxpool, ("B",)),
    "maxpool_unsized": Program(("h", "w", "c"), _windows(1), references.maxpool, ("B",)),
    "transpose": Program(
        ("m", "n"),
        lambda s: {"A": (s["m"], s["n"]), "B": (s["n"], s["m"])},
        references.transpose,
        ("B",),
    ),
    "stencil": Program(("m", "n"), _matrices, references.stencil, ("B",)),
    "stencil_inside": Program(("m", "n"), _matrices, references.stencil_inside, (), updated=("B",)),
    "scale": Program(
        ("m", "n"),
        lambda s: {"A": (s["m"], s["n"])},
        references.scale,
        (),
        updated=("A",),
        scalars=(2.5,),
    ),
    "prefix_sum": Program(("m", "n"), _matrices, references.prefix_sum, ("B",)),
    "prefix_in_place": Program(
        ("m", "n"),
        lambda s: {"A": (s["m"], s["n"])},
        references.prefix_in_place,
        (),
        updated=("A",),
    ),
    "gather": Program(
        ("v", "n", "d"),
        lambda s: {"A": (s["v"], s["d"]), "I": (s["n"],), "B": (s["n"], s["d"])},
        references.gather,
        ("B",),
        data={"I": _indices},
        allowed=lambda s: s["v"] > 0 or s["n"] == 0,
    ),
    "chained": Program(("m", "n"), _rows, references.chained, ("B",)),
    "caller": Program(("m", "n"), _rows, references.caller, ("B",)),
    "triangle": Program(
        ("n",),
        lambda s: {"A": (s["n"], s["n"]), "B": (s["n"],)},
        references.triangle,
        ("B",),
        work=lambda s: s["n"] ** 2,
    ),
    "smaller": Program(
        ("n", "m"),
        lambda s: {"A": (s["n"],), "B": (s["m"],)},
        references.smaller,
        (),
        updated=("B",),
    ),
    "left_neighbour": Program(
        ("n",),
        lambda s: {"A": (s["n"],), "B": (s["n"],)},
        references.left_neighbour,
        ("B",),
    ),
    "first_cells": Program(
        ("m", "n"),
        lambda s: {"A": (s["m"],), "B": (s["n"],)},
        references.first_cells,
        ("B",),
        allowed=lambda s: s["n"] <= s["m"],
    ),
}
"""By case, else by the function of the case."""


def program(case: str, function: str) -> Program:
    """What a case computes."""
    return PROGRAMS.get(case, PROGRAMS[function])
