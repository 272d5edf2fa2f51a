"""A batch of small matrix products."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .matmul import multiply_add, multiply_adds, product, zero
from .problem import EITHER, Arrays, Interface, Number, Problem


def batched_matmul(count: int, m: int, n: int, k: int, number: Number) -> Problem:
    """C[b, i, j] = sum of A[b, i, k] * B[b, k, j] over k; the same cell of products is a vector."""
    t, lanes = number.mlir, number.lanes
    padded = -(-count // lanes) * lanes

    def lay_out(s: Schedule, interface: Interface) -> None:
        interleaved = f"(b, i, j) -> (b floordiv {lanes}, i, j, b mod {lanes})"
        s.transform_layout("A", interleaved, 0.0, interface=interface)
        s.transform_layout("B", interleaved, 0.0, interface=interface)
        s.transform_layout("C", interleaved, "undef", interface=interface)
        s.sequential_buffer_access("matmul", "C" if interface == "change" else "C_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("matmul")
        s.vectorize("matmul")
        s.register_tile("matmul")

    def inside(s: Schedule) -> None:
        s.remove_branching_through_overcompute("matmul")
        s.optimize()
        s.vectorize()
        s.register_tile("matmul")

    def masked(s: Schedule) -> None:
        s.vectorize("matmul")
        s.register_tile("matmul")

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
        c_logical=_c_text(count, m, n, k, 1, number),
        c_padded=_c_text(padded, m, n, k, lanes, number),
        c_flags=EITHER,
        expected=lambda arrays: product(arrays["A"], arrays["B"]),
        numpy=numpy,
        flops=flops,
        bytes=count * (m * k + k * n + m * n) * number.dtype.itemsize,
        bound=multiply_adds(flops, number),
        inside=inside,
        masked=masked,
    )


def _c_text(count: int, m: int, n: int, k: int, lanes: int, number: Number) -> str:
    """With lanes, loops over the products of a vector are innermost; else those over columns."""
    c = number.c
    lane_loop = f"for (int l = 0; l < {lanes}; l++)"
    return f"""
void kernel(const {c} *restrict A, const {c} *restrict B, {c} *restrict C) {{
  for (int i = 0; i < {count * m * n}; i++) C[i] = 0;
  for (int b = 0; b < {count // lanes}; b++)
    for (int i = 0; i < {m}; i++)
      for (int k = 0; k < {k}; k++)
        for (int j = 0; j < {n}; j++)
          {lane_loop}
            C[((b * {m} + i) * {n} + j) * {lanes} + l] +=
                A[((b * {m} + i) * {k} + k) * {lanes} + l] *
                B[((b * {k} + k) * {n} + j) * {lanes} + l];
}}
"""
