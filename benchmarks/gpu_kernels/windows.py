"""Kernels that slide a window over their input: convolutions and maximum pooling."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pad_mlir.schedule import Schedule

from .problem import Arrays, GpuProblem, memref, traffic


def conv1d(size: int, taps: int) -> GpuProblem:
    """B[i] = sum of A[i + k - taps // 2] * F[k] over k, where that is inside of A."""
    shapes, before = {"A": (size,), "F": (taps,), "B": (size,)}, taps // 2
    a, f = memref((size,)), memref((taps,))

    def lay_out(s: Schedule) -> None:
        rounded = -(-size // 32) * 32
        s.transform_layout("A", f"(i) -> (i + {before})", 0.0, extents=(rounded + taps,))
        s.transform_layout("B", "(i) -> (i floordiv 32, i mod 32)", "undef")
        s.sequential_buffer_access("conv1d", "B")
        s.remove_branching_through_overcompute("conv1d")
        s.flatten_loops("conv1d")

    return GpuProblem(
        name=f"conv1d {size}, {taps} taps",
        mlir=f"""
#inside = affine_set<(i, k) : (i + k - {before} >= 0, {size - 1 + before} - i - k >= 0)>
func.func @conv1d(%A: {a}, %F: {f}, %B: {a}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to {size} {{
    affine.store %zero, %B[%i] : {a}
    affine.for %k = 0 to {taps} {{
      affine.if #inside(%i, %k) {{
        %a = affine.load %A[%i + %k - {before}] : {a}
        %b = affine.load %F[%k] : {f}
        %c = affine.load %B[%i] : {a}
        %p = arith.mulf %a, %b fastmath<contract> : f32
        %s = arith.addf %c, %p fastmath<reassoc,contract> : f32
        affine.store %s, %B[%i] : {a}
      }}
    }}
  }} {{pad.stage = "conv1d"}}
  func.return
}}
""",
        shapes=shapes,
        lay_out=lay_out,
        map=lambda s: s.map_to_gpu("conv1d"),
        expected=lambda arrays: np.convolve(
            np.pad(arrays["A"], (before, taps - 1 - before)), arrays["F"][::-1], "valid"
        ),
        bytes=traffic(shapes),
        flops=2 * size * taps,
        fp="relaxed",
    )


def maxpool(size: int, channels: int) -> GpuProblem:
    """Y[h, w, c] = largest of X[2 * h + r - 1, 2 * w + q - 1, c] over r, q in 0..2."""
    half = (size + 1) // 2
    shapes = {"X": (size, size, channels), "Y": (half, half, channels)}
    x, y = (memref(shape) for shape in shapes.values())

    def lay_out(s: Schedule) -> None:
        tiles, groups = "c floordiv 4, c mod 4)", -(-channels // 4)
        s.transform_layout(
            "X",
            f"(h, w, c) -> (h + 1, w + 1, {tiles}",
            "identity(maximumf)",
            extents=(size + 2, size + 2, groups, 4),
        )
        s.transform_layout("Y", f"(h, w, c) -> (h, w, {tiles}", "undef")
        s.sequential_buffer_access("maxpool", "Y")
        s.remove_branching_through_overcompute("maxpool")
        s.flatten_loops("maxpool")

    return GpuProblem(
        name=f"maxpool 3x3 {size}x{size}x{channels}",
        mlir=f"""
#inside = affine_set<(h, r, w, q) : (2 * h + r - 1 >= 0, {size} - 2 * h - r >= 0,
                                     2 * w + q - 1 >= 0, {size} - 2 * w - q >= 0)>
func.func @maxpool(%X: {x}, %Y: {y}) {{
  %least = arith.constant 0xFF800000 : f32
  affine.for %h = 0 to {half} {{
    affine.for %w = 0 to {half} {{
      affine.for %c = 0 to {channels} {{
        affine.store %least, %Y[%h, %w, %c] : {y}
        affine.for %r = 0 to 3 {{
          affine.for %q = 0 to 3 {{
            affine.if #inside(%h, %r, %w, %q) {{
              %x = affine.load %X[%h * 2 + %r - 1, %w * 2 + %q - 1, %c] : {x}
              %y = affine.load %Y[%h, %w, %c] : {y}
              %m = arith.maximumf %y, %x fastmath<nnan,nsz> : f32
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
        shapes=shapes,
        lay_out=lay_out,
        map=lambda s: s.map_to_gpu("maxpool"),
        expected=lambda arrays: _maxpool(arrays, half),
        bytes=traffic(shapes),
    )


def _maxpool(arrays: Arrays, half: int) -> NDArray[np.float64]:
    around = np.pad(arrays["X"], ((1, 2), (1, 2), (0, 0)), constant_values=-np.inf)
    rows = [around[r : r + 2 * half : 2, q : q + 2 * half : 2] for r in range(3) for q in range(3)]
    return np.maximum.reduce(rows)


def conv2d(size: int, inputs: int, outputs: int) -> GpuProblem:
    """Y[h, w, o] = sum of X[h + r - 1, w + q - 1, i] * K[r, q, i, o] over r, q, i."""
    shapes = {
        "X": (size, size, inputs),
        "K": (3, 3, inputs, outputs),
        "Y": (size, size, outputs),
    }
    x, k, y = (memref(shape) for shape in shapes.values())

    def lay_out(s: Schedule) -> None:
        tiles, border = "o floordiv 4, o mod 4)", (size + 2, size + 2, inputs)
        s.transform_layout("X", "(h, w, i) -> (h + 1, w + 1, i)", 0.0, extents=border)
        s.transform_layout("K", f"(r, q, i, o) -> (r, q, i, {tiles}", 0.0)
        s.transform_layout("Y", f"(h, w, o) -> (h, w, {tiles}", "undef")
        s.sequential_buffer_access("conv2d", "Y")
        s.remove_branching_through_overcompute("conv2d")
        s.flatten_loops("conv2d")

    return GpuProblem(
        name=f"conv2d 3x3 {size}x{size}, {inputs} to {outputs} channels",
        mlir=f"""
#inside = affine_set<(h, r, w, q) : (h + r - 1 >= 0, {size} - h - r >= 0,
                                     w + q - 1 >= 0, {size} - w - q >= 0)>
func.func @conv2d(%X: {x}, %K: {k}, %Y: {y}) {{
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to {size} {{
    affine.for %w = 0 to {size} {{
      affine.for %o = 0 to {outputs} {{
        affine.store %zero, %Y[%h, %w, %o] : {y}
        affine.for %r = 0 to 3 {{
          affine.for %q = 0 to 3 {{
            affine.for %i = 0 to {inputs} {{
              affine.if #inside(%h, %r, %w, %q) {{
                %a = affine.load %X[%h + %r - 1, %w + %q - 1, %i] : {x}
                %b = affine.load %K[%r, %q, %i, %o] : {k}
                %c = affine.load %Y[%h, %w, %o] : {y}
                %p = arith.mulf %a, %b fastmath<contract> : f32
                %s = arith.addf %c, %p fastmath<reassoc,contract> : f32
                affine.store %s, %Y[%h, %w, %o] : {y}
              }}
            }}
          }}
        }}
      }}
    }}
  }} {{pad.stage = "conv2d"}}
  func.return
}}
""",
        shapes=shapes,
        lay_out=lay_out,
        map=lambda s: s.map_to_gpu("conv2d"),
        expected=lambda arrays: _conv2d(arrays["X"], arrays["K"]),
        bytes=traffic(shapes),
        flops=2 * 9 * size * size * inputs * outputs,
        fp="relaxed",
    )


def _conv2d(x: NDArray[np.float64], k: NDArray[np.float64]) -> NDArray[np.float64]:
    size, around = x.shape[0], np.pad(x, ((1, 1), (1, 1), (0, 0)))
    parts = [around[r : r + size, q : q + size] @ k[r, q] for r in range(3) for q in range(3)]
    return np.sum(parts, axis=0)
