"""Element types as numpy sees them: their pad values, poison, and equality of bits."""

from __future__ import annotations

from typing import Any, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

DTYPES: dict[str, np.dtype[Any]] = {
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "i1": np.dtype(np.bool_),
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "index": np.dtype(np.int64),
}
LARGEST = {"f16": 65504.0, "bf16": 3.3895314e38, "f32": 3.4028234e38, "f64": 1.797693e308}
FLOATS = tuple(LARGEST)
POISONS = ("nan", "huge", "random")


def pad_value(pad: str, element: str) -> Array | None:
    """The value of padding of this kind, as an array of rank 0; None for forbidden and undef."""
    if pad in ("forbidden", "undef"):
        return None
    value = _neutral(pad[len("identity(") : -1], element) if pad.startswith("identity(") else pad
    number = float(value) if element in FLOATS else int(value)
    return np.array(number).astype(DTYPES[element])


def _neutral(operation: str, element: str) -> float | int:
    """The x for which op(x, y) is y for every y."""
    if element in FLOATS:
        return {
            "addf": -0.0,
            "mulf": 1.0,
            "maximumf": -np.inf,
            "minimumf": np.inf,
            "maxnumf": np.nan,
            "minnumf": np.nan,
        }[operation]
    bits = 1 if element == "i1" else 8 * DTYPES[element].itemsize
    least, most = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return {
        "addi": 0,
        "muli": 1,
        "maxsi": least,
        "minsi": most,
        "maxui": 0,
        "minui": -1,
        "andi": -1,
        "ori": 0,
        "xori": 0,
    }[operation]


def poison(element: str, shape: tuple[int, ...], style: str, rng: np.random.Generator) -> Array:
    """Values that spoil a result that they get into."""
    dtype = DTYPES[element]
    if style == "random" and element == "i1":
        return rng.integers(0, 2, shape).astype(dtype)
    if style == "random":
        count = int(np.prod(shape)) * dtype.itemsize
        return np.frombuffer(rng.bytes(count), dtype).reshape(shape).copy()
    return np.full(shape, _extremes(element)[style != "nan"], dtype)


def _extremes(element: str) -> tuple[Any, Any]:
    """NaN and the largest value, or the smallest and the largest."""
    if element == "i1":
        return False, True
    if element in FLOATS:
        return np.nan, LARGEST[element]
    limits = np.iinfo(DTYPES[element])
    return limits.min, limits.max


def ordinary(element: str, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Data: floats of moderate size with zeros of both signs among them, integers of any bits."""
    if element not in FLOATS:
        return poison(element, shape, "random", rng)
    values = rng.normal(scale=4.0, size=shape)
    zeros = rng.random(shape)
    values = np.where(zeros < 0.1, 0.0, np.where(zeros > 0.9, -0.0, values))
    return np.asarray(values).astype(DTYPES[element])


def same_bits(found: Array, wanted: Array) -> Array:
    """Where two arrays agree in every bit."""
    return _bits(found) == _bits(wanted)


def same_values(found: Array, wanted: Array) -> Array:
    """Where two arrays agree in every bit; all NaNs are one value."""
    return same_bits(found, wanted) | ((found != found) & (wanted != wanted))


def _bits(array: Array) -> Array:
    contiguous = np.asarray(array, order="C")
    return contiguous.view(f"u{contiguous.dtype.itemsize}")
