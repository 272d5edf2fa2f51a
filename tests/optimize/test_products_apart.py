"""Loops over rows in which each row multiplies a matrix: taken apart where that is faster."""

import numpy as np
import pytest

from pad_mlir.schedule import Schedule

_SCORES = """
func.func @scores(%Q: memref<{rows}x{depth}xf32>, %K: memref<{keys}x{depth}xf32>,
                  %Y: memref<{rows}x{keys}xf32>) {{
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %S = memref.alloc() : memref<{keys}xf32>
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {keys} {{
      %dot = affine.for %d = 0 to {depth} iter_args(%sum = %zero) -> (f32) {{
        %q = affine.load %Q[%i, %d] : memref<{rows}x{depth}xf32>
        %k = affine.load %K[%j, %d] : memref<{keys}x{depth}xf32>
        %p = arith.mulf %q, %k fastmath<fast> : f32
        %next = arith.addf %sum, %p fastmath<fast> : f32
        affine.yield %next : f32
      }}
      affine.store %dot, %S[%j] : memref<{keys}xf32>
    }}
    %m = affine.for %j = 0 to {keys} iter_args(%most = %least) -> (f32) {{
      %s = affine.load %S[%j] : memref<{keys}xf32>
      %next = arith.maximumf %most, %s : f32
      affine.yield %next : f32
    }}
    affine.for %j = 0 to {keys} {{
      %s = affine.load %S[%j] : memref<{keys}xf32>
      %y = arith.subf %s, %m : f32
      affine.store %y, %Y[%i, %j] : memref<{rows}x{keys}xf32>
    }}
  }} {{pad.stage = "rows"}}
  memref.dealloc %S : memref<{keys}xf32>
  func.return
}}
"""


def _optimized(rows: int, keys: int, depth: int) -> tuple[Schedule, list[str]]:
    s = Schedule(_SCORES.format(rows=rows, keys=keys, depth=depth))
    s.optimize(target_cpu="x86-64-v3")
    return s, [str(said) for said in s.remarks if "products" in str(said)]


@pytest.mark.parametrize(("rows", "keys", "depth"), [(61, 67, 35), (64, 64, 64)])
def test_products_are_taken_apart(rows: int, keys: int, depth: int) -> None:
    s, said = _optimized(rows, keys, depth)
    assert f"memref.dealloc %S : memref<{rows}x{keys}xf32>" in str(s)
    assert len(said) == 1
    assert "products got loops of their own" in said[0]
    rng = np.random.default_rng(0)
    q, k = (rng.standard_normal((n, depth), np.float32) for n in (rows, keys))
    y = np.full((rows, keys), np.nan, np.float32)
    s.compile()(q, k, y)
    products = q @ k.T
    expected = products - products.max(axis=1, keepdims=True)
    np.testing.assert_allclose(y, expected, rtol=1e-4, atol=1e-4)


def test_small_products_stay() -> None:
    s, said = _optimized(8, 3, 2)
    assert "memref.dealloc %S : memref<3xf32>" in str(s)
    assert len(said) == 1
    assert "products did not get loops of their own: estimated cycles" in said[0]


def test_what_takes_too_much_memory_stays() -> None:
    s, said = _optimized(100_000, 67, 35)
    assert "memref.dealloc %S : memref<67xf32>" in str(s)
    assert not said


def test_a_row_of_a_matrix_is_no_product() -> None:
    text = _SCORES.format(rows=61, keys=67, depth=35).replace("%K[%j, %d]", "%K[%i, %d]")
    s = Schedule(text)
    s.optimize(target_cpu="x86-64-v3")
    assert "memref.dealloc %S : memref<67xf32>" in str(s)
