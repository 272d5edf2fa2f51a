"""Carries launch plans out on a CUDA device, through the driver."""

from __future__ import annotations

import ctypes
import math
import weakref
from collections.abc import Iterable, Mapping, Sequence
from ctypes import byref, c_int, c_size_t, c_uint, c_uint64, c_void_p
from typing import Any

from ..errors import KernelError
from .cuda_arrays import CudaArray
from .cuda_driver import FUNCTION_MAX_THREADS, MAX_THREADS, CudaContext, CudaError
from .element_bytes import size_of_element
from .plan import Kernel

_GRANTED = 256  # bytes: the alignment of what the driver allocates
_AXES = ("x", "y", "z")


class CudaProgram:
    """Kernels on a device, and the temporaries that their runs leave for the next ones."""

    def __init__(self, context: CudaContext, code: Mapping[Kernel, bytes]):
        self.context = context
        self._limits = [context.attribute(MAX_THREADS + k) for k in range(7)]
        self._modules: dict[bytes, c_void_p] = {}
        self._kept: dict[tuple[int, int], list[int]] = {}
        self._functions = {kernel: self._load(kernel, ptx) for kernel, ptx in code.items()}
        weakref.finalize(self, _release, context, self._modules.values(), self._kept.values())

    def on(self, stream: int) -> CudaRun:
        """Return a runner of the steps of a plan, in order, on a stream."""
        return CudaRun(self, stream)

    def function(self, kernel: Kernel) -> c_void_p:
        """The driver's handle of a kernel."""
        return self._functions[kernel]

    def check_grid(self, kernel: Kernel, grid: tuple[int, int, int]) -> None:
        """Raise KernelError if the device does not support a grid of this size."""
        for axis, size, limit in zip(_AXES, grid, self._limits[4:], strict=True):
            if size > limit:
                raise KernelError(
                    f"{kernel.name} is launched with {size} blocks along {axis}; the device takes "
                    f"{limit}"
                )

    def take(self, stream: int, size: int) -> int:
        """Memory that is free once the stream has done what it was asked for."""
        kept = self._kept.setdefault((stream, size), [])
        if kept:
            return kept.pop()
        pointer = c_uint64()
        with self.context.current() as driver:
            try:
                driver.call("cuMemAlloc_v2", byref(pointer), c_size_t(size))
            except CudaError as error:
                if not error.is_out_of_memory:
                    raise
                raise KernelError(
                    f"no {size} bytes of memory on CUDA device {self.context.ordinal} for a "
                    "temporary"
                ) from None
        return pointer.value

    def give(self, stream: int, size: int, pointer: int) -> None:
        """Memory that later steps on the stream may take."""
        self._kept[stream, size].append(pointer)

    def _load(self, kernel: Kernel, ptx: bytes) -> c_void_p:
        self._check_block(kernel, self._limits[0])
        if ptx not in self._modules:
            self._modules[ptx] = self.context.load(ptx)
        function, threads = c_void_p(), c_int()
        with self.context.current() as driver:
            name = kernel.name.encode()
            driver.call("cuModuleGetFunction", byref(function), self._modules[ptx], name)
            attribute = c_int(FUNCTION_MAX_THREADS)
            driver.call("cuFuncGetAttribute", byref(threads), attribute, function)
        self._check_block(kernel, threads.value)
        return function

    def _check_block(self, kernel: Kernel, threads: int) -> None:
        if math.prod(kernel.block) > threads or any(
            size > limit for size, limit in zip(kernel.block, self._limits[1:4], strict=True)
        ):
            raise KernelError(
                f"the blocks of {kernel.name}, {kernel.block}, are too large for CUDA device "
                f"{self.context.ordinal}: it takes {threads} threads of this kernel, at most "
                f"{tuple(self._limits[1:4])}"
            )


class CudaRun:
    """
    One run on a stream, which has to outlive what it was asked for.

    Nothing here waits for the device but `download`.
    """

    def __init__(self, program: CudaProgram, stream: int):
        self._program, self._stream = program, stream

    def allocate(self, element: str, shape: tuple[int, ...], alignment: int) -> CudaArray:
        if alignment > _GRANTED:
            raise KernelError(f"the driver aligns arrays to {_GRANTED} bytes, not {alignment}")
        size = max(math.prod(shape) * size_of_element(element), 1)
        return CudaArray(self._program.take(self._stream, size), element, shape)

    def free(self, memory: CudaArray) -> None:
        self._program.give(self._stream, max(memory.size, 1), memory.pointer)

    def copy(self, source: CudaArray, target: CudaArray) -> None:
        ends = c_uint64(target.pointer), c_uint64(source.pointer)
        with self._program.context.current() as driver:
            size, stream = c_size_t(source.size), c_void_p(self._stream)
            driver.call("cuMemcpyDtoDAsync_v2", *ends, size, stream)

    def launch(
        self, kernel: Kernel, grid: tuple[int, int, int], arguments: Sequence[CudaArray | bytes]
    ) -> None:
        self._program.check_grid(kernel, grid)
        cells: list[Any] = [
            c_uint64(value.pointer)
            if isinstance(value, CudaArray)
            else ctypes.create_string_buffer(value, len(value))
            for value in arguments
        ]
        packed = (c_void_p * max(len(cells), 1))(*map(ctypes.addressof, cells))
        sizes = [c_uint(size) for size in (*grid, *kernel.block)]
        with self._program.context.current() as driver:
            function, stream = self._program.function(kernel), c_void_p(self._stream)
            driver.call("cuLaunchKernel", function, *sizes, c_uint(0), stream, packed, None)

    def download(self, memory: CudaArray, array: Any) -> None:
        """Waits for the stream, and copies to a contiguous numpy array."""
        with self._program.context.current() as driver:
            driver.call("cuStreamSynchronize", c_void_p(self._stream))
            if memory.size:
                host, device = c_void_p(array.ctypes.data), c_uint64(memory.pointer)
                driver.call("cuMemcpyDtoH_v2", host, device, c_size_t(memory.size))

    def wait_for(self, stream: int) -> None:
        """Nothing that is asked for from now on runs before what another stream has to do now."""
        if stream == self._stream:
            return
        event = c_void_p()
        with self._program.context.current() as driver:
            driver.call("cuEventCreate", byref(event), c_uint(2))  # without timing
            driver.call("cuEventRecord", event, c_void_p(stream))
            driver.call("cuStreamWaitEvent", c_void_p(self._stream), event, c_uint(0))
            driver.call("cuEventDestroy_v2", event)


def _release(
    context: CudaContext, modules: Iterable[c_void_p], kept: Iterable[Sequence[int]]
) -> None:
    try:
        with context.current() as driver:
            for pointer in (pointer for pointers in kept for pointer in pointers):
                driver.call("cuMemFree_v2", c_uint64(pointer))
            for module in modules:
                driver.call("cuModuleUnload", module)
    except CudaError:
        pass  # the driver goes before this at the end of a process, and takes all with it
