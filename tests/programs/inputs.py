"""Arguments for programs, with the values that are easily got wrong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np

from .element_types import integer_bits, is_float
from .program import Parameter, Program

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
_FLOAT_TYPES: dict[str, Any] = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
}
_SPECIAL = (0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0)


def arguments(program: Program | Sequence[Parameter], seed: int) -> list[Array | int | float]:
    """
    Values for the entry function: logical arrays for memrefs (those of vectors with the lanes as a
    last axis), numbers for scalars.

    Types that numpy lacks are arrays of Python numbers.
    """
    parameters = program.parameters if isinstance(program, Program) else program
    choices = random.Random(f"pad inputs {seed}")
    sizes: dict[str, int] = {}
    return [_argument(parameter, choices, sizes) for parameter in parameters]


def _argument(
    parameter: Parameter, choices: random.Random, sizes: dict[str, int]
) -> Array | int | float:
    if parameter.size is not None:
        return sizes.setdefault(parameter.size, choices.choice((1, 2, 3, 5, 7, 8)))
    specials = choices.choice((0.0, 0.0, 0.1, 0.4))
    if parameter.shape is None:
        return _value(parameter, choices, specials)
    shape = [
        size
        if isinstance(size, int)
        else sizes.setdefault(size, choices.choice((1, 2, 3, 5, 7, 8)))
        for size in parameter.shape
    ]
    if parameter.lanes:
        shape.append(parameter.lanes)
    count = int(np.prod(shape))
    values = [_value(parameter, choices, specials) for _ in range(count)]
    array = np.empty(count, _dtype(parameter.element))
    with np.errstate(all="ignore"):
        array[:] = values
    return array.reshape(shape)


def _dtype(element: str) -> Any:
    if is_float(element):
        return _FLOAT_TYPES[element]
    if element == "i1":
        return np.bool_
    if element == "index":
        return np.int64
    bits = integer_bits(element)
    if bits not in (8, 16, 32, 64):
        return object
    return np.dtype(f"{'u' if element.startswith('u') else ''}int{bits}")


def _value(parameter: Parameter, choices: random.Random, specials: float) -> Any:
    domain, element = parameter.domain, parameter.element
    if isinstance(domain, tuple):
        return choices.randint(*domain)
    if is_float(element):
        return _float(domain, element, choices, specials)
    if element == "i1":
        return bool(choices.getrandbits(1))
    bits = 32 if element == "index" else integer_bits(element)
    unsigned = element.startswith("u")
    low, high = (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if domain == "exact":
        return choices.randint(max(low, -4), min(high, 4))
    if domain == "any" and choices.random() < specials and element != "index":
        return choices.choice((low, high, 0, low + 1))
    if choices.random() < 0.2 and element != "index":
        return choices.randint(low, high)
    return choices.randint(max(low, -9), min(high, 9))


def _float(domain: str, element: str, choices: random.Random, specials: float) -> float:
    if domain == "exact":
        return float(choices.randint(-4, 4))
    if domain == "moderate":
        return choices.choice((0.5, 1.0, 1.25, 2.0, -1.5, 3.0, -0.75))
    if domain == "any" and choices.random() < specials:
        tiny = {"f64": 5e-324, "f32": 1e-45, "f16": 6e-8, "bf16": 1e-40}.get(element, 0.0)
        large = {"f64": 1.7e308, "f32": 3.4e38, "f16": 65504.0, "bf16": 3.3e38}.get(element, 16.0)
        return choices.choice((*_SPECIAL, tiny, -tiny, large, -large))
    if choices.random() < 0.3:
        return float(choices.randint(-3, 3))
    return choices.uniform(-4.0, 4.0)
