"""Convolution of a vector, with zeros around it."""

from __future__ import annotations

import numpy as np

from pad_mlir.schedule import Schedule

from .matmul import multiply_add, multiply_adds, zero
from .problem import EITHER, Arrays, Interface, Number, Problem


def conv1d(size: int, taps: int, number: Number) -> Problem:
    """B[i] = sum of A[i + k - taps // 2] * F[k] over k, where that is inside of A."""
    t, lanes, before = number.mlir, number.lanes, taps // 2
    front = -(-before // lanes) * lanes
    half = lanes // 2  # what two taps that far apart load is the same, for neighbouring vectors
    shares = taps > lanes
    rounded = -(-taps // half) * half if shares else taps
    extent = front + -(-(size + rounded - 1 - before) // lanes) * lanes

    def lay_out(s: Schedule, interface: Interface) -> None:
        s.transform_layout(
            "A", f"(i) -> (i + {front})", 0.0, extents=(extent,), interface=interface
        )
        s.transform_layout("F", "(k) -> (k)", 0.0, extents=(rounded,), interface=interface)

    def speed_up(s: Schedule) -> None:
        if shares:
            s.split("k", half)
            s.reorder("ki", "ko")
        s.remove_branching_through_overcompute("conv1d")
        s.vectorize("conv1d")
        # Of many taps in straight code, the shuffles of more vectors would not fit.
        s.register_tile("conv1d", {"i": 10 if shares else 8 if 3 < taps <= half else 4})

    def numpy(arrays: Arrays):
        mirrored = arrays["F"][::-1].copy()
        return lambda: np.convolve(arrays["A"], mirrored, "same")

    a, f = f"memref<{size}x{t}>", f"memref<{taps}x{t}>"
    return Problem(
        name=f"conv1d {size}, {taps} taps {t}",
        family="conv1d",
        sizes=(size, taps),
        mlir=f"""
#inside = affine_set<(i, k) : (i + k - {before} >= 0, {size - 1 + before} - i - k >= 0)>
func.func @conv1d(%A: {a}, %F: {f}, %B: {a}) {{
  %zero = arith.constant {zero(number)}
  affine.for %i = 0 to {size} {{
    affine.store %zero, %B[%i] : {a}
    affine.for %k = 0 to {taps} {{
      affine.if #inside(%i, %k) {{
        %a = affine.load %A[%i + %k - {before}] : {a}
        %b = affine.load %F[%k] : {f}
        %c = affine.load %B[%i] : {a}
        {multiply_add(number, number)}
        affine.store %s, %B[%i] : {a}
      }}
    }}
  }} {{pad.stage = "conv1d"}}
  func.return
}}
""",
        shapes={"A": (size,), "F": (taps,), "B": (size,)},
        numbers=(number, number),
        lay_out=lay_out,
        speed_up=speed_up,
        c_logical=_c_text(
            size, taps, number, -before, f"if (i + k >= {before} && i + k < {size + before}) "
        ),
        c_padded=_c_text(size, taps, number, front - before, ""),
        c_flags=EITHER,
        expected=lambda arrays: np.convolve(
            np.pad(arrays["A"].astype(np.float64), (before, taps - 1 - before)),
            arrays["F"][::-1],
            "valid",
        ),
        numpy=numpy,
        flops=2 * size * taps,
        bytes=(2 * size + taps) * number.dtype.itemsize,
        bound=multiply_adds(2 * size * taps, number),
        fp="relaxed",
    )


def _c_text(size: int, taps: int, number: Number, offset: int, guard: str) -> str:
    c = number.c
    return f"""
void kernel(const {c} *restrict A, const {c} *restrict F, {c} *restrict B) {{
  for (int i = 0; i < {size}; i++) {{
    {c} sum = 0;
    for (int k = 0; k < {taps}; k++) {guard}sum += A[i + k + {offset}] * F[k];
    B[i] = sum;
  }}
}}
"""
