"""Models that JAX exports now: the texts that are kept, and functions with sizes of all kinds."""

from __future__ import annotations

import runpy
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.frontends import from_jax
from pad_mlir.runtime import compile

from ..inputs import arrays
from ..jax_models import MODELS, jax, jnp


@pytest.mark.parametrize("name", MODELS)
def test_model(name: str) -> None:
    function, weights, x = MODELS[name]
    leaves, tree = jax.tree.flatten((weights, x))
    given = arrays((("", leaf.shape, leaf.dtype) for leaf in leaves), seed=11)
    expected = np.asarray(jax.jit(function)(*jax.tree.unflatten(tree, given)))
    result: Any = compile(from_jax(function, weights, x))(*given)
    np.testing.assert_allclose(np.asarray(result), expected, rtol=2e-5, atol=4e-6)


def test_any_batch() -> None:
    def layer(x: Any, w: Any) -> Any:
        return jax.nn.relu(x @ w)

    (batch,) = jax.export.symbolic_shape("b")
    x = jax.ShapeDtypeStruct((batch, 37), np.float32)
    kernel = compile(from_jax(layer, x, np.zeros((37, 29), np.float32)))
    for size in (1, 7, 64):
        given = arrays([("", (size, 37), np.float32), ("", (37, 29), np.float32)])
        result: Any = kernel(*given)
        np.testing.assert_allclose(result, np.maximum(given[0] @ given[1], 0), rtol=1e-4, atol=1e-5)


def test_what_has_no_loops_is_named() -> None:
    def transformed(x: Any) -> Any:
        return jnp.fft.fft(x).real

    with pytest.raises((PadError, Exception), match="fft"):
        from_jax(transformed, np.zeros(8, np.float32))


def test_the_example() -> None:
    runpy.run_module("pad_mlir.examples.models.jax_mlp")
