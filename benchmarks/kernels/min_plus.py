"""Matrix products of the tropical semiring: the shortest ways of two steps."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .native import Array
from .problem import Interface, Number, Problem


def min_plus(size: int, number: Number) -> Problem:
    """C[i, j] = least of A[i, k] + B[k, j] over k; B and C in panels of two vectors."""
    t, width = number.mlir, 2 * number.lanes
    type = f"memref<{size}x{size}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        panels = f"(k, j) -> (j floordiv {width}, k, j mod {width})"
        s.transform_layout("B", panels, "identity(minimumf)", interface=interface)
        s.transform_layout("C", panels, "undef", interface=interface)
        s.sequential_buffer_access("min_plus", "C" if interface == "change" else "C_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("min_plus")
        s.flatten_loops("min_plus")
        s.vectorize("min_plus")
        s.register_tile("min_plus")

    infinity = f"{int(np.array(np.inf, number.dtype).view(f'u{number.dtype.itemsize}')):#X}"
    return Problem(
        name=f"min-plus matmul {size} {t}",
        family="min_plus",
        sizes=(size,),
        mlir=f"""
func.func @min_plus(%A: {type}, %B: {type}, %C: {type}) {{
  %most = arith.constant {infinity.replace("X", "x")} : {t}
  affine.for %i = 0 to {size} {{
    affine.for %j = 0 to {size} {{
      affine.store %most, %C[%i, %j] : {type}
      affine.for %k = 0 to {size} {{
        %a = affine.load %A[%i, %k] : {type}
        %b = affine.load %B[%k, %j] : {type}
        %c = affine.load %C[%i, %j] : {type}
        %p = arith.addf %a, %b : {t}
        %s = arith.minimumf %c, %p fastmath<nnan,nsz> : {t}
        affine.store %s, %C[%i, %j] : {type}
      }}
    }}
  }} {{pad.stage = "min_plus"}}
  func.return
}}
""",
        shapes=dict.fromkeys("ABC", (size, size)),
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(size, size, number),
        c_padded=_c_text(size, width, number),
        c_flags={"nsz": ("-fno-signed-zeros", "-fno-trapping-math")},
        expected=lambda arrays: _least(arrays["A"].astype(np.float64), arrays["B"]),
        numpy=lambda arrays: lambda: _least(arrays["A"], arrays["B"]),
        flops=2 * size**3,
        bytes=3 * size * size * number.dtype.itemsize,
        bound=None,
    )


def _least(a: Array, b: Array) -> Array:
    return np.stack([(row[:, None] + b).min(0) for row in a])


def _c_text(size: int, width: int, number: Number) -> str:
    """Panels of this width; one of the whole matrix is the matrix itself."""
    c, panels = number.c, -(-size // width)
    return f"""
#include <math.h>
void kernel(const {c} *restrict A, const {c} *restrict B, {c} *restrict C) {{
  for (int i = 0; i < {panels * size * width}; i++) C[i] = INFINITY;
  for (int jo = 0; jo < {panels}; jo++)
    for (int i = 0; i < {size}; i++)
      for (int k = 0; k < {size}; k++)
        for (int j = 0; j < {width}; j++) {{
          {c} *least = C + (jo * {size} + i) * {width} + j;
          {c} way = A[i * {size} + k] + B[(jo * {size} + k) * {width} + j];
          *least = *least < way ? *least : way;
        }}
}}
"""
