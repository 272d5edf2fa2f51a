"""Models that JAX exports now: the texts that are kept, and functions with sizes of all kinds."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.frontends import Model, compile_model, from_jax
from pad_mlir.runtime import KernelError, compile

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


_OPEN_AXES = {
    **dict.fromkeys(("attention_block", "transformer", "lstm", "wavenet"), 2),
    **dict.fromkeys(("resnet", "separable", "convnext"), 3),
}
"""How many of the first axes of the input have a size that is known at run time; else one."""


@pytest.mark.parametrize("name", MODELS)
def test_model_of_any_sizes(name: str) -> None:
    function, weights, x = MODELS[name]
    count = _OPEN_AXES.get(name, 1)
    open_sizes = jax.export.symbolic_shape(", ".join("bhw"[:count]))
    shape = (*open_sizes, *x.shape[count:])
    model = compile_model(function, weights, jax.ShapeDtypeStruct(shape, x.dtype))
    for change in (0, 3):
        sizes = (*(size + change for size in x.shape[:count]), *x.shape[count:])
        leaves, tree = jax.tree.flatten((weights, jax.ShapeDtypeStruct(sizes, x.dtype)))
        given = arrays((("", leaf.shape, leaf.dtype) for leaf in leaves), seed=13)
        params, given_x = jax.tree.unflatten(tree, given)
        expected = np.asarray(jax.jit(function)(params, given_x))
        np.testing.assert_allclose(model(params, given_x), expected, rtol=2e-5, atol=1e-5)


def _running(carried: Any, row: Any) -> Any:
    return carried + row, carried * row


def _scanned(x: Any) -> Any:
    return jax.lax.scan(_running, jnp.zeros(x.shape[1:]), x)


def _repeated(x: Any) -> Any:
    def step(_: Any, carried: Any) -> Any:
        return carried * 0.5 + x[0, 0]

    return jax.lax.fori_loop(0, x.shape[1], step, x)


_OF_ANY_SIZES: Sequence[Callable[[Any], Any]] = (
    lambda x: jax.nn.softmax(x, -1),
    lambda x: x.reshape(-1),
    lambda x: x.reshape(x.shape[0] * 2, 3, x.shape[1]),
    lambda x: x[::-1, 1:],
    lambda x: jnp.tile(x, (2, 1, 1)).repeat(2, 1),
    lambda x: jnp.roll(x, 1, 0),
    _scanned,
    _repeated,
    lambda x: jnp.take_along_axis(x, jnp.argmax(x, 0)[None], 0),
    lambda x: x[:, None] - x[None],
    lambda x: jnp.where(jnp.tril(jnp.ones((x.shape[0], x.shape[0]), bool)), 1.0, x.sum()),
)


@pytest.mark.parametrize("function", _OF_ANY_SIZES)
def test_functions_of_any_sizes(function: Any) -> None:
    sizes = jax.export.symbolic_shape("b, n")
    model = compile_model(function, jax.ShapeDtypeStruct((*sizes, 6), np.float32))
    for size in ((4, 5), (1, 2), (9, 3)):
        (x,) = arrays([("", (*size, 6), np.float32)], seed=14)
        found, expected = jax.tree.leaves(model(x)), jax.tree.leaves(jax.jit(function)(x))
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-5, atol=1e-5)


def test_calls_with_sizes_that_break_the_specification_are_refused() -> None:
    def sums(x: Any, y: Any) -> Any:
        return x + y

    (b,) = jax.export.symbolic_shape("b", constraints=["b >= 4", "mod(b, 2) == 0"])
    shape = jax.ShapeDtypeStruct((2 * b + 1, 3), np.float32)
    model = compile_model(sums, shape, shape)
    for size, other in ((9, 9), (9, 13), (13, 9), (8, 8), (5, 5), (11, 11)):
        x, y = (np.ones((rows, 3), np.float32) for rows in (size, other))
        if (size, other) == (9, 9):
            assert np.array_equal(model(x, y), x + y)
            continue
        with pytest.raises(KernelError):
            model(x, y)


def test_arguments_of_any_sizes_have_their_names() -> None:
    function, weights, x = MODELS["mlp"]
    (batch,) = jax.export.symbolic_shape("b")
    text = str(from_jax(function, weights, jax.ShapeDtypeStruct((batch, 37), x.dtype)))
    names = ("params_first_bias", "params_first_weight", "params_last_bias", "x")
    assert all(f"%{name}: " in text for name in names)


def _of(kind: Any, *shape: int) -> Any:
    return (np.arange(np.prod(shape)).reshape(shape) * 37 % 251).astype(kind)


_MASK = np.tril(np.ones((17, 17), bool))


def _of_unsigned(x: Any, y: Any) -> Any:
    return jnp.dot(x, y, preferred_element_type=jnp.int32)


def _convolved(x: Any, y: Any) -> Any:
    return jax.lax.conv(x, y, (1, 1), "SAME", preferred_element_type=jnp.int32)


_PRODUCTS: Sequence[tuple[Callable[[Any, Any], Any], Any, Any]] = (
    (lambda x, y: jnp.float32(x > 0) @ y, _of(np.int8, 5, 6), _of(np.float32, 6, 7)),
    (_of_unsigned, _of(np.uint8, 6, 6), _of(np.uint8, 6, 6)),
    (
        lambda x, y: jnp.einsum("ij,ik->jk", x > 60, y > 90),
        *(_of(np.uint8, 5, 6), _of(np.uint8, 5, 6)),
    ),
    (lambda x, y: jnp.float32(x) @ y, _of(np.uint16, 5, 6), _of(np.float32, 6, 7)),
    (lambda x, y: jnp.where(_MASK, x, 0) + jnp.float32(_MASK) @ y, *[_of(np.float32, 17, 17)] * 2),
    (_convolved, _of(np.uint8, 1, 3, 5, 5), _of(np.uint8, 2, 3, 1, 1)),
)


@pytest.mark.parametrize(("function", "x", "y"), _PRODUCTS)
def test_products_without_a_sign(function: Callable[[Any, Any], Any], x: Any, y: Any) -> None:
    assert np.array_equal(compile_model(function, x, y)(x, y), np.asarray(jax.jit(function)(x, y)))


@pytest.mark.parametrize("kind", [jnp.bfloat16, jnp.float16])
def test_products_of_half_precision_are_summed_in_single(kind: Any) -> None:
    x, y = (jnp.asarray(_of(np.float32, *shape) / 251, kind) for shape in ((3, 999), (999, 5)))
    found = np.asarray(compile_model(jnp.matmul, x, y)(x, y), np.float32)
    exact = np.asarray(x, np.float64) @ np.asarray(y, np.float64)
    np.testing.assert_allclose(found, exact, rtol=float(jnp.finfo(kind).eps))


def test_groups_and_any_batch() -> None:
    (batch,) = jax.export.symbolic_shape("b")
    weights = _of(np.float32, 3, 3, 1, 6) / 251

    def convolved(x: Any) -> Any:
        numbers = ("NHWC", "HWIO", "NHWC")
        return jax.lax.conv_general_dilated(
            x, weights, (1, 1), "SAME", dimension_numbers=numbers, feature_group_count=6
        )

    model = compile_model(convolved, jax.ShapeDtypeStruct((batch, 7, 9, 6), np.float32))
    for size in (1, 4):
        x = _of(np.float32, size, 7, 9, 6) / 251
        np.testing.assert_allclose(model(x), jax.jit(convolved)(x), rtol=1e-5, atol=1e-5)


_AT = np.array([4, 0, 4, 7, -2], np.int32)


def _each_row(x: Any) -> Any:
    def with_one_more(row: Any, place: Any) -> Any:
        return row.at[place].add(1.0)

    return jax.vmap(with_one_more)(x, jnp.abs(_AT) % 5)


def _gradient(x: Any) -> Any:
    def squares(table: Any) -> Any:
        return jnp.sum(table[_AT] ** 2)

    return jax.grad(squares)(x)


def _windows(x: Any) -> Any:
    """The last but one begins in the last row, the last one before the first: both are dropped."""
    numbers = jax.lax.ScatterDimensionNumbers((1, 2), (), (0,))
    places, updates = np.array([[3], [4], [-1]]), _of(np.float32, 3, 2, 7)
    mode = jax.lax.GatherScatterMode.FILL_OR_DROP
    return jax.lax.scatter_add(x, places, updates, numbers, mode=mode)


_RUNNING: Sequence[Callable[[Any], Any]] = (
    lambda x: jnp.cumsum(x, 1),
    lambda x: jax.lax.cummax(x, 0, reverse=True),
    lambda x: x.at[_AT].add(1.5),
    lambda x: x.at[1:4, ::2].set(3.0),
    lambda x: x.at[:, _AT].multiply(2.0, mode="clip"),
    lambda x: jax.ops.segment_sum(x, _AT, 5),
    *(_each_row, _gradient, _windows),
)


@pytest.mark.parametrize("function", _RUNNING)
def test_cumulative_sums_and_scatters(function: Callable[[Any], Any]) -> None:
    x = _of(np.float32, 5, 7) / 251
    expected = np.asarray(jax.jit(function)(x))
    np.testing.assert_allclose(compile_model(function, x)(x), expected, rtol=1e-5, atol=1e-6)


def test_a_model_in_a_function_that_is_traced_is_refused() -> None:
    x = _of(np.float32, 5, 7)
    model = compile_model(jnp.tanh, x)
    for traced in (jax.jit(model), jax.vmap(model)):
        with pytest.raises(KernelError, match=r"outside of jax.jit, grad and vmap"):
            traced(x)


def test_what_has_no_loops_is_named() -> None:
    def transformed(x: Any) -> Any:
        return jnp.fft.fft(x).real

    with pytest.raises(PadError, match=r"no loops are made of .*fft"):
        from_jax(transformed, np.zeros(8, np.float32))


def test_the_example() -> None:
    runpy.run_module("pad_mlir.examples.models.jax_mlp")


@pytest.mark.parametrize("name", ["mlp", "wavenet", "int8_linear"])
def test_compiled_model_takes_the_trees_of_the_function(name: str, tmp_path: Path) -> None:
    function, weights, x = MODELS[name]
    leaves, tree = jax.tree.flatten((weights, x))
    given = arrays((("", leaf.shape, leaf.dtype) for leaf in leaves), seed=12)
    params, x = jax.tree.map(jnp.asarray, jax.tree.unflatten(tree, given))
    expected = jax.jit(function)(params, x)
    model = compile_model(function, params, x)
    bound = model.bind(params)
    bound.save(tmp_path / "m")
    for result in (model(params, x), bound(x), Model.load(tmp_path / "m")(x)):
        assert isinstance(result, jax.Array)
        assert (result.shape, result.dtype) == (expected.shape, expected.dtype)
        np.testing.assert_allclose(result, expected, rtol=2e-5, atol=4e-6)


def test_results_have_the_structure_and_the_types_of_the_function() -> None:
    def parts(x: Any) -> Any:
        counts = x.astype(np.uint32) + np.uint32(3_000_000_000)
        return {"counts": counts, "both": (x * 2, [x > 1]), "none": None}

    x = jnp.asarray([0.5, 2.5, 3.5], np.float32)
    found, expected = compile_model(parts, x)(x), parts(x)
    assert jax.tree.structure(found) == jax.tree.structure(expected)
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def test_results_of_many_calls_are_arrays_of_their_own() -> None:
    def both(x: Any) -> Any:
        return x * 2, x > 1

    x = jnp.asarray([0.5, 2.5, 3.5], np.float32)
    model = compile_model(both, x)
    results = [model(x * k) for k in range(40)]
    for k, (twice, larger) in enumerate(results):
        assert isinstance(twice, jax.Array)
        assert isinstance(larger, jax.Array)
        assert np.array_equal(twice, x * k * 2)
        assert np.array_equal(larger, x * k > 1)


def test_bfloats_and_any_batch() -> None:
    (batch,) = jax.export.symbolic_shape("b")
    shape = jax.ShapeDtypeStruct((batch, 9), jnp.bfloat16)

    def squares(x: Any) -> Any:
        return x * x + 1

    model = compile_model(squares, shape)
    for size in (1, 6):
        x = jnp.linspace(-2, 2, size * 9, dtype=jnp.bfloat16).reshape(size, 9)
        result = model(x)
        assert result.dtype == jnp.bfloat16
        expected = np.asarray(x, np.float32) ** 2 + 1
        np.testing.assert_allclose(np.asarray(result, np.float32), expected, rtol=0.01)
