"""The sums of the rows of a matrix of integers: bound by reading."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .problem import Arrays, Interface, Number, Problem


def int_row_sum(rows: int, columns: int, number: Number) -> Problem:
    """B[i] = sum of A[i, j] over j, which wraps around."""
    t, lanes = number.mlir, number.lanes

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(i, j) -> (i, j floordiv {lanes}, j mod {lanes})"
        s.transform_layout("A", tiles, 0, interface=interface)
        s.sequential_buffer_access("row_sum", "A" if interface == "change" else "A_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("row_sum")
        s.flatten_loops("row_sum")
        s.vectorize("row_sum")
        s.register_tile("row_sum")

    def numpy(arrays: Arrays):
        out = np.empty(rows, number.dtype)
        return lambda: arrays["A"].sum(1, dtype=number.dtype, out=out)

    return Problem(
        name=f"row sum {rows}x{columns} {t}",
        family="int_row_sum",
        sizes=(rows, columns),
        mlir=f"""
func.func @row_sum(%A: memref<{rows}x{columns}x{t}>, %B: memref<{rows}x{t}>) {{
  %zero = arith.constant 0 : {t}
  affine.for %i = 0 to {rows} {{
    %b = affine.for %j = 0 to {columns} iter_args(%sum = %zero) -> ({t}) {{
      %a = affine.load %A[%i, %j] : memref<{rows}x{columns}x{t}>
      %next = arith.addi %sum, %a : {t}
      affine.yield %next : {t}
    }}
    affine.store %b, %B[%i] : memref<{rows}x{t}>
  }} {{pad.stage = "row_sum"}}
  func.return
}}
""",
        shapes={"A": (rows, columns), "B": (rows,)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(rows, columns, number),
        c_padded=_c_text(rows, -(-columns // lanes) * lanes, number),
        c_flags={"integer": ()},
        expected=lambda arrays: arrays["A"].sum(1, dtype=number.dtype),
        numpy=numpy,
        flops=rows * columns,
        bytes=rows * (columns + 1) * number.dtype.itemsize,
        bound=Bound("read", rows * columns * number.dtype.itemsize),
    )


def _c_text(rows: int, stride: int, number: Number) -> str:
    return f"""
#include <stdint.h>
void kernel(const {number.c} *restrict A, {number.c} *restrict B) {{
  for (int i = 0; i < {rows}; i++) {{
    {number.c} sum = 0;
    for (int j = 0; j < {stride}; j++) sum += A[i * {stride} + j];
    B[i] = sum;
  }}
}}
"""
