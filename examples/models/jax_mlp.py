"""A JAX function as a model, beside JAX's own time. Needs the extras `mlir` and `jax`."""

from importlib import import_module
from timeit import timeit
from typing import Any

import numpy as np

from pad_mlir.frontends import compile_model

jax: Any = import_module("jax")


def mlp(params: Any, x: Any) -> Any:
    (w1, b1), (w2, b2) = params
    return jax.nn.relu(x @ w1 + b1) @ w2 + b2


shapes = ((37, 61), (61,), (61, 29), (29,), (13, 37))
w1, b1, w2, b2, x = (jax.numpy.ones(shape, "float32") / 8 for shape in shapes)
params = ((w1, b1), (w2, b2))
model = compile_model(mlp, params, x).bind(params)
np.testing.assert_allclose(model(x), jax.jit(mlp)(params, x), rtol=1e-4)
print(model.profile(x))

ours = timeit(lambda: model(x), number=1000)
jitted = jax.jit(mlp)
theirs = timeit(lambda: jitted(params, x).block_until_ready(), number=1000)
print(f"pad-mlir {1000 * ours:.1f} us, JAX {1000 * theirs:.1f} us a call")
