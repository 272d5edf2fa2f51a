"""Matrix products, of floats and of bytes: bound by multiply-adds."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .problem import EITHER, F32, F64, I8, Arrays, Interface, Number, Problem


def matmul(
    m: int,
    n: int,
    k: int,
    source: Number = F32,
    target: Number | None = None,
    width: int | None = None,
) -> Problem:
    """
    C[i, j] = sum of A[i, k] * B[k, j] over k.

    B and C are stored in panels so many columns wide, by default two vectors.
    """
    target = target or source
    width = width or 2 * target.lanes

    def lay_out(s: Schedule, interface: Interface) -> None:
        panels = f"(k, j) -> (j floordiv {width}, k, j mod {width})"
        s.transform_layout("B", panels, 0, interface=interface)
        s.transform_layout("C", panels, "undef", interface=interface)
        s.sequential_buffer_access("matmul", "C" if interface == "change" else "C_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("matmul")
        s.flatten_loops("matmul")
        s.vectorize("matmul")
        s.register_tile("matmul")

    def inside(s: Schedule) -> None:
        s.remove_branching_through_overcompute("matmul")
        s.optimize()  # the guards before what is padding become bounds
        s.flatten_loops()
        s.vectorize()
        s.register_tile("matmul")

    def masked(s: Schedule) -> None:
        s.vectorize("matmul")
        s.register_tile("matmul")

    def numpy(arrays: Arrays):
        out = np.empty((m, n), target.dtype)
        return lambda: np.matmul(arrays["A"], arrays["B"], out=out, dtype=target.dtype)

    sizes = "x".join(map(str, dict.fromkeys((m, n, k)))) if m == n == k else f"{m}x{n}x{k}"
    types = source.mlir if source is target else f"{source.mlir} to {target.mlir}"
    return Problem(
        name=f"matmul {sizes} {types}",
        family="matmul",
        sizes=(m, n, k),
        mlir=_text(m, n, k, source, target),
        shapes={"A": (m, k), "B": (k, n), "C": (m, n)},
        numbers=(source, target),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_logical(m, n, k, source, target),
        c_padded=_c_padded(m, n, k, source, target, width),
        c_flags=EITHER,
        expected=lambda arrays: product(arrays["A"], arrays["B"]),
        numpy=numpy,
        flops=2 * m * n * k,
        bytes=(m * k + k * n) * source.dtype.itemsize + m * n * target.dtype.itemsize,
        bound=multiply_adds(2 * m * n * k, source),
        inside=inside,
        masked=masked,
    )


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """In double precision, or of 32-bit integers."""
    wide = np.int32 if a.dtype.kind == "i" else np.float64
    return np.matmul(a.astype(wide), b.astype(wide))


def multiply_adds(flops: int, number: Number) -> Bound | None:
    """The bound of so many operations on floats; none for integers."""
    return None if number is I8 else Bound("FMA", flops, number.c)


def multiply_add(source: Number, target: Number) -> str:
    """MLIR that makes %s of %c, of the target type, and %a and %b."""
    if source in (F32, F64):
        return f"""%p = arith.mulf %a, %b fastmath<contract> : {target.mlir}
        %s = arith.addf %c, %p fastmath<reassoc,contract> : {target.mlir}"""
    return f"""%x = arith.extsi %a : {source.mlir} to {target.mlir}
        %y = arith.extsi %b : {source.mlir} to {target.mlir}
        %p = arith.muli %x, %y : {target.mlir}
        %s = arith.addi %c, %p : {target.mlir}"""


def zero(number: Number) -> str:
    """The MLIR literal."""
    return "0 : i32" if number.dtype.kind == "i" else f"0.0 : {number.mlir}"


def _text(m: int, n: int, k: int, source: Number, target: Number) -> str:
    a, b = f"memref<{m}x{k}x{source.mlir}>", f"memref<{k}x{n}x{source.mlir}>"
    c = f"memref<{m}x{n}x{target.mlir}>"
    return f"""
func.func @matmul(%A: {a}, %B: {b}, %C: {c}) {{
  %zero = arith.constant {zero(target)}
  affine.for %i = 0 to {m} {{
    affine.for %j = 0 to {n} {{
      affine.store %zero, %C[%i, %j] : {c}
      affine.for %k = 0 to {k} {{
        %a = affine.load %A[%i, %k] : {a}
        %b = affine.load %B[%k, %j] : {b}
        %c = affine.load %C[%i, %j] : {c}
        {multiply_add(source, target)}
        affine.store %s, %C[%i, %j] : {c}
      }}
    }}
  }} {{pad.stage = "matmul"}}
  func.return
}}
"""


def _c_logical(m: int, n: int, k: int, source: Number, target: Number) -> str:
    return f"""
#include <stdint.h>
void kernel(const {source.c} *restrict A, const {source.c} *restrict B, {target.c} *restrict C) {{
  for (int i = 0; i < {m * n}; i++) C[i] = 0;
  for (int i = 0; i < {m}; i++)
    for (int k = 0; k < {k}; k++)
      for (int j = 0; j < {n}; j++)
        C[i * {n} + j] += ({target.c})A[i * {k} + k] * B[k * {n} + j];
}}
"""


def _c_padded(m: int, n: int, k: int, source: Number, target: Number, width: int) -> str:
    panels = -(-n // width)
    return f"""
#include <stdint.h>
void kernel(const {source.c} *restrict A, const {source.c} *restrict B, {target.c} *restrict C) {{
  for (int i = 0; i < {panels * m * width}; i++) C[i] = 0;
  for (int jo = 0; jo < {panels}; jo++)
    for (int i = 0; i < {m}; i++)
      for (int k = 0; k < {k}; k++)
        for (int j = 0; j < {width}; j++)
          C[(jo * {m} + i) * {width} + j] +=
              ({target.c})A[i * {k} + k] * B[(jo * {k} + k) * {width} + j];
}}
"""
