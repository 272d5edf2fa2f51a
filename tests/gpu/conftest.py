"""Tests marked `gpu` run kernels on an OpenCL device, and are skipped where there is none."""

from __future__ import annotations

import os
from functools import cache

import pytest

from pad_mlir.runtime import KernelError
from pad_mlir.runtime.gpu.opencl import opencl_device

REQUIRED = "PAD_GPU_CHECKS"
"""Set to `required`, what is missing for a test is a failure."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "gpu: runs kernels on an OpenCL device")


@cache
def _missing() -> str | None:
    try:
        opencl_device()
    except KernelError as error:
        return str(error)
    return None


@pytest.fixture(autouse=True)
def _needs_device(request: pytest.FixtureRequest) -> None:  # pyright: ignore[reportUnusedFunction]
    if request.node.get_closest_marker("gpu") is None or (missing := _missing()) is None:
        return
    if os.environ.get(REQUIRED) == "required":
        pytest.fail(missing)
    pytest.skip(missing)
