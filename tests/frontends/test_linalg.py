"""Programs of linalg as stages: names, places, floats, what is kept and what is refused."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.annotations import buffer_name, buffers
from pad_mlir.dialect.ir.argument_checks import WrongInput
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.locations import show_location
from pad_mlir.dialect.repairs import print_module
from pad_mlir.frontends import from_linalg
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule
from pad_mlir.tools.pad_opt import main

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_MLP = """
func.func @mlp(%x: tensor<13x37xf32>, %w: tensor<37x29xf32>, %bias: tensor<29xf32>) -> tensor<13x29xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<13x29xf32>
  %start = linalg.fill ins(%zero : f32) outs(%0 : tensor<13x29xf32>) -> tensor<13x29xf32>
  %hidden = linalg.matmul ins(%x, %w : tensor<13x37xf32>, tensor<37x29xf32>)
    outs(%start : tensor<13x29xf32>) -> tensor<13x29xf32>
  %wide = linalg.broadcast ins(%bias : tensor<29xf32>) outs(%0 : tensor<13x29xf32>) dimensions = [0]
  %1 = linalg.add ins(%hidden, %wide : tensor<13x29xf32>, tensor<13x29xf32>)
    outs(%0 : tensor<13x29xf32>) -> tensor<13x29xf32>
  return %1 : tensor<13x29xf32>
}
"""  # noqa: E501


def _random(*shape: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.random.default_rng(1).integers(-3, 4, shape).astype(np.float32)


def _stages(module: ModuleOp) -> list[str]:
    names = (op.attributes.get("pad.stage") for op in module.walk())
    return [name.data for name in names if isinstance(name, StringAttr)]


def test_a_layer() -> None:
    module = from_linalg(_MLP, file="mlp.mlir")
    assert _stages(module) == ["start", "hidden", "add_1"]
    x, w, bias = _random(13, 37), _random(37, 29), _random(29)
    for padded in (False, True):
        schedule = Schedule(module.clone())
        with collect_remarks():
            if padded:
                schedule.transform_layout("hidden", lambda i, j: (i // 4, j // 8, i % 4, j % 8))
                schedule.apply_layouts()
            schedule.optimize()
        assert np.array_equal(compile(schedule.module)(x, w, bias), x @ w + bias)


def test_buffers_and_loops_have_names() -> None:
    module = from_linalg(_MLP)
    buffers = [op.memref.name_hint for op in module.walk() if isinstance(op, memref.AllocOp)]
    assert buffers == ["hidden"]
    nests = [op for op in module.walk() if isinstance(op, affine.ForOp)]
    names = [op.attributes["pad.loop"] for op in nests]
    assert [name.data for name in names if isinstance(name, StringAttr)] == list("ijijkij")
    assert "func.func @mlp(%x: memref<13x37xf32>, %w: " in print_module(module)


def test_views_and_buffers_have_different_names() -> None:
    text = """
    func.func @f(%x: tensor<6xf32>) -> tensor<3x3xf32> {
      %y_2 = tensor.expand_shape %x [[0, 1]] output_shape [3, 2]
        : tensor<6xf32> into tensor<3x2xf32>
      %y_3 = tensor.expand_shape %x [[0, 1]] output_shape [2, 3]
        : tensor<6xf32> into tensor<2x3xf32>
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<3x3xf32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x3xf32>) -> tensor<3x3xf32>
      %y = linalg.matmul ins(%y_2, %y_3 : tensor<3x2xf32>, tensor<2x3xf32>)
        outs(%init : tensor<3x3xf32>) -> tensor<3x3xf32>
      return %y : tensor<3x3xf32>
    }
    """
    (function,) = Schedule(from_linalg(text)).module.body.block.ops
    assert isinstance(function, FuncOp)
    assert [buffer_name(buffer) for buffer in buffers(function)] == ["x", "y_1", "y_2", "y"]


def test_places_are_those_of_the_source() -> None:
    module = from_linalg(_MLP, file="mlp.mlir")
    loads = [op for op in module.walk() if isinstance(op, affine.LoadOp)]
    assert show_location(loads[0].location) == "mlp.mlir:6:13: "


@pytest.mark.parametrize(
    ("math", "flags"),
    [("exact", ""), ("reassociate", "fastmath<reassoc,nsz,contract>"), ("fast", "fastmath<fast>")],
)
def test_freedom_is_in_the_flags(math: Any, flags: str) -> None:
    module = from_linalg(_MLP, math=math)
    products = [op for op in module.walk() if isinstance(op, arith.MulfOp | arith.AddfOp)]
    assert len(products) == 3
    for op in products:
        assert flags in print_module(op)
        assert flags or "fastmath" not in print_module(op)


def test_a_maximum_may_begin_with_an_infinity_or_nan_whatever_the_freedom() -> None:
    softmax = """
    func.func @f(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %y = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>)
        -> tensor<?x?xf32>
      return %y : tensor<?x?xf32>
    }"""
    maximum = """
    func.func @f(%x: tensor<?x?xf32>) -> tensor<?xf32> {
      %low = arith.constant 0xFF800000 : f32
      %zero = arith.constant 0 : index
      %n = tensor.dim %x, %zero : tensor<?x?xf32>
      %0 = tensor.empty(%n) : tensor<?xf32>
      %1 = linalg.fill ins(%low : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
      %y = linalg.reduce {arith.maximumf} ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>)
        dimensions = [1]
      return %y : tensor<?xf32>
    }"""
    x = np.random.default_rng(4).random((9, 11), np.float32)
    powers = np.exp(x)
    expected = (powers / powers.sum(1, keepdims=True), x.max(1))
    for text, wanted in zip((softmax, maximum), expected, strict=True):
        schedule = Schedule(from_linalg(text, math="fast"), math="fast")
        schedule.optimize()
        np.testing.assert_allclose(compile(schedule.module)(x), wanted, rtol=1e-5)
        flags = [
            line for line in str(from_linalg(text, math="fast")).split("\n") if "arith.max" in line
        ]
        assert flags
        assert "ninf" not in "".join(flags)
        assert "fastmath<fast>" not in "".join(flags)


def test_an_upstream_module_is_taken_and_kept() -> None:
    ir = import_module("mlir.ir")
    with ir.Context():
        given = ir.Module.parse(_MLP)
        before = str(given)
        module = from_linalg(given)
        assert str(given) == before
    assert _stages(module) == ["fill_1", "matmul_2", "add_4"]


_SCALE = """
func.func @scale(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %k = arith.constant {constant} : tensor<4xf32>
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.mul ins(%x, %k : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}}
{resources}
"""  # noqa: E501


@pytest.mark.parametrize("resource", [False, True])
def test_weights(resource: bool) -> None:
    weights = np.array([1.0, -2.5, 3.0, 0.125], np.float32)
    if resource:
        blob = f'"0x04000000{weights.tobytes().hex()}"'
        tail = f"{{-# dialect_resources: {{ builtin: {{ w: {blob} }} }} #-}}"
        text = _SCALE.format(constant="dense_resource<w>", resources=tail)
    else:
        text = _SCALE.format(constant=f"dense<{weights.tolist()}>", resources="")
    x = _random(4)
    assert np.array_equal(compile(from_linalg(text))(x), x * weights)


def test_dynamic_sizes() -> None:
    text = """
    func.func @sums(%x: tensor<?x?xf32>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %n = tensor.dim %x, %c0 : tensor<?x?xf32>
      %0 = tensor.empty(%n) : tensor<?xf32>
      %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
      %2 = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) dimensions = [1]
      return %2 : tensor<?xf32>
    }"""  # noqa: E501
    kernel = compile(from_linalg(text))
    for shape in ((0, 3), (1, 0), (7, 5), (16, 17)):
        x = _random(*shape)
        assert np.array_equal(kernel(x), x.sum(1))


def test_softmax_is_taken_apart() -> None:
    text = """
    func.func @f(%x: tensor<5x9xf32>) -> tensor<5x9xf32> {
      %0 = tensor.empty() : tensor<5x9xf32>
      %p = linalg.softmax dimension(1) ins(%x : tensor<5x9xf32>) outs(%0 : tensor<5x9xf32>) -> tensor<5x9xf32>
      return %p : tensor<5x9xf32>
    }"""  # noqa: E501
    x = _random(5, 9)
    e = np.exp(x - x.max(1, keepdims=True))
    assert np.allclose(compile(from_linalg(text))(x), e / e.sum(1, keepdims=True), rtol=1e-5)


def test_loops_around_tensors() -> None:
    text = """
    func.func @total(%x: tensor<5x7xf32>, %h: tensor<7xf32>) -> tensor<7xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c5 = arith.constant 5 : index
      %r = scf.for %k = %c0 to %c5 step %c1 iter_args(%s = %h) -> tensor<7xf32> {
        %row = tensor.extract_slice %x[%k, 0] [1, 7] [1, 1] : tensor<5x7xf32> to tensor<7xf32>
        %0 = tensor.empty() : tensor<7xf32>
        %a = linalg.add ins(%s, %row : tensor<7xf32>, tensor<7xf32>) outs(%0 : tensor<7xf32>) -> tensor<7xf32>
        scf.yield %a : tensor<7xf32>
      }
      return %r : tensor<7xf32>
    }"""  # noqa: E501
    x, h = _random(5, 7), _random(7)
    before = h.copy()
    assert np.array_equal(compile(from_linalg(text))(x, h), x.sum(0) + h)
    assert np.array_equal(h, before)


@pytest.mark.parametrize(
    ("body", "says", "line"),
    [
        ("%1 = tensor.cast %m : tensor<4xf32> to tensor<4xf32>", "expects different type", 3),
        ("%1 = linalg.nothing %x : tensor<4xf32>", "nothing", 3),
        (
            "%1 = bufferization.alloc_tensor() : tensor<4xf32>\n"
            "linalg.softmax dimension(0) ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)",
            "'linalg.softmax' becomes no loops by upstream's passes; decompose it first",
            4,
        ),
    ],
)
def test_what_is_refused_has_its_place(body: str, says: str, line: int) -> None:
    text = (
        "\nfunc.func @f(%x: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {\n"
        f"{body}\nreturn %1 : tensor<4xf32>\n}}"
    )
    with pytest.raises(ParseError) as refusal:
        from_linalg(text, file="wrong.mlir")
    place = refusal.value.span.get_location()
    assert (place.file, place.line) == ("wrong.mlir", line)
    assert says in refusal.value.msg


def test_what_ends_the_process_upstream_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
    func.func @f(%x: tensor<f32>) -> tensor<f32> {
      %0 = tensor.empty() : tensor<f32>
      %1 = linalg.transpose ins(%x : tensor<f32>) outs(%0 : tensor<f32>) permutation = []
      return %1 : tensor<f32>
    }"""
    (file := tmp_path / "scalar.mlir").write_text(text)
    assert main([str(file), "--import=linalg"]) == 1
    assert "upstream MLIR ends its process on this input" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"source": 5}, "wanted text or an upstream"),
        ({"source": _MLP, "math": "quick"}, "math is 'quick', but must be 'exact'"),
        ({"source": _MLP, "file": 3}, "file is 3, but must be the name of a file"),
    ],
)
def test_odd_arguments(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises((PadError, WrongInput), match=says):
        from_linalg(**arguments)
