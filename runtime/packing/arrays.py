"""Arrays in memory: where they are, and new ones that vectors are aligned in."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import addressof, c_char
from math import prod
from operator import index
from typing import Any, TypeAlias

import numpy as np

from ...dialect.ir.argument_checks import shown
from ..errors import KernelError

Array: TypeAlias = np.ndarray[Any, Any]

ALIGNMENT = 64  # bytes
# Several times as fast as numpy's own way to tell an address.
_first_byte: Callable[[Any], c_char] = c_char.from_buffer


def address_of(array: Array) -> int:
    """Where the first element is."""
    try:
        return addressof(_first_byte(array))
    except (BufferError, TypeError, ValueError):
        # What is read-only, empty, strided, or of a type of ml_dtypes.
        return array.ctypes.data


def checked_shape(shape: Any) -> tuple[int, ...]:
    """A shape that a caller gives, as a tuple of integers; KernelError if it is none."""
    try:
        sizes = tuple(map(index, shape))
    except TypeError:
        sizes = (-1,)
    if any(size < 0 for size in sizes):
        raise KernelError(f"shape is {shown(shape)}, but must be a tuple of integers from 0 on")
    return sizes


def aligned_empty(shape: tuple[int, ...], dtype: np.dtype[Any], alignment: int = 1) -> Array:
    """A new C-contiguous array, aligned to 64 bytes, or to more if that is asked for."""
    alignment = max(alignment, ALIGNMENT)
    size = prod(shape) * dtype.itemsize
    raw = np.empty(size + alignment, np.uint8)
    start = -address_of(raw) % alignment
    return raw[start : start + size].view(dtype).reshape(shape)
