"""Runs copies: their kernels are compiled when first needed, and kept as functions are."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Any

import numpy as np

from ...upstream.code_generation import LoadedObject
from ...upstream.llvm_pipelines import Pipelines
from ...upstream.processors import host_processor
from ..object_code.object_cache import cached_object
from .copy_kernels import DRIVER, Kernel, driver_ir
from .copy_program import Record

# The loops are written as they are to be run: nothing is to be unrolled, and little to be found.
_PASSES = (
    "function(sroa,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm),"
    "instcombine<no-verify-fixpoint>)"
)
_STREAMING = "!0 = !{i32 1}\n"
_Driver = Callable[[int, int, int, int, int], None]


class CopyEngine:
    """The driver, and the kernels by what they are; all that is ever compiled stays."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._objects: list[LoadedObject] = []
        self._addresses: dict[Kernel, int] = {}
        self._driver: _Driver | None = None

    def program(self, records: Sequence[Record]) -> Program:
        """The records in a form that runs."""
        addresses = self._addresses_of(dict.fromkeys(record.kernel for record in records))
        words = [record.words(addresses[record.kernel]) for record in records]
        assert self._driver is not None
        return Program(self._driver, np.concatenate(words) if words else np.zeros(0, np.int64))

    def _addresses_of(self, kernels: Iterable[Kernel]) -> dict[Kernel, int]:
        with self._lock:
            missing = [kernel for kernel in kernels if kernel not in self._addresses]
            texts = [kernel.ir() for kernel in missing]
            if self._driver is None:
                texts.append(driver_ir())
            if texts:
                ir = "\n".join([*texts, _STREAMING])
                code = LoadedObject(cached_object(ir, host_processor(), passes=Pipelines(_PASSES)))
                self._objects.append(code)
                self._addresses |= {kernel: code.address(kernel.name) for kernel in missing}
                if self._driver is None:
                    prototype = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 5)
                    self._driver = prototype(code.address(DRIVER))
            return dict(self._addresses)


class Program:
    """Copies that are ready to run, on any two arrays of the layout and strides they are of."""

    def __init__(self, driver: _Driver, words: np.ndarray[Any, np.dtype[np.int64]]):
        self._driver, self._words = driver, words
        self._start = words.ctypes.data
        self._end = self._start + words.nbytes

    def run(self, to: int, source: int, patterns: int = 0) -> None:
        """Copy between the arrays at these addresses, with constants from a third one."""
        if self._end > self._start:
            self._driver(self._start, self._end, to, source, patterns)


engine = CopyEngine()
