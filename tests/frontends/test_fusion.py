"""Which elementwise operations of linalg are computed in the stage that reads their results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from pad_mlir.frontends import from_linalg
from pad_mlir.runtime import compile

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_MATMUL = """
    %zero = arith.constant 0.0 : f32
    %0 = tensor.empty() : tensor<7x5xf32>
    %start = linalg.fill ins(%zero : f32) outs(%0 : tensor<7x5xf32>) -> tensor<7x5xf32>
    %p = linalg.matmul ins({a}, {b} : tensor<7x9x{of}>, tensor<9x5x{of}>)
      outs(%start : tensor<7x5xf32>) -> tensor<7x5xf32>
    return %p : tensor<7x5xf32>
"""


def _program(body: str, arguments: str, a: str = "%a", b: str = "%b", of: str = "f32") -> ModuleOp:
    matmul = _MATMUL.format(a=a, b=b, of=of)
    return from_linalg(f"func.func @f({arguments}) -> tensor<7x5xf32> {{{body}{matmul}}}")


def _depths(module: ModuleOp) -> dict[str, set[int]]:
    """The number of loops around the operations of each kind."""
    found = dict[str, set[int]]()
    for op in module.walk():
        found.setdefault(op.name, set()).add(sum(isinstance(o, affine.ForOp) for o in _around(op)))
    return found


def _around(op: Operation) -> Iterator[Operation]:
    while (parent := op.parent_op()) is not None:
        yield parent
        op = parent


_EXP = "%e = linalg.exp ins(%x : tensor<7x9xf32>) outs(%x : tensor<7x9xf32>) -> tensor<7x9xf32>"
_B = "%b: tensor<9x5xf32>"


def test_a_function_before_a_product_is_computed_once() -> None:
    module = _program(_EXP, f"%x: tensor<7x9xf32>, {_B}", a="%e")
    assert _depths(module)["math.exp"] == {2}


def test_behind_a_reshape() -> None:
    body = """
    %e = linalg.exp ins(%x : tensor<7x3x3xf32>) outs(%x : tensor<7x3x3xf32>) -> tensor<7x3x3xf32>
    %a = tensor.collapse_shape %e [[0], [1, 2]] : tensor<7x3x3xf32> into tensor<7x9xf32>
    """
    module = _program(body, f"%x: tensor<7x3x3xf32>, {_B}")
    assert _depths(module)["math.exp"] == {3}
    assert _depths(module)["arith.mulf"] == {4}


def test_what_is_read_once_is_fused() -> None:
    text = """
    func.func @f(%x: tensor<7x9xf32>, %start: tensor<7xf32>) -> tensor<7xf32> {
      %e = linalg.exp ins(%x : tensor<7x9xf32>) outs(%x : tensor<7x9xf32>) -> tensor<7x9xf32>
      %s = linalg.reduce {arith.addf} ins(%e : tensor<7x9xf32>) outs(%start : tensor<7xf32>)
        dimensions = [1]
      return %s : tensor<7xf32>
    }"""
    counts = Counter(op.name for op in from_linalg(text).walk())
    assert counts["memref.alloc"] == 1
    assert counts["affine.for"] == 3  # a copy of start, and the sum


def test_a_conversion_to_a_wider_type_is_fused_and_what_it_converts_is_stored() -> None:
    body = (
        """
    %0 = tensor.empty() : tensor<7x9xf16>
    %n = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<7x9xf32>) outs(%0 : tensor<7x9xf16>) {
      ^bb0(%in: f32, %out: f16):
        %e = math.exp %in : f32
        %h = arith.truncf %e : f32 to f16
        linalg.yield %h : f16
    } -> tensor<7x9xf16>
    %1 = tensor.empty() : tensor<7x9xf32>
    %a = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<7x9xf16>) outs(%1 : tensor<7x9xf32>) {
      ^bb0(%in: f16, %out: f32):
        %w = arith.extf %in : f16 to f32
        linalg.yield %w : f32
    } -> tensor<7x9xf32>
    """.replace("#m", "affine_map<(d0, d1) -> (d0, d1)>")
        .replace("%0", "%e0")
        .replace("%1", "%e1")
    )
    module = _program(body, f"%x: tensor<7x9xf32>, {_B}")
    depths = _depths(module)
    assert depths["math.exp"] == depths["arith.truncf"] == {2}
    assert depths["arith.extf"] == {3}


def test_a_broadcast_of_a_function_is_of_its_results() -> None:
    text = """
    func.func @f(%x: tensor<9xf32>, %y: tensor<7x9xf32>) -> tensor<7x9xf32> {
      %0 = tensor.empty() : tensor<9xf32>
      %1 = tensor.empty() : tensor<7x9xf32>
      %e = linalg.exp ins(%x : tensor<9xf32>) outs(%0 : tensor<9xf32>) -> tensor<9xf32>
      %w = linalg.broadcast ins(%e : tensor<9xf32>) outs(%1 : tensor<7x9xf32>) dimensions = [0]
      %s = linalg.add ins(%y, %w : tensor<7x9xf32>, tensor<7x9xf32>) outs(%1 : tensor<7x9xf32>)
        -> tensor<7x9xf32>
      return %s : tensor<7x9xf32>
    }"""
    module = from_linalg(text)
    assert _depths(module)["math.exp"] == {1}
    assert _depths(module)["arith.addf"] == {2}
    assert len(re.findall("memref.alloc", str(module))) == 2


@pytest.mark.parametrize("size", ["?", "7"])
def test_products_that_begin_with_one_filled_tensor_do_not_copy_it(size: str) -> None:
    text = """
    func.func @f(%x: tensor<7x9xf32>, %y: tensor<7x9xf32>, %w: tensor<9x5xf32>) -> tensor<7x5xf32> {
      %zero = arith.constant 0.0 : f32
      %0 = tensor.empty() : tensor<7x5xf32>
      %start = linalg.fill ins(%zero : f32) outs(%0 : tensor<7x5xf32>) -> tensor<7x5xf32>
      %p = linalg.matmul ins(%x, %w : tensor<7x9xf32>, tensor<9x5xf32>)
        outs(%start : tensor<7x5xf32>) -> tensor<7x5xf32>
      %q = linalg.matmul ins(%y, %w : tensor<7x9xf32>, tensor<9x5xf32>)
        outs(%start : tensor<7x5xf32>) -> tensor<7x5xf32>
      %s = linalg.div ins(%p, %q : tensor<7x5xf32>, tensor<7x5xf32>) outs(%0 : tensor<7x5xf32>)
        -> tensor<7x5xf32>
      return %s : tensor<7x5xf32>
    }"""
    if size == "?":
        sizes = (
            "%n0 = arith.constant 0 : index\n %n = tensor.dim %x, %n0 : tensor<?x9xf32>\n %zero ="
        )
        text = text.replace("7x", "?x").replace("empty()", "empty(%n)").replace("%zero =", sizes)
    module = from_linalg(text)
    depths = Counter(
        sum(isinstance(o, affine.ForOp) for o in _around(op))
        for op in module.walk()
        if op.name == "affine.store"
    )
    assert depths == {2: 3, 3: 2}  # two fills and the quotient, and two products
    random = np.random.default_rng(2)
    x, y, w = (random.integers(1, 5, s).astype(np.float32) for s in ((7, 9), (7, 9), (9, 5)))
    assert np.array_equal(compile(module)(x, y, w), (x @ w) / (y @ w))
