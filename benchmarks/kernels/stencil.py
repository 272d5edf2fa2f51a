"""A step of heat conduction: five points, zeros around: bound by copying."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .native import Array
from .problem import CONTRACT, Interface, Number, Problem

_NEIGHBOURS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


def stencil(size: int, number: Number) -> Problem:
    """B[i, j] = A[i, j] / 2 + (sum of its four neighbours in A, 0 outside) / 8."""
    t, lanes = number.mlir, number.lanes
    padded = -(-size // lanes) * lanes
    type = f"memref<{size}x{size}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        s.transform_layout(
            "A",
            "(i, j) -> (i + 1, j + 1)",
            0.0,
            extents=(size + 2, padded + lanes),
            interface=interface,
        )
        tiles = f"(i, j) -> (i, j floordiv {lanes}, j mod {lanes})"
        s.transform_layout("B", tiles, "undef", interface=interface)
        s.sequential_buffer_access("stencil", "B" if interface == "change" else "B_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("stencil")
        s.flatten_loops("stencil")
        s.vectorize("stencil")

    traffic = 2 * size * size * number.dtype.itemsize
    return Problem(
        name=f"stencil, 5 points {size}x{size} {t}",
        family="stencil",
        sizes=(size,),
        mlir=f"""
#north = affine_set<(i, j) : (i - 1 >= 0)>
#south = affine_set<(i, j) : ({size - 2} - i >= 0)>
#west = affine_set<(i, j) : (j - 1 >= 0)>
#east = affine_set<(i, j) : ({size - 2} - j >= 0)>
func.func @stencil(%A: {type}, %B: {type}) {{
  %zero = arith.constant 0.0 : {t}
  %half = arith.constant 0.5 : {t}
  %eighth = arith.constant 0.125 : {t}
  affine.for %i = 0 to {size} {{
    affine.for %j = 0 to {size} {{
{"".join(_neighbour(name, *at, type, t) for name, at in _NEIGHBOURS.items())}
      %a = affine.load %A[%i, %j] : {type}
      %ns = arith.addf %n, %s fastmath<reassoc,contract> : {t}
      %we = arith.addf %w, %e fastmath<reassoc,contract> : {t}
      %all = arith.addf %ns, %we fastmath<reassoc,contract> : {t}
      %x = arith.mulf %a, %half fastmath<contract> : {t}
      %y = arith.mulf %all, %eighth fastmath<contract> : {t}
      %b = arith.addf %x, %y fastmath<reassoc,contract> : {t}
      affine.store %b, %B[%i, %j] : {type}
    }}
  }} {{pad.stage = "stencil"}}
  func.return
}}
""",
        shapes={"A": (size, size), "B": (size, size)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_logical(size, number),
        c_padded=_c_padded(size, padded, padded + lanes, number),
        c_flags={"contract": CONTRACT},
        expected=lambda arrays: _step(arrays["A"].astype(np.float64)),
        numpy=lambda arrays: lambda: _step(arrays["A"]),
        flops=6 * size * size,
        bytes=traffic,
        bound=Bound("copy", traffic),
    )


def _neighbour(name: str, i: int, j: int, type: str, t: str) -> str:
    """MLIR that makes the value there, which is 0 outside."""
    side = {"n": "north", "s": "south", "w": "west", "e": "east"}[name]
    return f"""      %{name} = affine.if #{side}(%i, %j) -> {t} {{
        %in = affine.load %A[%i + {i}, %j + {j}] : {type}
        affine.yield %in : {t}
      }} else {{
        affine.yield %zero : {t}
      }}
"""


def _step(a: Array) -> Array:
    around = np.pad(a, 1)
    sides = around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    return a / 2 + sides / 8


def _c_logical(size: int, number: Number) -> str:
    last = size - 1
    return f"""
void kernel(const {number.c} *restrict A, {number.c} *restrict B) {{
  for (int i = 0; i < {size}; i++)
    for (int j = 0; j < {size}; j++) {{
      const {number.c} *a = A + i * {size} + j;
      {number.c} n = i > 0 ? a[-{size}] : 0, s = i < {last} ? a[{size}] : 0;
      {number.c} w = j > 0 ? a[-1] : 0, e = j < {last} ? a[1] : 0;
      B[i * {size} + j] = a[0] * ({number.c})0.5 + (n + s + (w + e)) * ({number.c})0.125;
    }}
}}
"""


def _c_padded(size: int, width: int, pitch: int, number: Number) -> str:
    return f"""
void kernel(const {number.c} *restrict A, {number.c} *restrict B) {{
  for (int i = 0; i < {size}; i++)
    for (int j = 0; j < {width}; j++) {{
      const {number.c} *a = A + (i + 1) * {pitch} + j + 1;
      {number.c} sides = a[-{pitch}] + a[{pitch}] + (a[-1] + a[1]);
      B[i * {width} + j] = a[0] * ({number.c})0.5 + sides * ({number.c})0.125;
    }}
}}
"""
