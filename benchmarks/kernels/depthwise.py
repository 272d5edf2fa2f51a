"""Depthwise convolution of an image, 3 x 3, with zeros around it."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .matmul import multiply_add, multiply_adds, zero
from .native import Array
from .problem import EITHER, Arrays, Interface, Number, Problem


def depthwise(size: int, channels: int, number: Number) -> Problem:
    """Y[h, w, c] = sum of X[h + r - 1, w + s - 1, c] * K[r, s, c] over r, s."""
    t, lanes = number.mlir, number.lanes
    padded = -(-channels // lanes) * lanes
    x, k = f"memref<{size}x{size}x{channels}x{t}>", f"memref<3x3x{channels}x{t}>"

    def lay_out(s: Schedule, interface: Interface) -> None:
        s.transform_layout(
            "X",
            f"(h, w, c) -> (h + 1, w + 1, c floordiv {lanes}, c mod {lanes})",
            0.0,
            extents=(size + 2, size + 2, padded // lanes, lanes),
            interface=interface,
        )
        tiles = f"(h, w, c) -> (h, w, c floordiv {lanes}, c mod {lanes})"
        s.transform_layout("K", tiles, 0.0, interface=interface)
        s.transform_layout("Y", tiles, "undef", interface=interface)
        s.sequential_buffer_access("depthwise", "Y" if interface == "change" else "Y_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("depthwise")
        s.flatten_loops("depthwise")
        s.vectorize("depthwise")
        s.register_tile("depthwise")

    flops = 2 * 9 * size * size * channels
    return Problem(
        name=f"depthwise 3x3 {size}x{size}x{channels} {t}",
        family="depthwise",
        sizes=(size, channels),
        mlir=f"""
#inside = affine_set<(h, r, w, s) : (h + r - 1 >= 0, {size} - h - r >= 0,
                                     w + s - 1 >= 0, {size} - w - s >= 0)>
func.func @depthwise(%X: {x}, %K: {k}, %Y: {x}) {{
  %zero = arith.constant {zero(number)}
  affine.for %h = 0 to {size} {{
    affine.for %w = 0 to {size} {{
      affine.for %ch = 0 to {channels} {{
        affine.store %zero, %Y[%h, %w, %ch] : {x}
        affine.for %r = 0 to 3 {{
          affine.for %q = 0 to 3 {{
            affine.if #inside(%h, %r, %w, %q) {{
              %a = affine.load %X[%h + %r - 1, %w + %q - 1, %ch] : {x}
              %b = affine.load %K[%r, %q, %ch] : {k}
              %c = affine.load %Y[%h, %w, %ch] : {x}
              {multiply_add(number, number)}
              affine.store %s, %Y[%h, %w, %ch] : {x}
            }}
          }}
        }}
      }}
    }}
  }} {{pad.stage = "depthwise"}}
  func.return
}}
""",
        shapes={
            "X": (size, size, channels),
            "K": (3, 3, channels),
            "Y": (size, size, channels),
        },
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(
            (size, channels, 0, number),
            f"if (h + r >= 1 && h + r <= {size} && w + s >= 1 && w + s <= {size}) ",
        ),
        c_padded=_c_text((size, padded, 1, number), ""),
        c_flags=EITHER,
        expected=lambda arrays: _nine_products(arrays, np.dtype(np.float64)),
        numpy=lambda arrays: lambda: _nine_products(arrays, number.dtype),
        flops=flops,
        bytes=(2 * size * size + 9) * channels * number.dtype.itemsize,
        bound=multiply_adds(flops, number),
        fp="relaxed",
    )


def _nine_products(arrays: Arrays, dtype: np.dtype[np.generic]) -> Array:
    x, k = arrays["X"].astype(dtype, copy=False), arrays["K"].astype(dtype, copy=False)
    h, w, _ = x.shape
    around = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    total = np.zeros_like(x)
    for r in range(3):
        for s in range(3):
            total += around[r : r + h, s : s + w] * k[r, s]
    return total


def _c_text(of: tuple[int, int, int, Number], guard: str) -> str:
    size, channels, border, number = of
    across = size + 2 * border
    return f"""
void kernel(const {number.c} *restrict X, const {number.c} *restrict K,
            {number.c} *restrict Y) {{
  for (int h = 0; h < {size}; h++)
    for (int w = 0; w < {size}; w++) {{
      {number.c} *y = Y + (h * {size} + w) * {channels};
      for (int c = 0; c < {channels}; c++) y[c] = 0;
      for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
          {guard}for (int c = 0; c < {channels}; c++)
            y[c] += X[((h + r - {1 - border}) * {across} + w + s - {1 - border}) * {channels} + c] *
                    K[(r * 3 + s) * {channels} + c];
    }}
}}
"""
