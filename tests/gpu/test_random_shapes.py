"""Each GPU kernel at random odd shapes, on an OpenCL device against numpy."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import pytest
from gpu_kernels import FAMILIES

from .running import check

SHAPES = int(os.environ.get("PAD_GPU_SHAPES", "5"))
"""Of each kernel; `make fuzz-gpu` takes 100."""
SEED = int(os.environ.get("PAD_GPU_SEED", "7000"))

pytestmark = pytest.mark.gpu


def odd(rng: np.random.Generator, most: int, least: int = 1) -> int:
    """A random odd number, small ones as likely as large ones."""
    drawn = least * (most / least) ** rng.random()
    return min(most, int(drawn) | 1)


SIZES: dict[str, Callable[[np.random.Generator], tuple[int, ...]]] = {
    "double": lambda rng: (odd(rng, 255), odd(rng, 2049)),
    "row_sum": lambda rng: (odd(rng, 65), odd(rng, 8193)),
    "conv1d": lambda rng: (odd(rng, 8193, 33), odd(rng, 31)),
    "matmul": lambda rng: (odd(rng, 257, 17), odd(rng, 257, 17), odd(rng, 257)),
    "softmax": lambda rng: (odd(rng, 3), odd(rng, 5), odd(rng, 15), odd(rng, 4097)),
    "maxpool": lambda rng: (odd(rng, 33, 3), odd(rng, 129)),
    "conv2d": lambda rng: (odd(rng, 17, 3), odd(rng, 65), odd(rng, 129)),
    "layernorm": lambda rng: (odd(rng, 65), odd(rng, 4097)),
}


@pytest.mark.parametrize("number", range(SHAPES))
@pytest.mark.parametrize("family", FAMILIES)
def test_on_opencl(family: str, number: int) -> None:
    rng = np.random.default_rng([SEED, number, *family.encode()])
    sizes = SIZES[family](rng)
    try:
        check(FAMILIES[family](*sizes), rng)
    except Exception as error:
        error.add_note(f"{family}{sizes}")
        raise
