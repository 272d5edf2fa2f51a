"""A batch of small matrix products."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .matmul import multiply_add, multiply_adds, product, zero
from .problem import EITHER, Arrays, Interface, Number, Problem


def batched_matmul(count: int, m: int, n: int, k: int, number: Number) -> Problem:
    """C[b, i, j] = sum of A[b, i, k] * B[b, k, j] over k."""
    t, lanes = number.mlir, number.lanes
    stride = -(-n // lanes) * lanes

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(b, k, j) -> (b, k, j floordiv {lanes}, j mod {lanes})"
        s.transform_layout("B", tiles, 0.0, interface=interface)
        s.transform_layout("C", tiles, "undef", interface=interface)
        s.sequential_buffer_access("matmul", "C" if interface == "change" else "C_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("matmul")
        s.optimize()

    def numpy(arrays: Arrays):
        out = np.empty((count, m, n), number.dtype)
        return lambda: np.matmul(arrays["A"], arrays["B"], out=out)

    flops = 2 * count * m * n * k
    a, b, c = (f"memref<{count}x{x}x{y}x{t}>" for x, y in ((m, k), (k, n), (m, n)))
    return Problem(
        name=f"{count} matmuls {m}x{n}x{k} {t}",
        family="batched_matmul",
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
          %b = affine.load %B[%n, %k, %j] : {b}
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
        shapes={"A": (count, m, k), "B": (count, k, n), "C": (count, m, n)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(count, m, n, k, n, number),
        c_padded=_c_text(count, m, stride, k, stride, number),
        c_flags=EITHER,
        expected=lambda arrays: product(arrays["A"], arrays["B"]),
        numpy=numpy,
        flops=flops,
        bytes=count * (m * k + k * n + m * n) * number.dtype.itemsize,
        bound=multiply_adds(flops, number),
        packs_inside=True,
    )


def _c_text(count: int, m: int, n: int, k: int, stride: int, number: Number) -> str:
    return f"""
void kernel(const {number.c} *restrict A, const {number.c} *restrict B, {number.c} *restrict C) {{
  for (int i = 0; i < {count * m * stride}; i++) C[i] = 0;
  for (int b = 0; b < {count}; b++)
    for (int i = 0; i < {m}; i++)
      for (int k = 0; k < {k}; k++)
        for (int j = 0; j < {n}; j++)
          C[(b * {m} + i) * {stride} + j] +=
              A[(b * {m} + i) * {k} + k] * B[(b * {k} + k) * {stride} + j];
}}
"""
