"""Rows that are exponentiated and sum to one."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .maxpool import minus_infinity
from .native import Array
from .problem import REASSOC, Arrays, Interface, Number, Problem


def softmax(rows: int, columns: int, number: Number) -> Problem:
    """Y[i, j] = exp(X[i, j] - M[i]) / sum of the same over j, where M[i] is the largest X[i, j]."""
    t, lanes = number.mlir, number.lanes
    stride = -(-columns // lanes) * lanes
    x, row = f"memref<{rows}x{columns}x{t}>", f"memref<{rows}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(i, j) -> (i, j floordiv {lanes}, j mod {lanes})"
        s.transform_layout("X", tiles, "identity(maximumf)", interface=interface)
        s.transform_layout("Y", tiles, "undef", interface=interface)
        s.sequential_buffer_access("softmax", "Y" if interface == "change" else "Y_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("softmax")
        s.reduce_loop_extents("softmax")
        s.flatten_loops("softmax")
        s.vectorize("softmax")
        s.register_tile("softmax")

    traffic = 2 * rows * columns * number.dtype.itemsize
    return Problem(
        name=f"softmax {rows}x{columns} {t}",
        family="softmax",
        sizes=(rows, columns),
        mlir=f"""
func.func @softmax(%X: {x}, %Y: {x}) {{
  %zero = arith.constant 0.0 : {t}
  %least = arith.constant {minus_infinity(number)} : {t}
  %M = memref.alloc() : {row}
  %S = memref.alloc() : {row}
  affine.for %i = 0 to {rows} {{
    affine.store %least, %M[%i] : {row}
    affine.for %j = 0 to {columns} {{
      %x = affine.load %X[%i, %j] : {x}
      %m = affine.load %M[%i] : {row}
      %n = arith.maximumf %m, %x fastmath<nnan,nsz> : {t}
      affine.store %n, %M[%i] : {row}
    }}
    affine.store %zero, %S[%i] : {row}
    affine.for %j = 0 to {columns} {{
      %x = affine.load %X[%i, %j] : {x}
      %m = affine.load %M[%i] : {row}
      %d = arith.subf %x, %m : {t}
      %e = math.exp %d : {t}
      affine.store %e, %Y[%i, %j] : {x}
      %s = affine.load %S[%i] : {row}
      %n = arith.addf %s, %e fastmath<reassoc,contract> : {t}
      affine.store %n, %S[%i] : {row}
    }}
    affine.for %j = 0 to {columns} {{
      %e = affine.load %Y[%i, %j] : {x}
      %s = affine.load %S[%i] : {row}
      %y = arith.divf %e, %s : {t}
      affine.store %y, %Y[%i, %j] : {x}
    }}
  }} {{pad.stage = "softmax"}}
  memref.dealloc %M : {row}
  memref.dealloc %S : {row}
  func.return
}}
""",
        shapes={"X": (rows, columns), "Y": (rows, columns)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(number, rows, columns, columns),
        c_padded=_c_text(number, rows, stride, stride),
        c_flags={"reassoc": (*REASSOC, "-fno-math-errno"), "fast": ("-ffast-math",)},
        expected=lambda arrays: _softmax(arrays["X"].astype(np.float64)),
        numpy=_numpy,
        flops=4 * rows * columns,
        bytes=traffic,
        bound=Bound("copy", traffic),
    )


def _softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def _numpy(arrays: Arrays):
    x, out = arrays["X"], np.empty_like(arrays["X"])

    def in_place() -> None:
        np.subtract(x, x.max(1, keepdims=True), out=out)
        np.exp(out, out=out)
        np.divide(out, out.sum(1, keepdims=True), out=out)

    return in_place


def _c_text(number: Number, rows: int, columns: int, stride: int) -> str:
    c, exp = number.c, "expf" if number.c == "float" else "exp"
    return f"""
#include <math.h>
void kernel(const {c} *restrict X, {c} *restrict Y) {{
  for (int i = 0; i < {rows}; i++) {{
    const {c} *x = X + i * {stride};
    {c} *y = Y + i * {stride}, most = x[0], sum = 0;
    for (int j = 0; j < {columns}; j++) most = x[j] > most ? x[j] : most;
    for (int j = 0; j < {columns}; j++) {{
      y[j] = {exp}(x[j] - most);
      sum += y[j];
    }}
    for (int j = 0; j < {columns}; j++) y[j] /= sum;
  }}
}}
"""
