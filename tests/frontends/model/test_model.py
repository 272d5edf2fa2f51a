"""`Model`: arrays that fit and others, threads, layouts of weights, sizes of each call."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.frontends import Model, compile_model, from_linalg
from pad_mlir.frontends.model.compiling import model_of
from pad_mlir.frontends.model.sources import Source
from pad_mlir.frontends.model.trees import (
    Branch,
    Leaf,
    from_json,
    leaves,
    rebuilt,
    to_json,
    tree_of,
)
from pad_mlir.runtime import KernelError
from pad_mlir.runtime.packing.arrays import Array
from pad_mlir.schedule import Schedule

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

LAYER = """
func.func @layer(%w: tensor<37x29xf32>, %bias: tensor<29xf32>, %x: tensor<13x37xf32>)
    -> tensor<13x29xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<13x29xf32>
  %wide = linalg.broadcast ins(%bias : tensor<29xf32>) outs(%0 : tensor<13x29xf32>)
    dimensions = [0]
  %y = linalg.matmul ins(%x, %w : tensor<13x37xf32>, tensor<37x29xf32>)
    outs(%wide : tensor<13x29xf32>) -> tensor<13x29xf32>
  return %y : tensor<13x29xf32>
}"""
_RANDOM = np.random.default_rng(5)
W, BIAS, X = (
    _RANDOM.standard_normal(shape).astype(np.float32) for shape in ((37, 29), (29,), (13, 37))
)


@pytest.fixture(scope="module", name="layer")
def _layer() -> Model:
    return compile_model(from_linalg(LAYER, math="reassociate"))


def _close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_arrays_that_are_strided_read_only_unaligned_or_numbers(layer: Model) -> None:
    expected = X @ W + BIAS
    wide = np.zeros((26, 74), np.float32)[::2, ::2]
    wide[...] = X
    raw = np.zeros(X.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(X.shape)
    raw[...] = X
    fixed = X.copy()
    fixed.flags.writeable = False
    for x in (X, wide, raw, fixed, np.asfortranarray(X)):
        _close(layer(W, BIAS, x), expected)
        _close(layer.bind(W.T.copy().T, BIAS[::-1].copy()[::-1])(x), expected)


def test_results_are_new_each_time(layer: Model) -> None:
    bound = layer.bind(W, BIAS)
    first = bound(X)
    kept = first.copy()
    second = bound(2 * X)
    assert not np.shares_memory(first, second)
    assert np.array_equal(first, kept)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (X[:, :36], r"argument x of @layer: wanted shape \(13, 37\), got \(13, 36\)"),
        (X.astype(np.float64), "argument x of @layer: wanted elements of type float32"),
        (X[0], "argument x of @layer: wanted 2 axes, shape"),
        ("x", "argument x of layer: wanted an array, got str"),
        (None, "argument 2 of layer: wanted an array, got None"),
        ([X], "argument 2 of layer: wanted an array, got a list"),
        ({"x": X}, "argument 2 of layer: wanted an array, got a dict"),
    ],
)
def test_arrays_that_do_not_fit(layer: Model, wrong: Any, message: str) -> None:
    with pytest.raises(KernelError, match=message):
        layer(W, BIAS, wrong)
    with pytest.raises(KernelError, match=message):
        layer.bind(W, BIAS)(wrong)


class _Elsewhere:
    """A tensor on a GPU, as far as can be seen."""

    device = "cuda:0"

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __dlpack__(self, **_: object) -> object:
        raise AssertionError("it was asked for its memory")


class _Unknown:
    def __dlpack_device__(self) -> tuple[int, int]:
        raise BufferError("no memory")

    def __dlpack__(self, **_: object) -> object:
        raise AssertionError("it was asked for its memory")


def test_another_device(layer: Model) -> None:
    with pytest.raises(KernelError, match="argument x of layer: the array is on cuda:0, but the"):
        layer(W, BIAS, _Elsewhere())
    with pytest.raises(KernelError, match="argument x of layer: the array is on the device -1"):
        layer(W, BIAS, _Unknown())


def test_wrong_numbers_of_arguments(layer: Model) -> None:
    with pytest.raises(KernelError, match="the model of layer takes 3 arguments, got 2"):
        layer(W, BIAS)
    with pytest.raises(KernelError, match="the model of layer takes 1 arguments, got 3"):
        layer.bind(W, BIAS)(W, BIAS, X)
    with pytest.raises(KernelError, match="4 arguments to bind, but there are 3"):
        layer.bind(W, BIAS, X, X)
    with pytest.raises(KernelError, match="argument w of layer: wanted 2 axes, shape"):
        layer.bind(BIAS)


def test_binding_again_and_all(layer: Model) -> None:
    bound = layer.bind(W, BIAS)
    other = bound.bind(2 * W)
    _close(other(X), 2 * X @ W + BIAS)
    _close(bound(X), X @ W + BIAS)
    _close(layer.bind(W, BIAS, X)(), X @ W + BIAS)


def test_threads_share_what_is_bound() -> None:
    model = compile_model(from_linalg(LAYER, math="reassociate"), layouts="auto").bind(W, BIAS)
    inputs = [_RANDOM.standard_normal((13, 37)).astype(np.float32) for _ in range(8)]
    expected = [model(x) for x in inputs]
    wrong = list[int]()

    def run(number: int) -> None:
        for k in range(200):
            which = (number + k) % len(inputs)
            if not np.array_equal(model(inputs[which]), expected[which]):
                wrong.append(which)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("bound", [0, 1, 2])
def test_laid_out_arguments_are_packed_once_or_in_each_call(bound: int, tmp_path: Path) -> None:
    schedule = Schedule(from_linalg(LAYER, math="reassociate"))
    schedule.transform_layout("w", lambda i, j: (j // 8, i, j % 8), 0.0)
    schedule.transform_layout("x", lambda i, j: (i // 4, j, i % 4), "undef")
    schedule.apply_layouts()
    model = compile_model(schedule.module).bind(*(W, BIAS)[:bound])
    free = (W, BIAS, X)[bound:]
    _close(model(*free), X @ W + BIAS)
    layouts = next(stage.layouts for stage in model.profile(*free) if "w" in stage.layouts)
    assert layouts["w"] == "(i, j) -> (j // 8, i, j % 8), padding 0.0"
    model.save(tmp_path / "m")
    loaded = Model.load(tmp_path / "m")
    _close(loaded(*free), X @ W + BIAS)
    if bound:
        with pytest.raises(KernelError, match="w"):
            model.bind(X)


def test_any_batch(tmp_path: Path) -> None:
    size = "%c0 = arith.constant 0 : index\n%n = tensor.dim %x, %c0 : tensor<?x37xf32>\n%zero ="
    text = LAYER.replace("13x", "?x").replace("%zero =", size).replace("empty()", "empty(%n)")
    model = compile_model(from_linalg(text, math="reassociate")).bind(W, BIAS)
    model.save(tmp_path / "m")
    for each in (model, Model.load(tmp_path / "m")):
        for size in (0, 1, 13, 64):
            x = np.ones((size, 37), np.float32)
            _close(each(x), x @ W + BIAS)
    profile = model.profile(np.ones((256, 37), np.float32))
    work = next(stage for stage in profile if stage.name == "y")
    assert work.limit == "FMA"


def _same(x: Array) -> tuple[Array, ...]:
    return (x,)


def _same_twice(x: Array) -> tuple[Array, ...]:
    return x, x


def _flat(x: Array) -> tuple[Array, ...]:
    return (np.exp(x).reshape(-1),)


def _flat_and_whole(x: Array) -> tuple[Array, ...]:
    return np.exp(x).reshape(-1), np.exp(x)


@pytest.mark.parametrize(
    ("body", "result", "expected"),
    [
        ("return %x, %x : tensor<3x5xf32>, tensor<3x5xf32>", "(T, T)", _same_twice),
        ("return %x : tensor<3x5xf32>", "T", _same),
        (
            "%y = linalg.exp ins(%x : T) outs(%e : T) -> T\n"
            "%z = tensor.collapse_shape %y [[0, 1]] : T into tensor<15xf32>\n"
            "return %z, %y : tensor<15xf32>, T",
            "(tensor<15xf32>, T)",
            _flat_and_whole,
        ),
        (
            "%y = linalg.exp ins(%x : T) outs(%e : T) -> T\n"
            "%z = tensor.collapse_shape %y [[0, 1]] : T into tensor<15xf32>\n"
            "return %z : tensor<15xf32>",
            "tensor<15xf32>",
            _flat,
        ),
    ],
)
def test_results_that_are_arguments_views_or_one_buffer(
    body: str, result: str, expected: Callable[[Array], tuple[Array, ...]]
) -> None:
    kind = "tensor<3x5xf32>"
    text = f"func.func @f(%x: T) -> {result} {{\n%e = tensor.empty() : T\n{body}\n}}"
    model = compile_model(
        from_linalg(text.replace("T", kind).replace("tensor.empTy", "tensor.empty"))
    )
    x = _RANDOM.standard_normal((3, 5)).astype(np.float32)
    found, wanted = model(x), expected(x)
    found = found if len(wanted) > 1 else (found,)
    for one, other in zip(found, wanted, strict=True):
        assert one.shape == other.shape
        assert not np.shares_memory(one, x)
        _close(one, other)


def test_a_program_on_memrefs_writes_its_arguments() -> None:
    text = """
    func.func @twice(%x: memref<5xf32>, %k: f32, %y: memref<5xf32>) {
      affine.for %i = 0 to 5 {
        %a = affine.load %x[%i] : memref<5xf32>
        %b = arith.mulf %a, %k : f32
        affine.store %b, %y[%i] : memref<5xf32>
      }
      return
    }"""
    model, y = compile_model(Schedule(text).module), np.zeros(5, np.float32)
    assert model(np.arange(5, dtype=np.float32), 3.0, y) is None
    assert y.tolist() == [0, 3, 6, 9, 12]
    y.flags.writeable = False
    with pytest.raises(KernelError, match="the array is read-only"):
        model(np.arange(5, dtype=np.float32), 3.0, y)
    with pytest.raises(KernelError, match="k is a number, which cannot be bound"):
        model.bind(np.zeros(5, np.float32), 3.0)


def test_numbers_for_arrays_without_axes_and_unsigned_bits() -> None:
    text = """
    func.func @f(%a: tensor<f32>, %b: tensor<3xi8>, %c: tensor<i32>, %d: tensor<bf16>)
        -> (tensor<f32>, tensor<3xi8>, tensor<i32>, tensor<bf16>) {
      return %a, %b, %c, %d : tensor<f32>, tensor<3xi8>, tensor<i32>, tensor<bf16>
    }"""
    model = compile_model(from_linalg(text))
    a, b, c, d = model(0.1, np.array([1, 200, 255], np.uint8), 7, 1.0)
    assert a == np.float32(0.1)
    assert b.view(np.uint8).tolist() == [1, 200, 255]
    assert c == 7
    assert d.dtype == ml_dtypes.bfloat16
    for wrong in (0.5, 1 << 40):
        with pytest.raises(
            KernelError, match="argument c of f: wanted a number of type int32, got"
        ):
            model(0.1, b, wrong, 1.0)


TREES = Branch(
    "tuple",
    None,
    (
        Branch("dict", ("bias", "w"), (Leaf(0), Branch("list", None, (Leaf(1),)))),
        Branch("none", None, ()),
        Leaf(2),
    ),
)


@pytest.fixture(scope="module", name="tree")
def _tree() -> Model:
    text = LAYER.replace(
        "%w: tensor<37x29xf32>, %bias: tensor<29xf32>",
        "%bias: tensor<29xf32>, %w: tensor<37x29xf32>",
    )
    results = Branch("dict", ("y",), (Leaf(0),))
    return model_of(Source(from_linalg(text, math="reassociate"), TREES, results))


def test_trees_of_arrays(tree: Model, tmp_path: Path) -> None:
    params = {"w": [W], "bias": BIAS}
    tree.bind(params).save(tmp_path / "m")
    for found in (tree(params, None, X), Model.load(tmp_path / "m")(None, X)):
        assert list(found) == ["y"]
        _close(found["y"], X @ W + BIAS)


@pytest.mark.parametrize(
    ("params", "none", "message"),
    [
        ([W, BIAS], None, "argument 0 of layer: wanted a dictionary, got a list"),
        ({"w": [W]}, None, "argument 0 of layer: the dictionary has no 'bias'"),
        ({"w": [W], "bias": BIAS, "v": X}, None, "argument 0 of layer: unknown key 'v'; the keys"),
        ({"w": W, "bias": BIAS}, None, r"argument 0 of layer\['w'\]: wanted a list, got a ndarray"),
        ({"w": [W, W], "bias": BIAS}, None, r"layer\['w'\]: wanted 1 parts, got 2"),
        ({"w": [W], "bias": BIAS}, X, "argument 1 of layer: wanted None, got a ndarray"),
    ],
)
def test_trees_that_are_others(tree: Model, params: Any, none: Any, message: str) -> None:
    with pytest.raises(KernelError, match=message):
        tree(params, none, X)


def test_what_is_no_model() -> None:
    for given, message in (
        (3, "compile_model wanted a module, a function that JAX can trace, .*, got 3"),
        ("nothing.mlir", "but there is no file 'nothing.mlir'"),
        (__file__, "wanted a file whose name ends with .mlir or .onnx"),
        (from_linalg(LAYER), "example arguments are for functions and torch modules only"),
    ):
        arguments = (X,) if not isinstance(given, int | str) else ()
        with pytest.raises((PadError, TypeError), match=message):
            compile_model(given, *arguments)


def test_leaves_are_passed_by_their_numbers() -> None:
    both = tree_of({"z": 0, "a": [1]}, "x")
    assert dict(leaves(both, {"a": ["second"], "z": "first"}, "x")) == {0: "first", 1: "second"}
    assert rebuilt(both, ["first", "second"]) == {"z": "first", "a": ["second"]}
    assert from_json(to_json(both)) == both
    for wrong, message in (
        ({"a": 1.5}, r"x\['a'\]: arrays have to be in dictionaries, .*, not in a float"),
        ({(1, 2): 0}, r"x: wanted keys that are strings or integers, got \(1, 2\)"),
        ({"a": 0, 1: 1}, "x: keys are both strings and integers"),
    ):
        with pytest.raises(PadError, match=message):
            tree_of(wrong, "x")
