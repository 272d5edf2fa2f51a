"""Tests marked `gpu` run kernels on an OpenCL device, and are skipped where there is none."""

from __future__ import annotations

from functools import cache

import pytest

from pad_mlir.runtime import KernelError
from pad_mlir.runtime.gpu.opencl import opencl_device

from . import oclgrind
from .tools import need


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
    if request.node.get_closest_marker("gpu") is not None:
        need(_missing())


@pytest.fixture(scope="session", name="installed_oclgrind")
def _installed_oclgrind() -> None:  # pyright: ignore[reportUnusedFunction]
    """For tests that run kernels in Oclgrind."""
    need(oclgrind.missing())
