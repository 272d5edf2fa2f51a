"""
Random kernels under random layouts.

`PAD_E2E_EXAMPLES` says how many, `PAD_E2E_SEED` is the first one's seed.
"""

import os

import numpy as np
import pytest

from .checking import Case, check
from .random_kernels import random_kernel
from .random_layouts import random_layout

EXAMPLES = int(os.environ.get("PAD_E2E_EXAMPLES", "20"))
FIRST_SEED = int(os.environ.get("PAD_E2E_SEED", "0"))


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_random_kernel_agrees_with_numpy(seed: int) -> None:
    kernel = random_kernel(seed)
    rng = np.random.default_rng(seed)
    layouts = {
        name: random_layout(buffer.element, buffer.shape, rng)
        for name, buffer in kernel.buffers.items()
    }
    check(Case(kernel, layouts, str(rng.choice(("stage", "if", "before", "both")))), seed)
