"""The first and last forms of each example, run with poisoned padding, against numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import Kernel, compile

from ..end_to_end.elements import POISONS, Array, poison, same_bits
from ..end_to_end.placement import Placement
from ..rfc77.sequences import placements
from .forms import FOLDER, first_and_last


@dataclass(frozen=True)
class Example:
    """A function of a file, at sizes put in the place of others, and what it does in numpy."""

    file: str
    function: str
    reference: Callable[..., float | None]
    shapes: tuple[tuple[int, ...], ...]
    written: tuple[int, ...] = ()
    """The arguments of which all cells are written before they are read."""
    sizes: Mapping[str, str] = field(default_factory=dict[str, str])


def _copy(a: Array, b: Array) -> None:
    b[:] = a


def _flat_copy(a: Array, b: Array) -> None:
    b[:] = a.reshape(-1)


def _nchwc(a: Array, b: Array) -> None:
    n, h, w, c = a.shape
    b[:] = a.reshape(n, h, w, c // 4, 4).transpose(0, 3, 1, 2, 4)


def _double(a: Array, b: Array) -> None:
    b[:] = a + a


def _load_and_store(x: Array) -> float:
    val = x[10, 15]
    x[20, 23] = 7
    return float(val)


def _load(x: Array) -> float:
    return float(x[11, 37, 23, 101])


def _copy_to_both(x: Array, y: Array, z: Array) -> None:
    y[:], z[:] = x, x


def _add_rows(x: Array, y: Array) -> None:
    y[1, 2, 3] = x[1, 1, 3] + x[1, 1, 1]


def _store_in_view(x: Array) -> None:
    x[1, 1, 3] = x[1, 2, 2]


_OF_SCALARS = (
    "scalar_load_from_scalar_buffer",
    "vector_load_from_scalar_buffer_option1",
    "vector_load_from_scalar_buffer_option2",
)
_OF_VECTORS = (
    "vector_load_from_vector_buffer",
    "shorter_vector_load_from_vector_buffer",
    "scalar_load_from_vector_buffer",
)
# Where the sizes are not the document's, the layouts have padding.
_EXAMPLES = [
    Example("guide-nchwc", "B", _copy, ((2, 3, 5, 8),) * 2, (1,)),
    Example("guide-nchwc", "B_equivalent", _nchwc, ((2, 3, 5, 8), (2, 2, 3, 5, 4)), (1,)),
    Example(
        "guide-nchwc",
        "B",
        _copy,
        ((2, 3, 5, 7),) * 2,
        (1,),
        {"2x3x5x8": "2x3x5x7", "%c = 0 to 8": "%c = 0 to 7"},
    ),
    Example("guide-axis-separators", "B", _double, ((2, 3, 4, 8),) * 2, (1,)),
    Example(
        "guide-axis-separators",
        "B",
        _double,
        ((2, 3, 4, 6),) * 2,
        (1,),
        {"2x3x4x8": "2x3x4x6", "%q = 0 to 8": "%q = 0 to 6"},
    ),
    Example("guide-loops", "B", _double, ((16, 64, 128),) * 2, (1,)),
    Example(
        "guide-loops",
        "B",
        _double,
        ((15, 61, 127),) * 2,
        (1,),
        {
            "16x64x128": "15x61x127",
            "0 to 16": "0 to 15",
            "0 to 64": "0 to 61",
            "0 to 128": "0 to 127",
        },
    ),
    Example("no-layout", "argument", _load_and_store, ((64, 128),)),
    Example("first-index-fastest", "argument", _load_and_store, ((64, 128),)),
    Example(
        "nchwc", "argument", _load, ((12, 38, 24, 102),), sizes={"16x64x64x128": "12x38x24x102"}
    ),
    Example(
        "texture", "argument", _load, ((12, 38, 24, 102),), sizes={"16x64x64x128": "12x38x24x102"}
    ),
    Example("apply-buffer-transforms", "several", _copy_to_both, ((4, 16),) * 3, (1, 2)),
    Example(
        "apply-buffer-transforms",
        "several",
        _copy_to_both,
        ((4, 13),) * 3,
        (1, 2),
        {"4x16xf32": "4x13xf32", "0 to 16": "0 to 13"},
    ),
    *(Example("buffer-indexing", name, _copy, ((64,), (64,)), (1,)) for name in _OF_SCALARS),
    *(Example("buffer-indexing", name, _flat_copy, ((16, 4), (64,)), (1,)) for name in _OF_VECTORS),
    Example("flatten-buffer", "f", _add_rows, ((2, 3, 4, 8),) * 2),
    Example("flatten-buffer", "shared", _store_in_view, ((2, 3, 8),)),
]


@pytest.mark.parametrize("example", _EXAMPLES, ids=lambda e: f"{e.file}-{e.function}-{e.shapes[0]}")
def test_values(example: Example) -> None:
    forms = first_and_last(FOLDER / f"{example.file}.mlir", example.sizes)
    assert len(forms) > 1
    for form in forms:
        kernel = compile(form.module, function=example.function, packed=True)
        found = placements(forms[0], form, example.function)
        places = {k: _of_scalars(place, example.shapes[k]) for k, place in found.items()}
        for seed, style in enumerate(POISONS):
            _check(example, kernel, places, seed, style)


def _check(
    example: Example, kernel: Kernel, places: Mapping[int, Placement], seed: int, style: str
) -> None:
    rng = np.random.default_rng(seed)
    data = [rng.normal(size=shape).astype(np.float32) for shape in example.shapes]
    for position in example.written:
        data[position] = poison("f32", example.shapes[position], style, rng)
    before = [
        _in_memory(array, places.get(k), kernel.physical_shape(name), style, rng)
        for k, (array, name) in enumerate(zip(data, kernel.buffers, strict=True))
    ]
    after = [array.copy() for array in before]
    result = kernel(*after)
    wanted = example.reference(*data)
    assert result == wanted
    for k, (was, found, right) in enumerate(zip(before, after, data, strict=True)):
        place = places.get(k)
        if place is None:
            assert same_bits(found.reshape(right.shape), right).all(), f"argument {k}"
            continue
        box = place.origin.shape
        assert same_bits(place.gather(found.reshape(box), right.shape), right).all(), f"{k}"
        kept = place.padding("forbidden")
        assert same_bits(found.reshape(box), was.reshape(box))[kept].all(), "padding is touched"


def _of_scalars(place: Placement, shape: tuple[int, ...]) -> Placement:
    """The same for the scalars of a buffer of vectors, which have an axis more."""
    count, scalars = np.count_nonzero(place.origin >= 0), prod(shape)
    if count == scalars:
        return place
    lanes, origin = scalars // count, place.origin[..., None]
    return replace(place, origin=np.where(origin < 0, origin, origin * lanes + np.arange(lanes)))


def _in_memory(
    array: Array, place: Placement | None, shape: tuple[int, ...], style: str, rng: Any
) -> Array:
    """The physical cells: row-major ones, of which flattening moves none."""
    if place is None:
        return array.reshape(shape).copy()
    cells = poison("f32", place.origin.shape, style, rng)
    return place.scatter(array, cells).reshape(shape)
