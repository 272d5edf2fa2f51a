"""Room for the local buffers of calls: one workspace for each kernel and thread."""

from __future__ import annotations

import ctypes
import threading
from functools import cache

import numpy as np

from ..packing.arrays import Array, address_of, aligned_empty
from .workspace_ir import BASE, BUSY, END, PEAK, WORDS

_SLACK = 256
"""Bytes, for the alignment of blocks."""


class Workspace:
    """Memory that a call takes its local buffers from, and what the code notes of it."""

    def __init__(self, size: int):
        self._words = np.zeros(WORDS, np.int64)
        self.address = address_of(self._words)
        self._memory: Array | None = None
        self._take(size)

    def grow(self) -> int:
        """
        Make room for the largest call so far; how many bytes that is.

        Not while a call is in the workspace: another one within it has had none.
        """
        peak = int(self._words[PEAK])
        if peak > self._words[END] - self._words[BASE] and not self._words[BUSY]:
            self._take(peak)
        return peak

    def _take(self, size: int) -> None:
        size = size + _SLACK if size else 0
        self._memory = aligned_empty((size,), np.dtype(np.uint8))
        start = address_of(self._memory) if size else 0
        self._words[BASE], self._words[END] = start, start + size


class Workspaces(threading.local):
    """The workspace of a kernel in each thread, made when that first calls it."""

    def __init__(self, size: int):
        self.own = Workspace(size)


@cache
def workspace_key() -> int:
    """The key of pthreads by which the code of all kernels finds the workspace of its thread."""
    key = ctypes.c_uint32()
    create = ctypes.CDLL(None).pthread_key_create
    create.argtypes, create.restype = (ctypes.c_void_p, ctypes.c_void_p), ctypes.c_int
    if create(ctypes.byref(key), None) != 0:
        return -1  # all keys are taken: then each local buffer is allocated
    return key.value
