"""The sums of the rows of a matrix: RFC 77's example, bound by reading."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .problem import REASSOC, Arrays, Interface, Number, Problem


def row_sum(rows: int, columns: int, number: Number) -> Problem:
    """B[i] = sum of A[i, j] over j."""
    t, lanes = number.mlir, number.lanes
    stride = -(-columns // lanes) * lanes

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(i, j) -> (i, j floordiv {lanes}, j mod {lanes})"
        s.transform_layout("A", tiles, 0.0, interface=interface)
        s.sequential_buffer_access("row_sum", "A" if interface == "change" else "A_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("row_sum")
        s.flatten_loops("row_sum")
        s.vectorize("row_sum")
        s.register_tile("row_sum")

    def numpy(arrays: Arrays):
        out = np.empty(rows, number.dtype)
        return lambda: arrays["A"].sum(1, out=out)

    return Problem(
        name=f"row sum {rows}x{columns} {t}",
        family="row_sum",
        sizes=(rows, columns),
        mlir=f"""
func.func @row_sum(%A: memref<{rows}x{columns}x{t}>, %B: memref<{rows}x{t}>) {{
  %zero = arith.constant 0.0 : {t}
  affine.for %i = 0 to {rows} {{
    affine.store %zero, %B[%i] : memref<{rows}x{t}>
    affine.for %j = 0 to {columns} {{
      %b = affine.load %B[%i] : memref<{rows}x{t}>
      %a = affine.load %A[%i, %j] : memref<{rows}x{columns}x{t}>
      %s = arith.addf %b, %a fastmath<reassoc,contract> : {t}
      affine.store %s, %B[%i] : memref<{rows}x{t}>
    }}
  }} {{pad.stage = "row_sum"}}
  func.return
}}
""",
        shapes={"A": (rows, columns), "B": (rows,)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(number, rows, columns, columns),
        c_padded=_c_text(number, rows, stride, stride),
        c_flags={"reassoc": REASSOC},
        expected=lambda arrays: arrays["A"].sum(1, dtype=np.float64),
        numpy=numpy,
        flops=rows * columns,
        bytes=rows * (columns + 1) * number.dtype.itemsize,
        bound=Bound("read", rows * columns * number.dtype.itemsize),
    )


def _c_text(number: Number, rows: int, columns: int, stride: int) -> str:
    return f"""
void kernel(const {number.c} *restrict A, {number.c} *restrict B) {{
  for (int i = 0; i < {rows}; i++) {{
    {number.c} sum = 0;
    for (int j = 0; j < {columns}; j++) sum += A[i * {stride} + j];
    B[i] = sum;
  }}
}}
"""
