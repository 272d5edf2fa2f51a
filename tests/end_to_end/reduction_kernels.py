"""Reductions, windows and recurrences."""

from __future__ import annotations

import numpy as np

from .elements import Array
from .kernel import Buffer, Kernel


def _sum_in_order(values: Array) -> Array:
    """From +0.0, rounded after each addition."""
    first = np.zeros_like(values[..., :1])
    with np.errstate(over="ignore"):
        return np.add.accumulate(np.concatenate([first, values], -1), -1, values.dtype)[..., -1]


def _row_sums(A: Array, B: Array) -> None:
    B[:] = _sum_in_order(A)


_A_AND_ITS_ROW_SUMS = {"A": Buffer("f32", (6, 21), "in"), "B": Buffer("f32", (6,), "out")}

ROW_SUMS = Kernel(
    "row_sums",
    """
    func.func @row_sums(%A: memref<6x21xf32>, %B: memref<6xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to 6 {
        affine.store %zero, %B[%i] : memref<6xf32>
        affine.for %j = 0 to 21 {
          %s = affine.load %B[%i] : memref<6xf32>
          %a = affine.load %A[%i, %j] : memref<6x21xf32>
          %n = arith.addf %s, %a : f32
          affine.store %n, %B[%i] : memref<6xf32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    """,
    _A_AND_ITS_ROW_SUMS,
    _row_sums,
    ("addf",),
)

ROW_SUMS_CARRIED = Kernel(
    "row_sums_carried",
    """
    func.func @row_sums_carried(%A: memref<6x21xf32>, %B: memref<6xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to 6 {
        %t = affine.for %j = 0 to 21 iter_args(%s = %zero) -> (f32) {
          %a = affine.load %A[%i, %j] : memref<6x21xf32>
          %n = arith.addf %s, %a : f32
          affine.yield %n : f32
        }
        affine.store %t, %B[%i] : memref<6xf32>
      }
      func.return
    }
    """,
    _A_AND_ITS_ROW_SUMS,
    _row_sums,
    ("addf",),
)


def _column_sums(A: Array, B: Array) -> None:
    B[:] = A.sum(0, dtype=A.dtype)


COLUMN_SUMS = Kernel(
    "column_sums",
    """
    func.func @column_sums(%A: memref<5x10xi32>, %B: memref<10xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %j = 0 to 10 {
        affine.store %zero, %B[%j] : memref<10xi32>
      } {pad.stage = "clear"}
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 10 {
          %s = affine.load %B[%j] : memref<10xi32>
          %a = affine.load %A[%i, %j] : memref<5x10xi32>
          %n = arith.addi %s, %a : i32
          affine.store %n, %B[%j] : memref<10xi32>
        }
      } {pad.stage = "sum"}
      func.return
    }
    """,
    {"A": Buffer("i32", (5, 10), "in"), "B": Buffer("i32", (10,), "out")},
    _column_sums,
    ("addi",),
)


def _total(A: Array, T: Array) -> None:
    T[...] = A.sum(dtype=A.dtype)


TOTAL = Kernel(
    "total",
    """
    func.func @total(%A: memref<7x5xi8>, %T: memref<i8>) {
      %zero = arith.constant 0 : i8
      affine.store %zero, %T[] : memref<i8>
      affine.for %i = 0 to 7 {
        affine.for %j = 0 to 5 {
          %t = affine.load %T[] : memref<i8>
          %a = affine.load %A[%i, %j] : memref<7x5xi8>
          %n = arith.addi %t, %a : i8
          affine.store %n, %T[] : memref<i8>
        }
      }
      func.return
    }
    """,
    {"A": Buffer("i8", (7, 5), "in"), "T": Buffer("i8", (), "out")},
    _total,
    ("addi", "ori"),
)


def _max_pool(A: Array, B: Array) -> None:
    B[:] = A.reshape(2, 3, 2, 3, 2, 5).max((2, 4))


MAX_POOL = Kernel(
    "max_pool",
    """
    func.func @max_pool(%A: memref<2x6x6x5xf32>, %B: memref<2x3x3x5xf32>) {
      %least = arith.constant 0xFF800000 : f32
      affine.for %n = 0 to 2 {
        affine.for %h = 0 to 3 {
          affine.for %w = 0 to 3 {
            affine.for %c = 0 to 5 {
              %m = affine.for %dh = 0 to 2 iter_args(%x = %least) -> (f32) {
                %y = affine.for %dw = 0 to 2 iter_args(%z = %x) -> (f32) {
                  %a = affine.load %A[%n, 2 * %h + %dh, 2 * %w + %dw, %c] : memref<2x6x6x5xf32>
                  %b = arith.maximumf %z, %a : f32
                  affine.yield %b : f32
                }
                affine.yield %y : f32
              }
              affine.store %m, %B[%n, %h, %w, %c] : memref<2x3x3x5xf32>
            }
          }
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("f32", (2, 6, 6, 5), "in", values=lambda rng: rng.normal(size=360)),
        "B": Buffer("f32", (2, 3, 3, 5), "out"),
    },
    _max_pool,
    ("maximumf",),
)


def _all_true(A: Array, B: Array) -> None:
    B[:] = A.all(-1)


ALL_TRUE = Kernel(
    "all_true",
    """
    func.func @all_true(%A: memref<2x3x5xi1>, %B: memref<2x3xi1>) {
      %true = arith.constant true
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 3 {
          %t = affine.for %k = 0 to 5 iter_args(%s = %true) -> (i1) {
            %a = affine.load %A[%i, %j, %k] : memref<2x3x5xi1>
            %n = arith.andi %s, %a : i1
            affine.yield %n : i1
          }
          affine.store %t, %B[%i, %j] : memref<2x3xi1>
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("i1", (2, 3, 5), "in", values=lambda rng: rng.random(30) < 0.8),
        "B": Buffer("i1", (2, 3), "out"),
    },
    _all_true,
    ("andi",),
)


def _matmul(A: Array, B: Array, C: Array) -> None:
    C[:] = _sum_in_order(A[:, None, :] * B.T[None, :, :])


MATMUL = Kernel(
    "matmul",
    """
    func.func @matmul(%A: memref<5x7xf64>, %B: memref<7x6xf64>, %C: memref<5x6xf64>) {
      %zero = arith.constant 0.0 : f64
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 6 {
          affine.store %zero, %C[%i, %j] : memref<5x6xf64>
          affine.for %k = 0 to 7 {
            %c = affine.load %C[%i, %j] : memref<5x6xf64>
            %a = affine.load %A[%i, %k] : memref<5x7xf64>
            %b = affine.load %B[%k, %j] : memref<7x6xf64>
            %p = arith.mulf %a, %b : f64
            %s = arith.addf %c, %p : f64
            affine.store %s, %C[%i, %j] : memref<5x6xf64>
          }
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("f64", (5, 7), "in"),
        "B": Buffer("f64", (7, 6), "in"),
        "C": Buffer("f64", (5, 6), "out"),
    },
    _matmul,
    ("mulf", "addf"),
)


def _convolve(A: Array, F: Array, B: Array) -> None:
    for i in range(14):
        B[i] = (A[i : i + 3] * F).sum(dtype=A.dtype)


CONVOLUTION = Kernel(
    "convolution",
    """
    func.func @convolution(%A: memref<16xi64>, %F: memref<3xi64>, %B: memref<14xi64>) {
      %zero = arith.constant 0 : i64
      affine.for %i = 0 to 14 {
        %t = affine.for %f = 0 to 3 iter_args(%s = %zero) -> (i64) {
          %a = affine.load %A[%i + %f] : memref<16xi64>
          %w = affine.load %F[%f] : memref<3xi64>
          %p = arith.muli %a, %w : i64
          %n = arith.addi %s, %p : i64
          affine.yield %n : i64
        }
        affine.store %t, %B[%i] : memref<14xi64>
      }
      func.return
    }
    """,
    {
        "A": Buffer("i64", (16,), "in"),
        "F": Buffer("i64", (3,), "in"),
        "B": Buffer("i64", (14,), "out"),
    },
    _convolve,
    ("muli", "addi"),
)


def _stencil(A: Array, B: Array) -> None:
    sums = A[:-2, 1:-1] + A[2:, 1:-1]
    sums = sums + A[1:-1, :-2]
    B[1:-1, 1:-1] = (sums + A[1:-1, 2:]) * np.float32(0.25)


STENCIL = Kernel(
    "stencil",
    """
    !M = memref<7x9xf32>
    func.func @stencil(%A: !M, %B: !M) {
      %quarter = arith.constant 0.25 : f32
      affine.for %i = 1 to 6 {
        affine.for %j = 1 to 8 {
          %n = affine.load %A[%i - 1, %j] : !M
          %s = affine.load %A[%i + 1, %j] : !M
          %w = affine.load %A[%i, %j - 1] : !M
          %e = affine.load %A[%i, %j + 1] : !M
          %x = arith.addf %n, %s : f32
          %y = arith.addf %x, %w : f32
          %z = arith.addf %y, %e : f32
          %r = arith.mulf %z, %quarter : f32
          affine.store %r, %B[%i, %j] : !M
        }
      }
      func.return
    }
    """,
    {"A": Buffer("f32", (7, 9), "in"), "B": Buffer("f32", (7, 9), "partial")},
    _stencil,
    ("addf",),
)


def _prefix_sums(A: Array) -> None:
    A[:] = np.add.accumulate(A)


PREFIX_SUMS = Kernel(
    "prefix_sums",
    """
    func.func @prefix_sums(%A: memref<13xi16>) {
      affine.for %i = 1 to 13 {
        %p = affine.load %A[%i - 1] : memref<13xi16>
        %a = affine.load %A[%i] : memref<13xi16>
        %s = arith.addi %p, %a : i16
        affine.store %s, %A[%i] : memref<13xi16>
      }
      func.return
    }
    """,
    {"A": Buffer("i16", (13,), "partial")},
    _prefix_sums,
    ("addi", "minsi"),
)

KERNELS = (
    ROW_SUMS,
    ROW_SUMS_CARRIED,
    COLUMN_SUMS,
    TOTAL,
    MAX_POOL,
    ALL_TRUE,
    MATMUL,
    CONVOLUTION,
    STENCIL,
    PREFIX_SUMS,
)
