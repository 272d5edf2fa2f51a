"""Convolution of an image, 3 x 3, with zeros around it."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .matmul import multiply_add, multiply_adds, zero
from .native import Array
from .problem import EITHER, Arrays, Interface, Number, Problem


def conv2d(size: int, inputs: int, outputs: int, source: Number, target: Number) -> Problem:
    """Y[n, h, w, o] = sum of X[n, h + r - 1, w + s - 1, c] * K[r, s, c, o] over r, s, c."""
    tile = target.lanes // 2  # neighbours in memory are vectors together, the last one half
    shapes = {
        "X": (1, size, size, inputs),
        "K": (3, 3, inputs, outputs),
        "Y": (1, size, size, outputs),
    }

    def lay_out(s: Schedule, interface: Interface) -> None:
        border = (1, size + 2, size + 2, inputs)
        tiles = f"floordiv {tile}, o mod {tile})"
        s.transform_layout(
            "X", "(n, h, w, c) -> (n, h + 1, w + 1, c)", 0, extents=border, interface=interface
        )
        s.transform_layout("K", f"(r, s, c, o) -> (r, s, c, o {tiles}", 0, interface=interface)
        s.transform_layout(
            "Y", f"(n, h, w, o) -> (n, h, w, o {tiles}", "undef", interface=interface
        )
        s.sequential_buffer_access("conv2d", "Y" if interface == "change" else "Y_cache")

    def speed_up(s: Schedule) -> None:
        s.remove_branching_through_overcompute("conv2d")
        s.flatten_loops("conv2d")
        s.vectorize("conv2d")
        s.register_tile("conv2d")

    flops = 2 * 9 * size * size * inputs * outputs
    types = source.mlir if source is target else f"{source.mlir} to {target.mlir}"
    itemsizes = (source.dtype.itemsize, source.dtype.itemsize, target.dtype.itemsize)
    return Problem(
        name=f"conv2d 3x3 {size}x{size}, {inputs} to {outputs} channels {types}",
        family="conv2d",
        sizes=(size, inputs, outputs),
        mlir=_text(size, shapes, source, target),
        shapes=shapes,
        numbers=(source, target),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_logical(size, inputs, outputs, source, target),
        c_padded=_c_padded(size, inputs, outputs, source, target, tile),
        c_flags=EITHER,
        expected=_expected,
        numpy=lambda arrays: lambda: _nine_products(arrays["X"], arrays["K"], target.dtype),
        flops=flops,
        bytes=sum(
            int(np.prod(shape)) * each
            for shape, each in zip(shapes.values(), itemsizes, strict=True)
        ),
        bound=multiply_adds(flops, source),
        fp="relaxed",
    )


def _expected(arrays: Arrays) -> Array:
    wide = np.dtype(np.int32 if arrays["X"].dtype.kind == "i" else np.float64)
    return _nine_products(arrays["X"], arrays["K"], wide)


def _nine_products(x: Array, k: Array, dtype: np.dtype[np.generic]) -> Array:
    _, h, w, inputs = x.shape
    around = np.pad(x.astype(dtype, copy=False), ((0, 0), (1, 1), (1, 1), (0, 0)))
    total = np.zeros((h * w, k.shape[3]), dtype)
    for r in range(3):
        for s in range(3):
            shifted = around[0, r : r + h, s : s + w].reshape(h * w, inputs)
            total += shifted @ k[r, s].astype(dtype, copy=False)
    return total.reshape(1, h, w, -1)


def _text(size: int, shapes: dict[str, tuple[int, ...]], source: Number, target: Number) -> str:
    x, k, y = (
        f"memref<{'x'.join(map(str, shape))}x{number.mlir}>"
        for shape, number in zip(shapes.values(), (source, source, target), strict=True)
    )
    bound = f"{size} - "
    return f"""
#inside = affine_set<(h, r, w, s) : (
    h + r - 1 >= 0, {bound}h - r >= 0, w + s - 1 >= 0, {bound}w - s >= 0)>
func.func @conv2d(%X: {x}, %K: {k}, %Y: {y}) {{
  %zero = arith.constant {zero(target)}
  affine.for %n = 0 to 1 {{
    affine.for %h = 0 to {size} {{
      affine.for %w = 0 to {size} {{
        affine.for %o = 0 to {shapes["Y"][3]} {{
          affine.store %zero, %Y[%n, %h, %w, %o] : {y}
          affine.for %r = 0 to 3 {{
            affine.for %q = 0 to 3 {{
              affine.for %i = 0 to {shapes["X"][3]} {{
                affine.if #inside(%h, %r, %w, %q) {{
                  %a = affine.load %X[%n, %h + %r - 1, %w + %q - 1, %i] : {x}
                  %b = affine.load %K[%r, %q, %i, %o] : {k}
                  %c = affine.load %Y[%n, %h, %w, %o] : {y}
                  {multiply_add(source, target)}
                  affine.store %s, %Y[%n, %h, %w, %o] : {y}
                }}
              }}
            }}
          }}
        }}
      }}
    }}
  }} {{pad.stage = "conv2d"}}
  func.return
}}
"""


def _c_logical(size: int, inputs: int, outputs: int, source: Number, target: Number) -> str:
    return _c_text(
        (size, inputs, outputs, outputs, 0, source, target),
        f"if (h + r >= 1 && h + r <= {size} && w + s >= 1 && w + s <= {size}) ",
    )


def _c_padded(
    size: int, inputs: int, outputs: int, source: Number, target: Number, tile: int
) -> str:
    padded = -(-outputs // tile) * tile
    return _c_text((size, inputs, padded, tile, 1, source, target), "")


def _c_text(of: tuple[int, int, int, int, int, Number, Number], guard: str) -> str:
    size, inputs, outputs, tile, border, source, target = of
    return f"""
#include <stdint.h>
void kernel(const {source.c} *restrict X, const {source.c} *restrict K, {target.c} *restrict Y) {{
  for (int i = 0; i < {size * size * outputs}; i++) Y[i] = 0;
  for (int h = 0; h < {size}; h++)
    for (int w = 0; w < {size}; w++)
      for (int oo = 0; oo < {outputs}; oo += {tile})
        for (int r = 0; r < 3; r++)
          for (int s = 0; s < 3; s++)
            {guard}for (int c = 0; c < {inputs}; c++)
              for (int o = 0; o < {tile}; o++)
                Y[(h * {size} + w) * {outputs} + oo + o] +=
                    ({target.c})X[((h + r - {1 - border}) * {size + 2 * border} +
                                   w + s - {1 - border}) * {inputs} + c] *
                    K[((r * 3 + s) * {inputs} + c) * {outputs} + oo + o];
}}
"""
