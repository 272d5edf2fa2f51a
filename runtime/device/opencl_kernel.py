"""A function on an OpenCL device, on numpy arrays, which go there and back at each call."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from ...passes.gpu.lowering.pad_to_gpu import lower_kernels
from ...upstream.phases import phase
from ..call.arguments import Passed, pass_array, refuse_overlaps
from ..call.kernel import Kernel
from ..call.parameters import Parameters
from ..errors import KernelError
from ..gpu.opencl import OpenCLArray, OpenCLDevice, OpenCLProgram, opencl_device
from ..signature import Signature
from .device_code import DeviceCode, device_code
from .device_run import run
from .launch_plan import ALIGNMENT


def compile_for_opencl(
    module: ModuleOp, signature: Signature, packed: Collection[str], device_name: str | None
) -> Kernel:
    """A function of a physical module, which is changed, for the OpenCL device of this machine."""
    if device_name is not None:
        raise KernelError(
            f"no code is made for {device_name} with target='opencl': that takes what the "
            "environment variable PYOPENCL_CTX chooses"
        )
    device = opencl_device()
    code = device_code(module, signature, packed, lambda kernels: lower_kernels(kernels, "opencl"))
    with phase("load"):
        return OpenCLKernel(code, device, packed)


class OpenCLKernel(Kernel):
    """
    A function as SPIR-V on a device; a call returns when the results are in the caller's arrays.
    """

    def __init__(self, code: DeviceCode, device: OpenCLDevice, packed: Collection[str]):
        super().__init__(code.signature)
        self._code, self._device = code, device
        self._program = OpenCLProgram(device, code.kernels)
        self._parameters = Parameters(code.signature, packed)

    def __call__(self, *arguments: Any, **sizes: Any) -> Any:
        parts = self._parameters.check(arguments, sizes, pass_array)
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
