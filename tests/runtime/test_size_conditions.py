"""The conditions on sizes are exact: just the calls that leave a buffer are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

import pytest
from xdsl.dialects import func

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.runtime.size_checks import size_checks

RANGES: dict[str, Callable[[int, int, int], Iterable[int]]] = {
    "0 to %n": lambda n, m, i: range(n),
    "1 to %m step 2": lambda n, m, i: range(1, m, 2),
    "0 to min affine_map<(d0, d1) -> (d0, d1)>(%n, %m)": lambda n, m, i: range(min(n, m)),
    "affine_map<(d0) -> (d0 floordiv 2)>(%n) to %m": lambda n, m, i: range(n // 2, m),
    "0 to %n step 2": lambda n, m, i: range(0, n, 2),
    "0 to affine_map<(d0) -> (d0 + 1)>(%i)": lambda n, m, i: range(i + 1),
}
INDICES: dict[str, Callable[[int, int, int], int]] = {
    "%i floordiv 2 + %j mod 3": lambda i, j, n: i // 2 + j % 3,
    "%j * 4 + %i mod 4": lambda i, j, n: 4 * j + i % 4,
    "%i + %j": lambda i, j, n: i + j,
    "%i + symbol(%n) - %j": lambda i, j, n: i + n - j,
}
GUARD = "affine.if affine_set<(d0, d1)[s0] : (s0 - d0 - d1 - 1 >= 0)>(%i, %j)[%n]"


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize("index", INDICES)
def test_conditions_are_exact(index: str, guarded: bool):
    for outer, inner in product(list(RANGES)[:-1], RANGES):
        text = f"""
func.func @f(%n: index, %m: index, %A: memref<?xf32>) {{
  %one = arith.constant 1.0 : f32
  affine.for %i = {outer} {{
    affine.for %j = {inner} {{
      {GUARD if guarded else "affine.if affine_set<() : (0 == 0)>()"} {{
        affine.store %one, %A[{index}] : memref<?xf32>
      }}
    }}
  }}
  return
}}"""
        (function,) = operations_of(parse_module(text), func.FuncOp)
        checks = size_checks(function)
        for n, m, size in product(range(5), range(5), range(10)):
            sizes = {"n": n, "m": m, "dim(A, 0)": size}
            inside = all(
                0 <= INDICES[index](i, j, n) < size
                for i in RANGES[outer](n, m, 0)
                for j in RANGES[inner](n, m, i)
                if not guarded or i + j < n
            )
            assert all(c.condition.evaluate(sizes) for c in checks) == inside, (text, sizes)
