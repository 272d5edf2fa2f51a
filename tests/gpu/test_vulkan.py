"""Smoke test: kernel modules through Vulkan, against numpy; skipped where there is no Vulkan."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime.device.launch_plan import launch_plan
from pad_mlir.runtime.gpu.execution import carry_out
from pad_mlir.runtime.signature import find_function

from .modules import CASES
from .tools import need
from .vulkan import VulkanDevice, missing, vulkan_kernels


@pytest.mark.parametrize("name", ["scale", "dynamic", "row sum", "matmul", "softmax"])
def test_kernel(name: str) -> None:
    need(missing())
    case = CASES[name]
    module = parse_module(case.text, name)
    plan = launch_plan(find_function(module, None))
    rng = np.random.default_rng(3)
    inputs = [rng.standard_normal(shape).astype(np.float32) for shape in case.inputs]
    wanted = case.wanted([array.astype(np.float64) for array in inputs])
    device = VulkanDevice(vulkan_kernels(module))
    arrays = [device.upload(array) for array in inputs]
    arrays.append(device.upload(np.full(wanted.shape, np.nan, np.float32)))
    names = [parameter.name for parameter in plan.parameters]
    numbers = {} if len(names) == len(arrays) else {names[-1]: inputs[0].shape[0]}
    carry_out(plan, device, dict(zip(names, arrays, strict=False)), numbers)
    np.testing.assert_allclose(device.download(arrays[-1]), wanted, rtol=2e-5, atol=2e-5)
    for array, memory in zip(inputs, arrays, strict=False):
        assert np.array_equal(device.download(memory), array)
