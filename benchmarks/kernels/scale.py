"""Twice a vector: bound by copying."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .problem import Arrays, Interface, Number, Problem


def scale(size: int, number: Number) -> Problem:
    """B[i] = 2 * A[i]."""
    t, lanes = number.mlir, number.lanes
    padded = -(-size // lanes) * lanes
    type = f"memref<{size}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(i) -> (i floordiv {lanes}, i mod {lanes})"
        s.transform_layout("A", tiles, 0.0, interface=interface)
        s.transform_layout("B", tiles, "undef", interface=interface)
        s.sequential_buffer_access("scale", "B" if interface == "change" else "B_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("scale")
        s.flatten_loops("scale")
        s.vectorize("scale")

    def numpy(arrays: Arrays):
        out, two = np.empty(size, number.dtype), number.dtype.type(2)
        return lambda: np.multiply(arrays["A"], two, out=out)

    return Problem(
        name=f"2*A {size} {t}",
        family="scale",
        sizes=(size,),
        mlir=f"""
func.func @scale(%A: {type}, %B: {type}) {{
  %two = arith.constant 2.0 : {t}
  affine.for %i = 0 to {size} {{
    %a = affine.load %A[%i] : {type}
    %b = arith.mulf %a, %two : {t}
    affine.store %b, %B[%i] : {type}
  }} {{pad.stage = "scale"}}
  func.return
}}
""",
        shapes={"A": (size,), "B": (size,)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(number, size),
        c_padded=_c_text(number, padded),
        c_flags={"strict": ()},
        expected=lambda arrays: 2 * arrays["A"].astype(np.float64),
        numpy=numpy,
        flops=size,
        bytes=2 * size * number.dtype.itemsize,
        bound=Bound("copy", 2 * size * number.dtype.itemsize),
    )


def _c_text(number: Number, size: int) -> str:
    return f"""
void kernel(const {number.c} *restrict A, {number.c} *restrict B) {{
  for (int i = 0; i < {size}; i++) B[i] = 2 * A[i];
}}
"""
