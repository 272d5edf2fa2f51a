"""Kernel modules on Vulkan devices: SPIR-V of that flavour by upstream, run through wgpu."""

# wgpu states few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import math
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp, UnregisteredOp
from xdsl.ir import Attribute
from xdsl.printer import Printer

from pad_mlir.dialect.repairs import RepairedParser, new_context
from pad_mlir.passes.gpu.lowering.pad_to_gpu import prepare
from pad_mlir.passes.gpu.modules.kernel_form import gpu_modules, kernels_of, module_name
from pad_mlir.runtime.gpu.element_bytes import size_of_element
from pad_mlir.runtime.gpu.plan import Kernel
from pad_mlir.upstream.bridge import UpstreamModule

_CAPABILITIES = "Shader,Int64,Int8,Int16,Float64"
_EXTENSIONS = "SPV_KHR_storage_buffer_storage_class"
_ENVIRONMENT = (
    f"#spirv.target_env<#spirv.vce<v1.3,[{_CAPABILITIES}],[{_EXTENSIONS}]>,api=Vulkan,"
    "#spirv.resource_limits<>>"
)
_OPTIONS = f"ver=v1.3 caps={_CAPABILITIES} exts={_EXTENSIONS} client_api=Vulkan"
_PIPELINE = (
    f"spirv-attach-target{{{_OPTIONS}}}",
    "gpu.module(arith-expand,convert-math-to-spirv)",
    "map-memref-spirv-storage-class{client-api=vulkan}",
    "convert-gpu-to-spirv{use-64bit-index=0}",
    "spirv.module(spirv-lower-abi-attrs,spirv-update-vce)",
)


def vulkan_kernels(module: ModuleOp) -> dict[str, bytes]:
    """The SPIR-V module that each kernel is in, by its name; an index has 32 bits there."""
    prepared = module.clone()
    # What OpenCL needs of a kernel's form, Vulkan needs as well.
    prepare(new_context(), prepared, "opencl")
    owners = {kernel.sym_name.data: module_name(kernel) for kernel in kernels_of(prepared)}
    assert len(set(owners.values())) == 1
    kernels = ModuleOp([op.clone() for op in gpu_modules(prepared)])
    kernels.attributes["spirv.target_env"] = _attribute(_ENVIRONMENT)
    upstream = UpstreamModule(kernels)
    upstream.run(f"builtin.module({','.join(_PIPELINE)})")
    opaque = Context(allow_unregistered=True)
    opaque.load_dialect(Builtin)
    operations = upstream.take_back(opaque).body.block.ops
    (made,) = (
        op
        for op in operations
        if isinstance(op, UnregisteredOp) and op.op_name.data == "spirv.module"
    )
    text = StringIO()
    Printer(stream=text, print_generic_format=True).print_op(made)
    return dict.fromkeys(owners, _binary(text.getvalue()))


@dataclass(frozen=True)
class VulkanArray:
    """An array in a buffer of the device."""

    buffer: Any
    element: str
    shape: tuple[int, ...]


class VulkanDevice:
    """The device on which the steps of a launch plan run."""

    def __init__(self, code: Mapping[str, bytes]):
        self._wgpu: Any = import_module("wgpu")
        adapter = vulkan_adapter()
        features = [f for f in ("shader-int64",) if f in adapter.features]
        self._device = adapter.request_device_sync(required_features=features)
        create = self._device.create_shader_module
        self._modules = {name: create(code=spirv) for name, spirv in code.items()}

    def allocate(self, element: str, shape: tuple[int, ...], alignment: int) -> VulkanArray:
        size = math.prod(shape) * size_of_element(element)
        return VulkanArray(self._buffer(np.zeros(max(size, 4), np.uint8)), element, shape)

    def free(self, memory: VulkanArray) -> None:
        memory.buffer.destroy()

    def upload(self, array: np.ndarray[Any, Any]) -> VulkanArray:
        """A copy of an array of f32 on the device."""
        return VulkanArray(self._buffer(array), "f32", array.shape)

    def download(self, memory: VulkanArray) -> np.ndarray[Any, Any]:
        """Waits for the device, and gives a copy of an array of f32."""
        read = self._device.queue.read_buffer(memory.buffer)
        return np.frombuffer(read, np.float32).reshape(memory.shape)

    def copy(self, source: VulkanArray, target: VulkanArray) -> None:
        encoder = self._device.create_command_encoder()
        encoder.copy_buffer_to_buffer(source.buffer, 0, target.buffer, 0, source.buffer.size)
        self._device.queue.submit([encoder.finish()])

    def launch(
        self, kernel: Kernel, grid: tuple[int, int, int], arguments: Sequence[VulkanArray | bytes]
    ) -> None:
        # A number is a buffer as well, an index the lower half of it.
        buffers = [
            value.buffer
            if isinstance(value, VulkanArray)
            else self._buffer(np.frombuffer(value[:4], np.uint8))
            for value in arguments
        ]
        pipeline = self._device.create_compute_pipeline(
            layout="auto",
            compute={"module": self._modules[kernel.name], "entry_point": kernel.name},
        )
        entries = [
            {"binding": k, "resource": {"buffer": buffer, "offset": 0, "size": buffer.size}}
            for k, buffer in enumerate(buffers)
        ]
        layout = pipeline.get_bind_group_layout(0)
        encoder = self._device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        compute.set_pipeline(pipeline)
        compute.set_bind_group(0, self._device.create_bind_group(layout=layout, entries=entries))
        compute.dispatch_workgroups(*grid)
        compute.end()
        self._device.queue.submit([encoder.finish()])

    def _buffer(self, array: np.ndarray[Any, Any]) -> Any:
        usage = self._wgpu.BufferUsage
        return self._device.create_buffer_with_data(
            data=np.ascontiguousarray(array),
            usage=usage.STORAGE | usage.COPY_SRC | usage.COPY_DST,
        )


@cache
def vulkan_adapter() -> Any:
    """The first Vulkan device; None if there is none, or no loader."""
    adapters = import_module("wgpu").gpu.enumerate_adapters_sync()
    vulkan = [adapter for adapter in adapters if adapter.info["backend_type"] == "Vulkan"]
    return vulkan[0] if vulkan else None


def missing() -> str | None:
    """The tool or device that is missing for a kernel to run; None if nothing is."""
    try:
        adapter = vulkan_adapter()
    except ImportError:
        return "wgpu is not installed"
    wanted = "libvulkan1 with a driver, such as mesa-vulkan-drivers, is not installed"
    return wanted if adapter is None else None


def _attribute(text: str) -> Attribute:
    return RepairedParser(Context(allow_unregistered=True), text).parse_attribute()


def _binary(text: str) -> bytes:
    """The output of mlir-translate for a module in generic text."""
    places = import_module("mlir").__path__
    [tool] = [path for place in places for path in Path(place).glob("bin/mlir-translate")]
    with TemporaryDirectory() as folder:
        out = Path(folder) / "kernels.spv"
        command = [tool, "--serialize-spirv", "--no-implicit-module", "-o", out]
        ran = subprocess.run(command, input=text, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return out.read_bytes()
