"""Numpy in the place of torch: arrays of the host that say they are on a device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

_ALIGNMENT = 256  # bytes, as on a device


class HostArray(np.ndarray[Any, Any]):
    """An array whose address is of the host."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface = self.__array_interface__
        return {**interface, "strides": None if self.flags.c_contiguous else self.strides}


class HostLibrary:
    """The functions of torch that the bundle uses."""

    stream = 0

    def normal(self, shape: Sequence[int], seed: int) -> HostArray:
        array = self.full(shape, 0.0)
        array[...] = np.random.default_rng(seed).standard_normal(tuple(shape), np.float32)
        return array

    def full(self, shape: Sequence[int], value: float) -> HostArray:
        count = int(np.prod(tuple(shape)))
        memory = np.empty(4 * count + _ALIGNMENT, np.uint8)
        start = -memory.ctypes.data % _ALIGNMENT
        array = memory[start : start + 4 * count].view(np.float32).reshape(tuple(shape))
        array[...] = value
        return array.view(HostArray)

    def copy(self, array: HostArray) -> HostArray:
        copied = self.full(array.shape, 0.0)
        copied[...] = array
        return copied

    def wide(self, array: HostArray) -> Any:
        return np.asarray(array, np.float64)

    def exp(self, array: Any) -> Any:
        return np.exp(array)

    def row_maxima(self, array: Any) -> Any:
        return np.max(array, 1, keepdims=True)

    def larger(self, one: Any, other: Any) -> Any:
        return np.maximum(one, other)

    def wait(self) -> None:
        pass
