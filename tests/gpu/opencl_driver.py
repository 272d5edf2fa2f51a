"""A CUDA driver whose device has the host's memory, and runs kernels as OpenCL."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any

import numpy as np

from pad_mlir.runtime.gpu.opencl import OpenCLArray, OpenCLProgram, opencl_device
from pad_mlir.runtime.gpu.plan import ArrayParameter, Kernel

from .recording_driver import RecordingDriver


class OpenCLDriver(RecordingDriver):
    """For each kernel in each PTX module it is given what runs in its place, as SPIR-V."""

    def __init__(self, code: Mapping[tuple[bytes, str], tuple[Kernel, bytes]]):
        super().__init__()
        self._code = code
        self._texts = dict[int, bytes]()
        self._replaced = dict[int, tuple[Kernel, OpenCLProgram]]()

    def _cuModuleLoadDataEx(
        self, out: Any, image: Any, count: Any, options: Any, values: Any
    ) -> int:
        code = super()._cuModuleLoadDataEx(out, image, count, options, values)
        self._texts[out._obj.value] = image.value
        return code

    def _cuModuleGetFunction(self, out: Any, module: Any, name: bytes) -> int:
        code = super()._cuModuleGetFunction(out, module, name)
        kernel, spirv = self._code[self._texts[module.value], name.decode()]
        program = OpenCLProgram(opencl_device(), {kernel: spirv})
        self._replaced[out._obj.value] = kernel, program
        return code

    def _cuLaunchKernel(self, function: Any, *rest: Any) -> int:
        super()._cuLaunchKernel(function, *rest)
        launch = self.launches[-1]
        (kernel, program), device = self._replaced[function.value], opencl_device()
        arrays: list[tuple[OpenCLArray, np.ndarray[Any, Any]]] = []
        for parameter, address in zip(kernel.parameters, launch.words, strict=True):
            assert isinstance(parameter, ArrayParameter)
            memory = (ctypes.c_float * int(np.prod(parameter.shape))).from_address(address)
            array = np.ctypeslib.as_array(memory).reshape(parameter.shape)
            arrays.append((device.upload(array, "f32", parameter.alignment), array))
        x, y, z = launch.grid
        program.launch(kernel, (x, y, z), [memory for memory, _ in arrays])
        for memory, array in arrays:
            device.download(memory, array)
            device.free(memory)
        return 0
