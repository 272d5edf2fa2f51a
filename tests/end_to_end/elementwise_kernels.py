"""Kernels that compute each cell from few others."""

from __future__ import annotations

import numpy as np

from .elements import Array
from .kernel import Buffer, Kernel


def _double(A: Array) -> None:
    A[:] = A * np.float32(2)


DOUBLE_IN_PLACE = Kernel(
    "double_in_place",
    """
    func.func @double_in_place(%A: memref<14xf32>) {
      %two = arith.constant 2.0 : f32
      affine.for %i = 0 to 14 {
        %a = affine.load %A[%i] : memref<14xf32>
        %r = arith.mulf %a, %two : f32
        affine.store %r, %A[%i] : memref<14xf32>
      }
      func.return
    }
    """,
    {"A": Buffer("f32", (14,), "update")},
    _double,
    ("mulf", "addf"),
)


def _sum_and_difference(A: Array, B: Array, S: Array, D: Array) -> None:
    S[:] = A + B
    D[:] = A - B


SUM_AND_DIFFERENCE = Kernel(
    "sum_and_difference",
    """
    !M = memref<5x7xi32>
    func.func @sum_and_difference(%A: !M, %B: !M, %S: !M, %D: !M) {
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 7 {
          %a = affine.load %A[%i, %j] : !M
          %b = affine.load %B[%i, %j] : !M
          %s = arith.addi %a, %b : i32
          %d = arith.subi %a, %b : i32
          affine.store %s, %S[%i, %j] : !M
          affine.store %d, %D[%i, %j] : !M
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("i32", (5, 7), "in"),
        "B": Buffer("i32", (5, 7), "in"),
        "S": Buffer("i32", (5, 7), "out"),
        "D": Buffer("i32", (5, 7), "out"),
    },
    _sum_and_difference,
    ("addi", "xori"),
)


def _choose_greater(A: Array, B: Array, M: Array, C: Array) -> None:
    M[:] = A > B
    C[:] = np.where(M, A, B)


CHOOSE_GREATER = Kernel(
    "choose_greater",
    """
    !V = memref<3x11xi16>
    !M = memref<3x11xi1>
    func.func @choose_greater(%A: !V, %B: !V, %M: !M, %C: !V) {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 11 {
          %a = affine.load %A[%i, %j] : !V
          %b = affine.load %B[%i, %j] : !V
          %m = arith.cmpi sgt, %a, %b : i16
          affine.store %m, %M[%i, %j] : !M
        }
      } {pad.stage = "mask"}
      affine.for %j = 0 to 11 {
        affine.for %i = 0 to 3 {
          %m = affine.load %M[%i, %j] : !M
          %a = affine.load %A[%i, %j] : !V
          %b = affine.load %B[%i, %j] : !V
          %c = arith.select %m, %a, %b : i16
          affine.store %c, %C[%i, %j] : !V
        }
      } {pad.stage = "choose"}
      func.return
    }
    """,
    {
        "A": Buffer("i16", (3, 11), "in"),
        "B": Buffer("i16", (3, 11), "in"),
        "M": Buffer("i1", (3, 11), "out"),
        "C": Buffer("i16", (3, 11), "out"),
    },
    _choose_greater,
    ("maxsi", "andi", "ori"),
)


def _transpose(A: Array, B: Array) -> None:
    B[:] = A.T


TRANSPOSE = Kernel(
    "transpose",
    """
    func.func @transpose(%A: memref<6x9xi64>, %B: memref<9x6xi64>) {
      affine.for %j = 0 to 9 {
        affine.for %i = 0 to 6 {
          %a = affine.load %A[%i, %j] : memref<6x9xi64>
          affine.store %a, %B[%j, %i] : memref<9x6xi64>
        }
      }
      func.return
    }
    """,
    {"A": Buffer("i64", (6, 9), "in"), "B": Buffer("i64", (9, 6), "out")},
    _transpose,
    ("minsi", "muli"),
)


def _reverse(A: Array, B: Array) -> None:
    B[:] = A[::-1]


REVERSE = Kernel(
    "reverse",
    """
    func.func @reverse(%A: memref<14xf16>, %B: memref<14xf16>) {
      affine.for %i = 0 to 14 {
        %a = affine.load %A[13 - %i] : memref<14xf16>
        affine.store %a, %B[%i] : memref<14xf16>
      }
      func.return
    }
    """,
    {"A": Buffer("f16", (14,), "in"), "B": Buffer("f16", (14,), "out")},
    _reverse,
    ("minimumf", "maxnumf"),
)


def _count(S: Array, N: Array) -> None:
    N[...] = N + 1
    S[...] = S * S


SCALARS_IN_MEMORY = Kernel(
    "scalars_in_memory",
    """
    func.func @scalars_in_memory(%S: memref<f64>, %N: memref<index>) {
      %one = arith.constant 1 : index
      %n = affine.load %N[] : memref<index>
      %m = arith.addi %n, %one : index
      affine.store %m, %N[] : memref<index>
      %s = affine.load %S[] : memref<f64>
      %q = arith.mulf %s, %s : f64
      affine.store %q, %S[] : memref<f64>
      func.return
    }
    """,
    {
        "S": Buffer("f64", (), "update"),
        "N": Buffer("index", (), "update", values=lambda rng: rng.integers(0, 1000)),
    },
    _count,
    ("maximumf", "muli"),
)


def _flip(A: Array) -> None:
    A[:] = ~A


ONE_CELL = Kernel(
    "one_cell",
    """
    func.func @one_cell(%A: memref<1xi8>) {
      %ones = arith.constant -1 : i8
      affine.for %i = 0 to 1 {
        %a = affine.load %A[%i] : memref<1xi8>
        %b = arith.xori %a, %ones : i8
        affine.store %b, %A[%i] : memref<1xi8>
      }
      func.return
    }
    """,
    {"A": Buffer("i8", (1,), "update")},
    _flip,
    ("xori", "andi"),
)


def _copy(A: Array, B: Array) -> None:
    B[:] = A


NO_CELL = Kernel(
    "no_cell",
    """
    func.func @no_cell(%A: memref<0x5xf32>, %B: memref<0x5xf32>) {
      affine.for %i = 0 to 0 {
        affine.for %j = 0 to 5 {
          %a = affine.load %A[%i, %j] : memref<0x5xf32>
          affine.store %a, %B[%i, %j] : memref<0x5xf32>
        }
      }
      func.return
    }
    """,
    # With no cell all is written and nothing is read: the padding holds throughout.
    {"A": Buffer("f32", (0, 5), "update"), "B": Buffer("f32", (0, 5), "update")},
    _copy,
    ("addf",),
)


def _add_along_channels(A: Array, D: Array, B: Array) -> None:
    B[:] = A + D


ADD_ALONG_CHANNELS = Kernel(
    "add_along_channels",
    """
    !T = memref<2x3x4x5xi8>
    func.func @add_along_channels(%A: !T, %D: memref<5xi8>, %B: !T) {
      affine.for %n = 0 to 2 {
        affine.for %h = 0 to 3 {
          affine.for %w = 0 to 4 {
            affine.for %c = 0 to 5 {
              %a = affine.load %A[%n, %h, %w, %c] : !T
              %d = affine.load %D[%c] : memref<5xi8>
              %b = arith.addi %a, %d : i8
              affine.store %b, %B[%n, %h, %w, %c] : !T
            }
          }
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("i8", (2, 3, 4, 5), "in"),
        "D": Buffer("i8", (5,), "in"),
        "B": Buffer("i8", (2, 3, 4, 5), "out"),
    },
    _add_along_channels,
    ("addi", "maxui", "minui"),
)


def _exponentials(X: Array, E: Array) -> None:
    with np.errstate(all="ignore"):
        E[:] = np.exp(X)


EXPONENTIALS = Kernel(
    "exponentials",
    """
    func.func @exponentials(%X: memref<13xf32>, %E: memref<13xf32>) {
      affine.for %i = 0 to 13 {
        %x = affine.load %X[%i] : memref<13xf32>
        %e = math.exp %x : f32
        affine.store %e, %E[%i] : memref<13xf32>
      }
      func.return
    }
    """,
    {"X": Buffer("f32", (13,), "in"), "E": Buffer("f32", (13,), "out")},
    _exponentials,
    ("mulf", "minnumf"),
    rtol={"E": 1e-6},
)


def _lengths(X: Array, Y: Array, R: Array) -> None:
    R[:] = np.sqrt(X * X + Y * Y)


LENGTHS = Kernel(
    "lengths",
    """
    !V = memref<2x3x9xf64>
    func.func @lengths(%X: !V, %Y: !V, %R: !V) {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 3 {
          affine.for %k = 0 to 9 {
            %x = affine.load %X[%i, %j, %k] : !V
            %y = affine.load %Y[%i, %j, %k] : !V
            %xx = arith.mulf %x, %x : f64
            %yy = arith.mulf %y, %y : f64
            %s = arith.addf %xx, %yy : f64
            %r = math.sqrt %s : f64
            affine.store %r, %R[%i, %j, %k] : !V
          }
        }
      }
      func.return
    }
    """,
    {
        "X": Buffer("f64", (2, 3, 9), "in"),
        "Y": Buffer("f64", (2, 3, 9), "in"),
        "R": Buffer("f64", (2, 3, 9), "out"),
    },
    _lengths,
    ("addf",),
)

KERNELS = (
    DOUBLE_IN_PLACE,
    SUM_AND_DIFFERENCE,
    CHOOSE_GREATER,
    TRANSPOSE,
    REVERSE,
    SCALARS_IN_MEMORY,
    ONE_CELL,
    NO_CELL,
    ADD_ALONG_CHANNELS,
    EXPONENTIALS,
    LENGTHS,
)
