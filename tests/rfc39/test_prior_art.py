"""
RFC 39, "Prior art": "The reorder/split/flatten sequences is equivalent in numpy to using np.reshape
to split the logical axes, then np.transpose to reorder them, then np.reshape to merge multiple axes
into the N-d physical axes."
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
import pytest

from pad_mlir.schedule import AXIS_SEPARATOR, Schedule

from ..end_to_end.elements import Array


@dataclass(frozen=True)
class Layout:
    """Splits of logical axes, an order of all parts, and separators between them."""

    shape: tuple[int, ...]
    factors: tuple[int, ...]
    """The factors by which each axis is split; 1 for none."""
    order: tuple[int, ...]
    """The parts by their numbers before, an axis that is not split being one part."""
    separators: tuple[int, ...] = ()

    def in_numpy(self, logical: Array) -> Array:
        """Reshape, transpose, reshape."""
        pairs = zip(self.shape, self.factors, strict=True)
        split = [m for n, f in pairs for m in ([n] if f == 1 else [n // f, f])]
        parts = logical.reshape(split).transpose(self.order)
        cuts = (0, *self.separators, len(self.order))
        return parts.reshape([prod(parts.shape[a:b]) for a, b in pairwise(cuts)])

    def index_map(self, *indices: Any) -> list[Any]:
        """The map as `transform_layout` takes it."""
        pairs = zip(indices, self.factors, strict=True)
        parts = [part for i, f in pairs for part in ([i] if f == 1 else [i // f, i % f])]
        results: list[Any] = []
        for position, part in enumerate(self.order):
            results += [AXIS_SEPARATOR] if position in self.separators else []
            results.append(parts[part])
        return results


def _random(seed: int) -> Layout:
    rng = np.random.default_rng(seed)
    factors = tuple(rng.choice([1, 1, 2, 3, 4], int(rng.integers(1, 5))).tolist())
    shape = tuple(int(f * rng.integers(1, 4)) for f in factors)
    parts = sum(1 + (f > 1) for f in factors)
    cuts = [cut for cut in range(1, parts) if rng.random() < 0.3]
    return Layout(shape, factors, tuple(rng.permutation(parts).tolist()), tuple(cuts))


_OF_THE_DOCUMENT = [
    Layout((3, 2, 6, 16), (1, 1, 1, 4), (0, 3, 1, 2, 4)),
    Layout((3, 2, 6, 16), (1, 1, 1, 4), (0, 3, 1, 2, 4), (3,)),
    Layout((64, 128), (1, 1), (1, 0)),
    Layout((2, 3, 4, 8), (1, 1, 1, 1), (0, 1, 2, 3), (1, 3)),
    Layout((2, 3, 4, 8), (1, 1, 1, 4), (0, 3, 1, 2, 4), (3,)),
]


@pytest.mark.parametrize("layout", [*_OF_THE_DOCUMENT, *map(_random, range(8))])
def test_reshape_transpose_reshape(layout: Layout) -> None:
    s = Schedule(_copy(layout.shape))
    s.transform_layout("B", layout.index_map)
    s.flatten_buffers("B")
    a = np.arange(prod(layout.shape), dtype=np.int32).reshape(layout.shape)
    wanted = layout.in_numpy(a)
    kernel = s.compile(packed=["B"])
    assert kernel.physical_shape("B") == wanted.shape
    b = np.full(wanted.shape, -1, np.int32)
    kernel(a, b)
    assert (b == wanted).all()


def test_neighbours_need_not_be_adjacent() -> None:
    """Drawbacks: (0,0,0,3) and (0,0,0,4) of NHWC are not, in NCHWc."""
    nchwc = _OF_THE_DOCUMENT[0]
    s = Schedule(_copy(nchwc.shape))
    s.transform_layout("B", nchwc.index_map)
    s.flatten_buffers("B")
    a = np.zeros(nchwc.shape, np.int32)
    a[0, 0, 0, 3:5] = 3, 4
    b = np.zeros(a.size, np.int32)
    s.compile(packed=["B"])(a, b)
    assert np.flatnonzero(b).tolist() == [3, 4 * 2 * 6]


def _copy(shape: tuple[int, ...]) -> str:
    names = [f"%i{k}" for k in range(len(shape))]
    type = f"memref<{'x'.join(map(str, shape))}xi32>"
    index = ", ".join(names)
    loops = "".join(f"affine.for {i} = 0 to {n} {{\n" for i, n in zip(names, shape, strict=True))
    return f"""func.func @copy(%A: {type}, %B: {type}) {{
{loops}%a = affine.load %A[{index}] : {type}
affine.store %a, %B[{index}] : {type}
{"}" * len(shape)}
func.return
}}"""
