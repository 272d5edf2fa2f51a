"""Calls of object files in this process, to be timed."""

from __future__ import annotations

from ctypes import CFUNCTYPE, c_int64, c_void_p

import numpy as np

from pad_mlir.runtime import aligned_empty
from pad_mlir.upstream.code_generation import LoadedObject

from .instructions import Call


class LoadedCall:
    """A call of a function, on arrays aligned to lines of the cache."""

    def __init__(self, call: Call):
        self._code = LoadedObject(call.code)
        self._arrays = [aligned_empty(tuple(shape), np.dtype(np.float32)) for shape in call.shapes]
        self._descriptors = [
            np.array([array.ctypes.data] * 2 + [0, *array.shape, *_strides(array)], np.int64)
            for array in self._arrays
        ]
        for array in self._arrays:
            array[...] = np.arange(array.size).reshape(array.shape) % 17 / 8 - 1
        given = self._descriptors if call.descriptors else self._arrays
        self._given = [*(each.ctypes.data for each in given), *call.sizes]
        types = [c_void_p] * len(given) + [c_int64] * len(call.sizes)
        self._function = CFUNCTYPE(None, *types)(self._code.address(call.symbol))

    def run(self) -> None:
        """Do it."""
        self._function(*self._given)


def _strides(array: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> list[int]:
    return [stride // array.itemsize for stride in array.strides]
