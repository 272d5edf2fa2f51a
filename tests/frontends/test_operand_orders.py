"""Which operands of products of linalg are transposed, so that vectors can load them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pad_mlir.frontends import from_linalg
from pad_mlir.runtime import compile

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_PRODUCT = """
func.func @f(%x: tensor<{m}x{k}x{t}>, %y: tensor<{n}x{k}x{t}>, %z: tensor<{m}x{n}x{t}>) -> tensor<{m}x{n}x{t}> {{
  %p = linalg.generic {{
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>,
                       affine_map<(d0, d1, d2) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction"]}}
    ins(%x, %y : tensor<{m}x{k}x{t}>, tensor<{n}x{k}x{t}>) outs(%z : tensor<{m}x{n}x{t}>) {{
    ^bb0(%a: {t}, %b: {t}, %c: {t}):
      %0 = arith.mul{f} %a, %b : {t}
      %1 = arith.add{f} %c, %0 : {t}
      linalg.yield %1 : {t}
  }} -> tensor<{m}x{n}x{t}>
  return %p : tensor<{m}x{n}x{t}>
}}
"""  # noqa: E501


def _stages(text: str) -> list[str]:
    return re.findall(r'pad.stage = "(\w+)"', str(from_linalg(text)))


@pytest.mark.parametrize(
    ("sizes", "type", "is_transposed"),
    [
        ((17, 19, 13), "f32", True),
        (("?", 19, 13), "f32", True),
        ((17, "?", 13), "f64", True),
        ((1, 19, 13), "f32", False),  # each element is read once
        ((17, 3, 13), "f32", False),  # vectors would be of three elements
        ((17, 19, 200), "f32", False),  # sums are long, and their vectors few
        ((17, 19, 13), "f16", False),
        ((17, 19, 13), "i8", False),
    ],
)
def test_the_last_axis_of_the_result_becomes_the_last_of_the_operand(
    sizes: tuple[int | str, ...], type: str, is_transposed: bool
) -> None:
    m, n, k = sizes
    text = _PRODUCT.format(m=m, n=n, k=k, t=type, f=type[0])
    assert ("transpose_p" in _stages(text)) == is_transposed
    if type == "f32":
        random = np.random.default_rng(3)
        rows, columns, terms = (17 if size == "?" else int(size) for size in sizes)
        shapes = ((rows, terms), (columns, terms), (rows, columns))
        x, y, z = (random.integers(-3, 4, shape).astype(np.float32) for shape in shapes)
        assert np.array_equal(compile(from_linalg(text))(x, y, z), z + x @ y.T)


@pytest.mark.parametrize("rows", [17, 1])
def test_a_transpose_of_the_source_stays_where_it_pays(rows: int) -> None:
    text = f"""
    func.func @f(%x: tensor<{rows}x13xf32>, %w: tensor<19x13xf32>, %z: tensor<{rows}x19xf32>) -> tensor<{rows}x19xf32> {{
      %0 = tensor.empty() : tensor<13x19xf32>
      %t = linalg.transpose ins(%w : tensor<19x13xf32>) outs(%0 : tensor<13x19xf32>)
        permutation = [1, 0]
      %p = linalg.matmul ins(%x, %t : tensor<{rows}x13xf32>, tensor<13x19xf32>)
        outs(%z : tensor<{rows}x19xf32>) -> tensor<{rows}x19xf32>
      return %p : tensor<{rows}x19xf32>
    }}"""  # noqa: E501
    assert ("t" in _stages(text)) == (rows > 1)
