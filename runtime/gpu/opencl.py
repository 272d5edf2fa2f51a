"""OpenCL devices that take SPIR-V, through pyopencl; the one module that imports it."""

# pyopencl states no types of its compiled part.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import math
import os
import sys
import warnings
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from ..errors import KernelError
from .element_bytes import size_of_element
from .plan import Kernel

_VENDORS = "OCL_ICD_VENDORS"
_SYSTEM_VENDORS = Path("/etc/OpenCL/vendors")
_RUNTIME = "libintelocl.so"


@dataclass(frozen=True)
class OpenCLArray:
    """An array in a buffer of a device."""

    buffer: Any
    element: str
    shape: tuple[int, ...]


class OpenCLDevice:
    """
    A device with its one queue, which runs what is asked for in order.

    Memory that is freed is kept, for arrays to come.
    """

    def __init__(self, device: Any):
        cl = _pyopencl()
        self._device = device
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context)
        tools = import_module("pyopencl.tools")
        self._pool = tools.MemoryPool(tools.ImmediateAllocator(self.queue))
        self.lock = Lock()
        """Held by who asks for work: a kernel keeps its arguments until it is enqueued."""

    @property
    def name(self) -> str:
        """The device's and its platform's names."""
        return f"{self._device.name.strip()} ({self._device.platform.name})"

    def build(self, code: bytes) -> Any:
        """The program of a SPIR-V module; raises KernelError if the device does not take it."""
        cl = _pyopencl()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", cl.CompilerWarning)  # of a log that says nothing
                return cl.Program(self.context, code).build()
        except cl.Error as error:
            raise KernelError(f"kernels do not build for {self.name}: {error}") from None

    def load(self, kernel: Kernel, program: Any) -> Any:
        """A kernel of a program; raises KernelError if it is too large."""
        device = self._device
        if math.prod(kernel.block) > device.max_work_group_size or any(
            size > limit
            for size, limit in zip(kernel.block, device.max_work_item_sizes, strict=True)
        ):
            raise KernelError(
                f"the blocks of {kernel.name}, {kernel.block}, are too large for {self.name}: it "
                f"takes {device.max_work_group_size} threads, at most "
                f"{tuple(device.max_work_item_sizes)}"
            )
        cl = _pyopencl()
        loaded = cl.Kernel(program, kernel.name)
        used = cl.kernel_work_group_info.LOCAL_MEM_SIZE
        shared = loaded.get_work_group_info(used, device)
        if shared > device.local_mem_size:
            raise KernelError(
                f"{kernel.name} needs {shared} bytes of shared memory; {self.name} has "
                f"{device.local_mem_size}"
            )
        return loaded

    def allocate(self, element: str, shape: tuple[int, ...], alignment: int) -> OpenCLArray:
        """A new array; raises KernelError if there is no memory for it."""
        granted = self._device.mem_base_addr_align // 8
        if alignment > granted:
            raise KernelError(
                f"{self.name} aligns arrays to {granted} bytes, {alignment} are asked for"
            )
        size = math.prod(shape) * size_of_element(element)
        with self._out_of_memory(size):
            return OpenCLArray(self._pool.allocate(max(size, 1)), element, shape)

    def free(self, memory: OpenCLArray) -> None:
        """Gives the memory back to those to come; the queue runs in order."""
        memory.buffer.release()

    def upload(self, array: np.ndarray[Any, Any], element: str, alignment: int) -> OpenCLArray:
        """A copy of an array on the device."""
        memory = self.allocate(element, array.shape, alignment)
        self._transfer(memory.buffer, _bytes(np.ascontiguousarray(array)), array.size)
        return memory

    def download(self, memory: OpenCLArray, array: np.ndarray[Any, Any]) -> None:
        """Waits for all that was asked for, and copies an array back."""
        contiguous = array if array.flags.c_contiguous else np.empty(array.shape, array.dtype)
        self._transfer(_bytes(contiguous), memory.buffer, array.size)
        if contiguous is not array:
            array[...] = contiguous

    def copy(self, source: OpenCLArray, target: OpenCLArray) -> None:
        """Copies all of an array to another one of the same size."""
        size = math.prod(source.shape) * size_of_element(source.element)
        cl = _pyopencl()
        with self._out_of_memory(size):
            cl.enqueue_copy(self.queue, target.buffer, source.buffer, byte_count=size)

    def run(
        self,
        loaded: Any,
        kernel: Kernel,
        grid: tuple[int, int, int],
        arguments: Sequence[OpenCLArray | bytes],
    ) -> None:
        """Enqueues a kernel."""
        cl = _pyopencl()
        for k, value in enumerate(arguments):
            loaded.set_arg(k, value.buffer if isinstance(value, OpenCLArray) else value)
        size = [blocks * threads for blocks, threads in zip(grid, kernel.block, strict=True)]
        with self._out_of_memory(0):
            cl.enqueue_nd_range_kernel(self.queue, loaded, size, kernel.block)

    def wait(self) -> None:
        """Until all that was asked for is done."""
        self.queue.finish()

    def _transfer(self, target: Any, source: Any, count: int) -> None:
        if count:
            with self._out_of_memory(count):
                _pyopencl().enqueue_copy(self.queue, target, source, is_blocking=True)

    @contextmanager
    def _out_of_memory(self, size: int) -> Generator[None]:
        try:
            yield
        except _pyopencl().Error as error:
            raise KernelError(
                f"{self.name} has no room for {size} more bytes, or fails: {error}"
            ) from None


class OpenCLProgram:
    """
    The compiled kernels of a module on one OpenCL device; the launch steps of a plan run them.
    """

    def __init__(self, device: OpenCLDevice, code: Mapping[Kernel, bytes]):
        self._device = device
        programs = {spirv: device.build(spirv) for spirv in set(code.values())}
        self._loaded = {k: device.load(k, programs[spirv]) for k, spirv in code.items()}

    def allocate(self, element: str, shape: tuple[int, ...], alignment: int) -> OpenCLArray:
        return self._device.allocate(element, shape, alignment)

    def free(self, memory: OpenCLArray) -> None:
        self._device.free(memory)

    def copy(self, source: OpenCLArray, target: OpenCLArray) -> None:
        self._device.copy(source, target)

    def download(self, memory: OpenCLArray, array: np.ndarray[Any, Any]) -> None:
        self._device.download(memory, array)

    def launch(
        self, kernel: Kernel, grid: tuple[int, int, int], arguments: Sequence[OpenCLArray | bytes]
    ) -> None:
        self._device.run(self._loaded[kernel], kernel, grid, arguments)


def _bytes(contiguous: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same memory, in a type that all take."""
    return contiguous.reshape(-1).view(np.uint8)


@cache
def opencl_device() -> OpenCLDevice:
    """
    The device that kernels run on, found once: the one that `PYOPENCL_CTX` names, or else the first
    that takes SPIR-V.

    Where neither `OCL_ICD_VENDORS` nor the system names an OpenCL implementation, it is the one of
    the package intel-opencl-rt, which runs on the CPU and which `pad-mlir[opencl]` installs.
    Raises KernelError if there is none.
    """
    cl = _pyopencl()
    try:
        if "PYOPENCL_CTX" in os.environ:
            devices = cl.create_some_context(interactive=False).devices
        else:
            devices = [d for platform in cl.get_platforms() for d in platform.get_devices()]
    except (cl.Error, RuntimeError) as error:
        raise KernelError(
            f"no OpenCL device: {error}; pip install 'pad-mlir[opencl]' brings one that runs on "
            f"x86-64 processors, and {_VENDORS} names the library of another one"
        ) from None
    taking = [device for device in devices if "SPIR-V" in (device.il_version or "")]
    if not taking:
        names = ", ".join(device.name.strip() for device in devices) or "none"
        raise KernelError(
            f"no OpenCL device takes SPIR-V, of those there are: {names}; {_VENDORS} names the "
            f"library of another one, as {_RUNTIME} of the package intel-opencl-rt"
        )
    return OpenCLDevice(taking[0])


@cache
def _pyopencl() -> Any:
    """pyopencl, imported at first use, after its loader was told what there is."""
    if _VENDORS not in os.environ and not any(_SYSTEM_VENDORS.glob("*.icd")):
        runtime = Path(sys.prefix, "lib", _RUNTIME)
        if runtime.exists():
            os.environ[_VENDORS] = str(runtime)
    try:
        return import_module("pyopencl")
    except ImportError as error:
        raise KernelError(
            f"running on OpenCL needs pyopencl, but importing it failed ({error}); install it, "
            "with a device that runs on the CPU, by pip install 'pad-mlir[opencl]'"
        ) from None
