"""A JAX function as a padded kernel, beside JAX's own time. Needs the extras `mlir` and `jax`."""

from importlib import import_module
from timeit import timeit
from typing import Any

import numpy as np

from pad_mlir.frontends import from_jax
from pad_mlir.schedule import Schedule

jax: Any = import_module("jax")


def mlp(x: Any, w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
    return jax.nn.relu(x @ w1 + b1) @ w2 + b2


shapes = ((13, 37), (37, 61), (61,), (61, 29), (29,))
arrays = [np.random.default_rng(0).standard_normal(shape).astype(np.float32) for shape in shapes]
s = Schedule(from_jax(mlp, *arrays))
s.optimize(target_cpu="native")
kernel = s.compile()
expected = jax.jit(mlp)(*arrays)
np.testing.assert_allclose(np.asarray(kernel(*arrays)), np.asarray(expected), rtol=1e-4, atol=1e-5)

ours = timeit(lambda: kernel(*arrays), number=1000)
theirs = timeit(lambda: jax.jit(mlp)(*arrays).block_until_ready(), number=1000)
print(f"pad-mlir {1000 * ours:.1f} us, JAX {1000 * theirs:.1f} us a call")
