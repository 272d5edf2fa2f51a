"""Reference results of the kernels, in double precision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from .arrays import Library


def reference(library: Library, family: str, inputs: Mapping[str, Any]) -> Any:
    """The output of a kernel of the family for these inputs."""
    return _REFERENCES[family](library, *map(library.wide, inputs.values()))


def _double(_: Library, a: Any) -> Any:
    return a * 2


def _row_sum(_: Library, a: Any) -> Any:
    return a.sum(1)


def _softmax(library: Library, x: Any) -> Any:
    powers = library.exp(x - library.row_maxima(x))
    return powers / powers.sum(1).reshape(-1, 1)


def _layernorm(_: Library, x: Any) -> Any:
    apart = x - x.mean(1).reshape(-1, 1)
    return apart / ((apart * apart).mean(1).reshape(-1, 1) + 1e-5) ** 0.5


def _matmul(_: Library, a: Any, b: Any) -> Any:
    return a @ b


def _conv1d(library: Library, a: Any, f: Any) -> Any:
    (size,), (taps,) = a.shape, f.shape
    around = _around(library, a, (size + taps,), (taps // 2,), 0.0)
    parts = [around[k : k + size] * f[k] for k in range(taps)]
    return sum(parts[1:], parts[0])


def _maxpool(library: Library, x: Any) -> Any:
    size, _, channels = x.shape
    half = (size + 1) // 2
    around = _around(library, x, (size + 3, size + 3, channels), (1, 1, 0), -inf)
    largest = around[: 2 * half : 2, : 2 * half : 2]
    for r in range(3):
        for q in range(3):
            part = around[r : r + 2 * half : 2, q : q + 2 * half : 2]
            largest = library.larger(largest, part)
    return largest


def _conv2d(library: Library, x: Any, k: Any) -> Any:
    size, _, inputs = x.shape
    around = _around(library, x, (size + 2, size + 2, inputs), (1, 1, 0), 0.0)
    parts = [around[r : r + size, q : q + size] @ k[r, q] for r in range(3) for q in range(3)]
    return sum(parts[1:], parts[0])


def _around(
    library: Library, array: Any, shape: Sequence[int], start: Sequence[int], value: float
) -> Any:
    """An array in a larger one, from an index on, with a number around it."""
    around = library.wide(library.full(shape, value))
    place = tuple(slice(s, s + size) for s, size in zip(start, array.shape, strict=True))
    around[place] = array
    return around


_REFERENCES: Mapping[str, Callable[..., Any]] = {
    "double": _double,
    "row_sum": _row_sum,
    "softmax": _softmax,
    "layernorm": _layernorm,
    "matmul": _matmul,
    "conv1d": _conv1d,
    "maxpool": _maxpool,
    "conv2d": _conv2d,
}
