"""Dot products of the rows of two matrices: bound by reading."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .matmul import multiply_add, zero
from .problem import REASSOC, Interface, Number, Problem


def dot_products(count: int, length: int, number: Number) -> Problem:
    """D[i] = sum of X[i, j] * Y[i, j] over j."""
    t, lanes = number.mlir, number.lanes
    x, d = f"memref<{count}x{length}x{t}>", f"memref<{count}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(i, j) -> (i, j floordiv {lanes}, j mod {lanes})"
        s.transform_layout("X", tiles, 0.0, interface=interface)
        s.transform_layout("Y", tiles, 0.0, interface=interface)
        s.sequential_buffer_access("dot", "X" if interface == "change" else "X_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("dot")
        s.flatten_loops("dot")
        s.vectorize("dot")
        s.register_tile("dot")

    return Problem(
        name=f"{count} dot products {length} {t}",
        family="dot_products",
        sizes=(count, length),
        mlir=f"""
func.func @dot(%X: {x}, %Y: {x}, %D: {d}) {{
  %zero = arith.constant {zero(number)}
  affine.for %i = 0 to {count} {{
    %d = affine.for %j = 0 to {length} iter_args(%c = %zero) -> ({t}) {{
      %a = affine.load %X[%i, %j] : {x}
      %b = affine.load %Y[%i, %j] : {x}
      {multiply_add(number, number)}
      affine.yield %s : {t}
    }}
    affine.store %d, %D[%i] : {d}
  }} {{pad.stage = "dot"}}
  func.return
}}
""",
        shapes={"X": (count, length), "Y": (count, length), "D": (count,)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(count, length, number),
        c_padded=_c_text(count, -(-length // lanes) * lanes, number),
        c_flags={"reassoc": REASSOC},
        expected=lambda arrays: (arrays["X"].astype(np.float64) * arrays["Y"]).sum(1),
        numpy=lambda arrays: lambda: np.einsum("ij,ij->i", arrays["X"], arrays["Y"]),
        flops=2 * count * length,
        bytes=count * (2 * length + 1) * number.dtype.itemsize,
        bound=Bound("read", 2 * count * length * number.dtype.itemsize),
    )


def _c_text(count: int, stride: int, number: Number) -> str:
    c = number.c
    return f"""
void kernel(const {c} *restrict X, const {c} *restrict Y, {c} *restrict D) {{
  for (int i = 0; i < {count}; i++) {{
    {c} sum = 0;
    for (int j = 0; j < {stride}; j++) sum += X[i * {stride} + j] * Y[i * {stride} + j];
    D[i] = sum;
  }}
}}
"""
