"""A weighted sum of three vectors: bound by memory."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .problem import CONTRACT, Arrays, Interface, Number, Problem


def scaled_add(size: int, number: Number) -> Problem:
    """Z[i] = 2 * X[i] - Y[i] / 2 + 3 * W[i]."""
    t, lanes = number.mlir, number.lanes
    type = f"memref<{size}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        tiles = f"(i) -> (i floordiv {lanes}, i mod {lanes})"
        for name in "XYW":
            s.transform_layout(name, tiles, 0.0, interface=interface)
        s.transform_layout("Z", tiles, "undef", interface=interface)
        s.sequential_buffer_access("add", "Z" if interface == "change" else "Z_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("add")
        s.flatten_loops("add")
        s.vectorize("add")

    def numpy(arrays: Arrays):
        x, y, w = (arrays[name] for name in "XYW")
        a, b, c = (number.dtype.type(factor) for factor in (2, -0.5, 3))
        return lambda: a * x + b * y + c * w

    return Problem(
        name=f"2*X - Y/2 + 3*W {size} {t}",
        family="scaled_add",
        sizes=(size,),
        mlir=f"""
func.func @add(%X: {type}, %Y: {type}, %W: {type}, %Z: {type}) {{
  %a = arith.constant 2.0 : {t}
  %b = arith.constant -0.5 : {t}
  %c = arith.constant 3.0 : {t}
  affine.for %i = 0 to {size} {{
    %x = affine.load %X[%i] : {type}
    %y = affine.load %Y[%i] : {type}
    %w = affine.load %W[%i] : {type}
    %ax = arith.mulf %a, %x fastmath<contract> : {t}
    %by = arith.mulf %b, %y fastmath<contract> : {t}
    %cw = arith.mulf %c, %w fastmath<contract> : {t}
    %axby = arith.addf %ax, %by fastmath<contract> : {t}
    %z = arith.addf %axby, %cw fastmath<contract> : {t}
    affine.store %z, %Z[%i] : {type}
  }} {{pad.stage = "add"}}
  func.return
}}
""",
        shapes=dict.fromkeys("XYWZ", (size,)),
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(size, number),
        c_padded=_c_text(-(-size // lanes) * lanes, number),
        c_flags={"contract": CONTRACT},
        expected=lambda arrays: (
            2.0 * arrays["X"].astype(np.float64) - 0.5 * arrays["Y"] + 3.0 * arrays["W"]
        ),
        numpy=numpy,
        flops=5 * size,
        bytes=4 * size * number.dtype.itemsize,
        bound=Bound("copy", 4 * size * number.dtype.itemsize),
    )


def _c_text(size: int, number: Number) -> str:
    c = number.c
    return f"""
void kernel(const {c} *restrict X, const {c} *restrict Y, const {c} *restrict W,
            {c} *restrict Z) {{
  for (int i = 0; i < {size}; i++)
    Z[i] = ({c})2 * X[i] + ({c})-0.5 * Y[i] + ({c})3 * W[i];
}}
"""
