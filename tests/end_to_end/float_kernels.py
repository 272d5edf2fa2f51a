"""Kernels on f16 and bf16, with conversions."""

from __future__ import annotations

from fractions import Fraction

import ml_dtypes
import numpy as np

from .elements import Array
from .kernel import Buffer, Kernel


def _awkward(rng: np.random.Generator) -> Array:
    """Doubles on and next to ties of f16 and bf16, too large or small for them, and others."""
    ties = np.array([1 + 2.0**-11, 1 + 2.0**-8, 1 + 3 * 2.0**-8, 1 + 3 * 2.0**-11])
    near = np.concatenate([ties * (1 + 2.0**-50), ties * (1 - 2.0**-50)])
    edge = [65519.999, 65520.0, -65536.0, 2.0**-24, 2.0**-25, 3.0e-8, -0.0, 1e300, 2.0**-130]
    return rng.permutation(np.concatenate([ties, near, edge, rng.normal(size=12)])[:33])


def _to_bfloat16(values: Array) -> Array:
    """Round to nearest even once; ml_dtypes rounds a double twice, by way of f32."""
    with np.errstate(over="ignore"):
        guess = values.astype(ml_dtypes.bfloat16)
    around = guess.view(np.uint16)[..., None] + np.array([0, 1, -1], np.int32)
    candidates = around.astype(np.uint16).view(ml_dtypes.bfloat16)
    result = guess.copy()
    for index, value in np.ndenumerate(values):
        if np.isfinite(float(guess[index])) and value:
            result[index] = min(
                (c for c in candidates[index] if np.isfinite(float(c))),
                key=lambda c, v=value: (
                    abs(Fraction(float(c)) - Fraction(float(v))),
                    c.view(np.uint16) & 1,
                ),
            )
    return result


def _narrow(A: Array, H: Array, B: Array) -> None:
    with np.errstate(over="ignore"):
        H[:] = A.astype(np.float16)
    B[:] = _to_bfloat16(A)


NARROW = Kernel(
    "narrow",
    """
    func.func @narrow(%A: memref<3x11xf64>, %H: memref<3x11xf16>, %B: memref<3x11xbf16>) {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 11 {
          %a = affine.load %A[%i, %j] : memref<3x11xf64>
          %h = arith.truncf %a : f64 to f16
          affine.store %h, %H[%i, %j] : memref<3x11xf16>
          %b = arith.truncf %a : f64 to bf16
          affine.store %b, %B[%i, %j] : memref<3x11xbf16>
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("f64", (3, 11), "in", values=_awkward),
        "H": Buffer("f16", (3, 11), "out"),
        "B": Buffer("bf16", (3, 11), "out"),
    },
    _narrow,
    ("mulf", "maximumf"),
)


def _widen(H: Array, B: Array, S: Array) -> None:
    with np.errstate(over="ignore"):
        S[:] = H.astype(np.float64) * B.astype(np.float64)


WIDEN = Kernel(
    "widen",
    """
    func.func @widen(%H: memref<13xf16>, %B: memref<13xbf16>, %S: memref<13xf64>) {
      affine.for %i = 0 to 13 {
        %h = affine.load %H[%i] : memref<13xf16>
        %b = affine.load %B[%i] : memref<13xbf16>
        %x = arith.extf %h : f16 to f64
        %y = arith.extf %b : bf16 to f64
        %s = arith.mulf %x, %y : f64
        affine.store %s, %S[%i] : memref<13xf64>
      }
      func.return
    }
    """,
    {
        "H": Buffer("f16", (13,), "in"),
        "B": Buffer("bf16", (13,), "in"),
        "S": Buffer("f64", (13,), "out"),
    },
    _widen,
    ("mulf", "addf"),
)


def _blend(A: Array, B: Array, C: Array, D: Array) -> None:
    C[:] = A * np.float16(0.75) + B
    D[:] = np.sqrt(np.abs(C))


HALF_ARITHMETIC = Kernel(
    "half_arithmetic",
    """
    !V = memref<2x9xf16>
    func.func @half_arithmetic(%A: !V, %B: !V, %C: !V, %D: !V) {
      %w = arith.constant 0.75 : f16
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 9 {
          %a = affine.load %A[%i, %j] : !V
          %b = affine.load %B[%i, %j] : !V
          %p = arith.mulf %a, %w : f16
          %c = arith.addf %p, %b : f16
          affine.store %c, %C[%i, %j] : !V
        }
      }
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 9 {
          %c = affine.load %C[%i, %j] : !V
          %m = math.absf %c : f16
          %d = math.sqrt %m : f16
          affine.store %d, %D[%i, %j] : !V
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("f16", (2, 9), "in"),
        "B": Buffer("f16", (2, 9), "in"),
        "C": Buffer("f16", (2, 9), "out"),
        "D": Buffer("f16", (2, 9), "out"),
    },
    _blend,
    ("addf", "minimumf"),
)


def _brain_sums(A: Array, B: Array) -> None:
    for i, row in enumerate(A):
        total = np.float32(0)
        for a in row.astype(np.float32):
            total = np.float32(total + a)
        B[i] = total


BRAIN_SUMS = Kernel(
    "brain_sums",
    """
    func.func @brain_sums(%A: memref<4x10xbf16>, %B: memref<4xbf16>) {
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to 4 {
        %t = affine.for %j = 0 to 10 iter_args(%s = %zero) -> (f32) {
          %a = affine.load %A[%i, %j] : memref<4x10xbf16>
          %x = arith.extf %a : bf16 to f32
          %n = arith.addf %s, %x : f32
          affine.yield %n : f32
        }
        %b = arith.truncf %t : f32 to bf16
        affine.store %b, %B[%i] : memref<4xbf16>
      }
      func.return
    }
    """,
    {"A": Buffer("bf16", (4, 10), "in"), "B": Buffer("bf16", (4,), "out")},
    _brain_sums,
    ("addf",),
)

KERNELS = (NARROW, WIDEN, HALF_ARITHMETIC, BRAIN_SUMS)
