"""The largest of each column of a matrix: bound by reading."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .maxpool import minus_infinity
from .problem import Arrays, Interface, Number, Problem


def column_max(rows: int, columns: int, number: Number) -> Problem:
    """M[j] = largest of A[i, j] over i."""
    t, lanes = number.mlir, number.lanes
    padded = -(-columns // lanes) * lanes
    a, m = f"memref<{rows}x{columns}x{t}>", f"memref<{columns}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"j floordiv {lanes}, j mod {lanes})"
        s.transform_layout("A", f"(i, j) -> (i, {tiles}", "undef", interface=interface)
        s.transform_layout("M", f"(j) -> ({tiles}", "undef", interface=interface)
        s.sequential_buffer_access("init", "M" if interface == "change" else "M_cache")
        s.sequential_buffer_access("column_max", "A" if interface == "change" else "A_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute()
        s.flatten_loops()
        s.vectorize()
        s.register_tile("column_max")

    def numpy(arrays: Arrays):
        out = np.empty(columns, number.dtype)
        return lambda: arrays["A"].max(0, out=out)

    return Problem(
        name=f"column max {rows}x{columns} {t}",
        family="column_max",
        sizes=(rows, columns),
        mlir=f"""
func.func @column_max(%A: {a}, %M: {m}) {{
  %least = arith.constant {minus_infinity(number)} : {t}
  affine.for %j = 0 to {columns} {{
    affine.store %least, %M[%j] : {m}
  }} {{pad.stage = "init"}}
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      %m = affine.load %M[%j] : {m}
      %a = affine.load %A[%i, %j] : {a}
      %x = arith.maximumf %m, %a fastmath<nnan,nsz> : {t}
      affine.store %x, %M[%j] : {m}
    }}
  }} {{pad.stage = "column_max"}}
  func.return
}}
""",
        shapes={"A": (rows, columns), "M": (columns,)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(rows, columns, number),
        c_padded=_c_text(rows, padded, number),
        c_flags={"nsz": ("-fno-signed-zeros", "-fno-trapping-math")},
        expected=lambda arrays: arrays["A"].max(0),
        numpy=numpy,
        flops=rows * columns,
        bytes=(rows + 1) * columns * number.dtype.itemsize,
        bound=Bound("read", rows * columns * number.dtype.itemsize),
    )


def _c_text(rows: int, columns: int, number: Number) -> str:
    return f"""
#include <math.h>
void kernel(const {number.c} *restrict A, {number.c} *restrict M) {{
  for (int j = 0; j < {columns}; j++) M[j] = -INFINITY;
  for (int i = 0; i < {rows}; i++)
    for (int j = 0; j < {columns}; j++) {{
      {number.c} a = A[i * {columns} + j];
      M[j] = M[j] > a ? M[j] : a;
    }}
}}
"""
