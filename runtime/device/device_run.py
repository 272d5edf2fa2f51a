"""One call of a function on a device: packing, the plan, and unpacking."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Protocol, TypeVar

import numpy as np

from ..call.arguments import physical_shape
from ..call.check_reports import EntryChecks
from ..gpu.execution import Device, Memory, carry_out
from ..gpu.plan import ArrayParameter, LaunchPlan
from ..packing.arrays import aligned_empty
from ..signature import Buffer, Signature
from .device_code import DeviceCode
from .launch_plan import ALIGNMENT

M = TypeVar("M", bound=Memory)


class ReadableDevice(Device[M], Protocol[M]):
    """A device whose arrays the host can read."""

    def download(self, memory: M, array: np.ndarray[Any, Any]) -> None:
        """Copies an array to the host, once all that was asked for is done."""
        ...


def run(code: DeviceCode, device: ReadableDevice[M], given: Sequence[M | float]) -> None:
    """
    Calls the function with what is on the device: arrays, logical where they are packed at each
    call, and numbers.

    What the function writes is in the same arrays, once the device has done all that it was asked
    for. Raises KernelError if a test before the call fails.
    """
    parameters, parts = code.plan.parameters, code.signature.parameters
    with ExitStack() as stack:
        inside, leaving = list(given), list[tuple[LaunchPlan, M, M]]()
        for k, (parameter, part) in enumerate(zip(parameters, parts, strict=True)):
            logical = given[k]
            if part.name not in code.packing or isinstance(logical, (int, float)):
                continue
            assert isinstance(parameter, ArrayParameter)
            alignment = max(parameter.alignment, ALIGNMENT)
            assert isinstance(part, Buffer)
            shape = physical_shape(part, logical.shape)
            physical = device.allocate(parameter.element, shape, alignment)
            stack.callback(device.free, physical)
            inside[k], plans = physical, code.packing[part.name]
            carry_out(plans.pack, device, {"source": logical, "target": physical}, {})
            if parameter.written:
                leaving.append((plans.unpack, physical, logical))
        if code.checks is not None:
            _check(code.checks, code.checked, device, inside)
        named = dict(zip((p.name for p in parameters), inside, strict=True))
        arrays = {name: v for name, v in named.items() if not isinstance(v, (int, float))}
        numbers = {name: v for name, v in named.items() if isinstance(v, (int, float))}
        carry_out(code.plan, device, arrays, numbers)
        for plan, physical, logical in leaving:
            carry_out(plan, device, {"source": physical, "target": logical}, {})


def _check(
    checks: EntryChecks, signature: Signature, device: ReadableDevice[M], given: Sequence[M | float]
) -> None:
    """Tests the arguments, on the host."""
    arrays: list[np.ndarray[Any, Any]] = []
    values: list[float] = []
    for part, value in zip(signature.parameters, given, strict=True):
        if isinstance(value, (int, float)):
            values.append(value)
            continue
        array = aligned_empty(value.shape, part.element.dtype)
        device.download(value, array)
        arrays.append(array)
        values.append(array.ctypes.data)
        if signature.descriptors and isinstance(part, Buffer):
            sizes = zip(part.shape, value.shape, strict=True)
            values += [size for own, size in sizes if own < 0]
    checks.run(values)
