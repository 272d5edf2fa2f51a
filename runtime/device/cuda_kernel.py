"""A function on a CUDA device, on the arrays of other libraries that are there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from ...passes.gpu.lowering.pad_to_gpu import lower_kernels
from ...passes.gpu.modules.gpu_targets import Chip
from ..call.arguments import BufferArgument
from ..call.kernel import Kernel
from ..call.parameters import Parameters
from ..errors import KernelError
from ..gpu.cuda import CudaProgram
from ..gpu.cuda_arrays import CudaArray, cuda_array, stream_handle
from ..gpu.cuda_driver import CudaContext, CudaDriver
from ..gpu.plan import ArrayParameter
from ..signature import Scalar, Signature
from .device_code import DeviceCode, device_code
from .device_run import run

CHIPS: dict[int, Chip] = {80: "sm_80", 90: "sm_90", 100: "sm_100"}
"""The architectures that code is made for, by their compute capability."""


def compile_for_cuda(
    module: ModuleOp, signature: Signature, packed: Collection[str], chip: str | None
) -> Kernel:
    """
    A function of a physical module, which is changed, for an architecture of NVIDIA's.

    By default that is the latest one that device 0 runs.
    """
    wanted = None if chip is None else capability_of(chip)
    if any(isinstance(part, Scalar) and part.name == "stream" for part in signature.parameters):
        raise KernelError("an argument is called 'stream', which a call on CUDA means a stream by")
    driver = CudaDriver()
    if wanted is None:
        wanted = capability_of(chip_for(CudaContext(driver, 0).capability))
    name = CHIPS[wanted]
    code = device_code(
        module, signature, packed, lambda kernels: lower_kernels(kernels, "nvvm", name)
    )
    return CudaKernel(code, driver, wanted, packed)


@dataclass
class _Passed:
    """An array on a device that was given for a parameter."""

    argument: BufferArgument
    array: CudaArray
    device: int | None
    """None for an array without elements, which is nowhere."""

    @property
    def shape(self) -> tuple[int, ...]:
        return self.array.shape

    def overlaps(self, other: _Passed) -> bool:
        """Whether they have memory in common; both are contiguous."""
        first, second = self.array, other.array
        return (
            first.pointer < second.pointer + second.size
            and second.pointer < first.pointer + first.size
            and first.size > 0
            and second.size > 0
        )


class CudaKernel(Kernel):
    """
    A function as PTX for one architecture, which runs on that and later ones.

    It takes arrays that are on one CUDA device and have `__cuda_array_interface__` or DLPack, are
    row-major and contiguous, and start where whole vectors may be read. A call asks the device for
    the results and does not wait for them: they are in the arrays for what comes after it on the
    same stream, given as `stream=` (a handle, or a stream of torch, cupy or cuda.core); by default
    it is the current one of torch or cupy, if an array is one of theirs, else the default stream. A
    stream has to exist until all calls on it are done, as each keeps its temporaries.
    """

    def __init__(
        self, code: DeviceCode, driver: CudaDriver, capability: int, packed: Collection[str]
    ):
        super().__init__(code.signature)
        self._code, self._driver, self._capability = code, driver, capability
        self._contexts: dict[int, CudaContext] = {}
        self._programs: dict[int, CudaProgram] = {}
        self._parameters = Parameters(code.signature, packed)
        self._alignments = {
            part.name: 1 if part.name in code.packing else parameter.alignment
            for part, parameter in zip(code.signature.parameters, code.plan.parameters, strict=True)
            if isinstance(parameter, ArrayParameter)
        }

    def __call__(self, *arguments: Any, stream: Any = None, **sizes: Any) -> Any:
        handle = stream_handle(stream, arguments)

        def take(argument: BufferArgument, given: Any) -> _Passed:
            return self._take(argument, given, handle)

        parts = self._parameters.check(arguments, sizes, take)
        passed = [part for part in parts if isinstance(part, _Passed)]
        self._refuse_overlaps(passed)
        on = self._program(passed).on(handle)
        for part in passed:
            if part.array.ready_on is not None:
                on.wait_for(part.array.ready_on)
        run(self._code, on, [p.array if isinstance(p, _Passed) else p for p in parts])

    def _take(self, argument: BufferArgument, given: Any, stream: int) -> _Passed:
        array = cuda_array(given, stream)
        if array.element != str(argument.buffer.element):
            argument.refuse_elements(array.element)
        argument.check_shape(array.shape)
        if argument.written and array.read_only:
            argument.refuse_read_only()
        if not array.is_contiguous:
            raise KernelError(
                f"wanted a row-major, contiguous array, got strides {array.strides} for shape "
                f"{array.shape}; pass a contiguous copy"
            )
        alignment = self._alignments[argument.name]
        if array.pointer % alignment:
            raise KernelError(
                f"wanted an array whose address is a multiple of {alignment}, got one at "
                f"{array.pointer:#x}; pass a copy, or an array that starts where its memory does"
            )
        if not array.size:
            return _Passed(argument, array, None)
        device = self._driver.device_of(array.pointer)
        if device is None:
            raise KernelError("wanted an array on a CUDA device, got one in memory of the host")
        return _Passed(argument, array, device)

    def _refuse_overlaps(self, passed: Sequence[_Passed]) -> None:
        """Raise KernelError if an array that the kernel writes shares memory with another one."""
        packing = self._code.packing
        for one, other in combinations(passed, 2):
            names = one.argument.name, other.argument.name
            # Packed arrays do not overlap where the arrays do.
            may = self._signature.may_alias and not any(name in packing for name in names)
            written = [p.argument.name for p in (one, other) if p.argument.written]
            if written and not may and one.overlaps(other):
                raise KernelError(
                    f"{names[0]} and {names[1]} overlap in memory, but the kernel writes "
                    f"{written[0]}; pass a copy"
                )

    def _program(self, passed: Sequence[_Passed]) -> CudaProgram:
        """The kernels on the device of these arrays, loaded at first use."""
        devices = {part.device: part.argument.name for part in passed if part.device is not None}
        if len(devices) > 1:
            listed = ", ".join(f"{name} on {device}" for device, name in devices.items())
            raise KernelError(f"wanted all arrays on one CUDA device, got {listed}")
        ordinal = next(iter(devices), 0)
        if ordinal not in self._programs:
            context = CudaContext(self._driver, ordinal)
            if context.capability < self._capability:
                raise KernelError(
                    f"the code is for {CHIPS[self._capability]}, but CUDA device {ordinal} is of "
                    f"compute capability {context.capability / 10}: compile for "
                    f"{chip_for(context.capability)} (target_cpu)"
                )
            self._programs[ordinal] = CudaProgram(context, self._code.kernels)
        return self._programs[ordinal]


def chip_for(capability: int) -> str:
    """The latest architecture whose code runs there; raises KernelError if there is none."""
    known = [own for own in CHIPS if own <= capability]
    if not known:
        raise KernelError(
            f"a CUDA device of compute capability {capability / 10} is older than any that code is "
            f"made for: {', '.join(CHIPS.values())}"
        )
    return CHIPS[max(known)]


def capability_of(chip: str) -> int:
    """The compute capability of an architecture; raises KernelError if no code is made for it."""
    for capability, name in CHIPS.items():
        if name == chip:
            return capability
    raise KernelError(f"no CUDA architecture '{chip}'; there are {', '.join(CHIPS.values())}")
