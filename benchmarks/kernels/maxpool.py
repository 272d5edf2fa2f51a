"""The largest of 3 x 3 neighbours at every second place: bound by copying."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .limits import Bound
from .native import Array
from .problem import Interface, Number, Problem


def maxpool(size: int, channels: int, number: Number) -> Problem:
    """Y[h, w, c] = largest of X[2 * h + r - 1, 2 * w + s - 1, c] over r, s."""
    t, lanes, half = number.mlir, number.lanes, (size + 1) // 2
    padded = -(-channels // lanes) * lanes
    x, y = f"memref<{size}x{size}x{channels}x{t}>", f"memref<{half}x{half}x{channels}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        slices = f"(h, w, c) -> (c floordiv {lanes}"  # three rows of one stay in the first cache
        s.transform_layout(
            "X",
            f"{slices}, h + 1, w + 1, c mod {lanes})",
            "identity(maximumf)",
            extents=(padded // lanes, size + 2, size + 2, lanes),
            interface=interface,
        )
        s.transform_layout("Y", f"{slices}, h, w, c mod {lanes})", "undef", interface=interface)
        s.sequential_buffer_access("maxpool", "Y" if interface == "change" else "Y_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("maxpool")
        s.flatten_loops("maxpool")
        s.vectorize("maxpool")
        s.register_tile("maxpool")

    traffic = (size * size + half * half) * channels * number.dtype.itemsize
    return Problem(
        name=f"maxpool 3x3 {size}x{size}x{channels} {t}",
        family="maxpool",
        sizes=(size, channels),
        mlir=f"""
#inside = affine_set<(h, r, w, s) : (2 * h + r - 1 >= 0, {size} - 2 * h - r >= 0,
                                     2 * w + s - 1 >= 0, {size} - 2 * w - s >= 0)>
func.func @maxpool(%X: {x}, %Y: {y}) {{
  %least = arith.constant {minus_infinity(number)} : {t}
  affine.for %h = 0 to {half} {{
    affine.for %w = 0 to {half} {{
      affine.for %c = 0 to {channels} {{
        affine.store %least, %Y[%h, %w, %c] : {y}
        affine.for %r = 0 to 3 {{
          affine.for %q = 0 to 3 {{
            affine.if #inside(%h, %r, %w, %q) {{
              %x = affine.load %X[%h * 2 + %r - 1, %w * 2 + %q - 1, %c] : {x}
              %y = affine.load %Y[%h, %w, %c] : {y}
              %m = arith.maximumf %y, %x fastmath<nnan,nsz> : {t}
              affine.store %m, %Y[%h, %w, %c] : {y}
            }}
          }}
        }}
      }}
    }}
  }} {{pad.stage = "maxpool"}}
  func.return
}}
""",
        shapes={"X": (size, size, channels), "Y": (half, half, channels)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(
            (size, half, 1, channels, 0, number),
            f"if (2 * h + r >= 1 && 2 * h + r <= {size} && 2 * w + s >= 1 && 2 * w + s <= {size}) ",
        ),
        c_padded=_c_text((size, half, padded // lanes, lanes, 1, number), ""),
        c_flags={"nsz": ("-fno-signed-zeros", "-fno-trapping-math")},
        expected=lambda arrays: _largest(arrays["X"], half),
        numpy=lambda arrays: lambda: _largest(arrays["X"], half),
        flops=9 * half * half * channels,
        bytes=traffic,
        bound=Bound("copy", traffic),
    )


def minus_infinity(number: Number) -> str:
    """The MLIR literal."""
    bits = np.array(-np.inf, number.dtype).view(f"u{number.dtype.itemsize}")
    return f"{int(bits):#X}".replace("X", "x")


def _largest(x: Array, half: int) -> Array:
    around = np.pad(x, ((1, 1), (1, 1), (0, 0)), constant_values=-np.inf)
    largest = around[0 : 2 * half : 2, 0 : 2 * half : 2].copy()
    for r in range(3):
        for s in range(3):
            np.maximum(largest, around[r : r + 2 * half : 2, s : s + 2 * half : 2], out=largest)
    return largest


def _c_text(of: tuple[int, int, int, int, int, Number], guard: str) -> str:
    size, half, slices, channels, border, number = of
    across = size + 2 * border
    return f"""
#include <math.h>
void kernel(const {number.c} *restrict X, {number.c} *restrict Y) {{
  for (int o = 0; o < {slices}; o++)
    for (int h = 0; h < {half}; h++)
      for (int w = 0; w < {half}; w++) {{
        {number.c} *y = Y + ((o * {half} + h) * {half} + w) * {channels};
        for (int c = 0; c < {channels}; c++) y[c] = -INFINITY;
        for (int r = 0; r < 3; r++)
          for (int s = 0; s < 3; s++)
            {guard}for (int c = 0; c < {channels}; c++) {{
              {number.c} x = X[((o * {across} + 2 * h + r - {1 - border}) * {across} +
                        2 * w + s - {1 - border}) * {channels} + c];
              y[c] = y[c] > x ? y[c] : x;
            }}
      }}
}}
"""
