"""A batch of matrix products whose second operand is stored transposed."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .matmul import multiply_add, multiply_adds, product, zero
from .problem import REASSOC, Arrays, Interface, Number, Problem


def transposed_matmul(count: int, m: int, n: int, k: int, number: Number) -> Problem:
    """C[b, i, j] = sum of A[b, i, k] * B[b, j, k] over k, along which vectors lie."""
    t, lanes = number.mlir, number.lanes

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(b, i, k) -> (b, i, k floordiv {lanes}, k mod {lanes})"
        s.transform_layout("A", tiles, 0.0, interface=interface)
        s.transform_layout("B", tiles, 0.0, interface=interface)
        s.split("k", lanes)

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("matmul")
        s.flatten_loops("matmul")
        s.vectorize("matmul")
        s.register_tile("matmul", {"j": 4})  # more sums would wait for their lanes to be added up

    def numpy(arrays: Arrays):
        out = np.empty((count, m, n), number.dtype)
        return lambda: np.matmul(arrays["A"], arrays["B"].swapaxes(1, 2), out=out)

    flops = 2 * count * m * n * k
    a, b, c = (f"memref<{count}x{x}x{y}x{t}>" for x, y in ((m, k), (n, k), (m, n)))
    return Problem(
        name=f"{count} matmuls {m}x{n}x{k}, transposed {t}",
        family="transposed_matmul",
        sizes=(count, m, n, k),
        mlir=f"""
func.func @matmuls(%A: {a}, %B: {b}, %C: {c}) {{
  %zero = arith.constant {zero(number)}
  affine.for %n = 0 to {count} {{
    affine.for %i = 0 to {m} {{
      affine.for %j = 0 to {n} {{
        affine.store %zero, %C[%n, %i, %j] : {c}
        affine.for %k = 0 to {k} {{
          %a = affine.load %A[%n, %i, %k] : {a}
          %b = affine.load %B[%n, %j, %k] : {b}
          %c = affine.load %C[%n, %i, %j] : {c}
          {multiply_add(number, number)}
          affine.store %s, %C[%n, %i, %j] : {c}
        }}
      }}
    }}
  }} {{pad.stage = "matmul"}}
  func.return
}}
""",
        shapes={"A": (count, m, k), "B": (count, n, k), "C": (count, m, n)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(count, m, n, k, number),
        c_padded=_c_text(count, m, n, -(-k // lanes) * lanes, number),
        c_flags={"reassoc": REASSOC},
        expected=lambda arrays: product(arrays["A"], arrays["B"].swapaxes(1, 2)),
        numpy=numpy,
        flops=flops,
        bytes=count * (m * k + k * n + m * n) * number.dtype.itemsize,
        bound=multiply_adds(flops, number),
    )


def _c_text(count: int, m: int, n: int, stride: int, number: Number) -> str:
    c = number.c
    return f"""
void kernel(const {c} *restrict A, const {c} *restrict B, {c} *restrict C) {{
  for (int b = 0; b < {count}; b++)
    for (int i = 0; i < {m}; i++)
      for (int j = 0; j < {n}; j++) {{
        {c} sum = 0;
        for (int k = 0; k < {stride}; k++)
          sum += A[(b * {m} + i) * {stride} + k] * B[(b * {n} + j) * {stride} + k];
        C[(b * {m} + i) * {n} + j] = sum;
      }}
}}
"""
