"""Runs the GPU kernels of the benchmarks: packed, poison in all padding without a value."""

from __future__ import annotations

import numpy as np
from gpu_kernels import GpuProblem
from numpy.typing import NDArray

from pad_mlir.runtime import pack, unpack


def check(problem: GpuProblem, rng: np.random.Generator, *, padded: bool = True) -> None:
    """Fails where the kernel is wrong, or changes what it only reads, or padding of a value."""
    arrays = problem.arrays(rng)
    *inputs, out = arrays
    kernel = problem.schedule(padded=padded).compile(target="opencl", packed=True)
    poison = np.nan if problem.fp == "strict" else 1e30  # "relaxed" says that no value is NaN
    physical = {name: pack(a, kernel.layout(name), poison) for name, a in arrays.items()}
    before = {name: physical[name].copy() for name in inputs}
    kernel(*physical.values())
    got = unpack(physical[out], kernel.layout(out), arrays[out].shape).astype(np.float32)
    wide = {name: array.astype(np.float64) for name, array in arrays.items()}
    assert_close(got, problem.expected(wide))
    for name, array in before.items():
        assert physical[name].tobytes() == array.tobytes(), f"{name} has changed"


def assert_close(got: NDArray[np.float32], wanted: NDArray[np.float64]) -> None:
    """Within what f32 rounds sums of some thousand numbers to."""
    np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5)
