"""A function on an OpenCL device, on numpy arrays, which go there and back at each call."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack
from typing import Any

from .arguments import Passed, refuse_overlaps
from .device_code import DeviceCode
from .device_run import run
from .gpu.opencl import OpenCLArray, OpenCLDevice, OpenCLProgram
from .host_kernel import pass_array
from .kernel import Kernel
from .launch_plan import ALIGNMENT
from .parameters import Parameters


class OpenCLKernel(Kernel):
    """
    A function as SPIR-V on a device; a call returns when the results are in the caller's arrays.
    """

    def __init__(self, code: DeviceCode, device: OpenCLDevice, packed: Collection[str]):
        super().__init__(code.signature)
        self._code, self._device = code, device
        self._program = OpenCLProgram(device, code.kernels)
        self._parameters = Parameters(code.signature, packed, pass_array)

    def __call__(self, *arguments: Any, **sizes: Any) -> Any:
        parts = self._parameters.check(arguments, sizes)
        # Each array becomes one of its own on the device, even where the function may alias.
        refuse_overlaps([part for part in parts if isinstance(part, Passed)])
        with self._device.lock, ExitStack() as stack:
            given: list[OpenCLArray | float] = []
            written: list[tuple[OpenCLArray, Passed]] = []
            for part in parts:
                if not isinstance(part, Passed):
                    given.append(part)
                    continue
                element = str(part.argument.buffer.element)
                memory = self._device.upload(part.array, element, ALIGNMENT)
                stack.callback(self._device.free, memory)
                given.append(memory)
                if part.argument.written:
                    written.append((memory, part))
            run(self._code, self._program, given)
            for memory, part in written:
                self._device.download(memory, part.array)
