"""Kernels with branches, dynamic indices, temporaries and calls."""

from __future__ import annotations

import numpy as np

from .elements import Array
from .kernel import Buffer, Kernel


def _upper_triangle(A: Array, B: Array) -> None:
    B[:] = np.triu(A)


UPPER_TRIANGLE = Kernel(
    "upper_triangle",
    """
    !M = memref<6x7xi16>
    func.func @upper_triangle(%A: !M, %B: !M) {
      %zero = arith.constant 0 : i16
      affine.for %i = 0 to 6 {
        affine.for %j = 0 to 7 {
          affine.if affine_set<(d0, d1) : (d1 - d0 >= 0)>(%i, %j) {
            %a = affine.load %A[%i, %j] : !M
            affine.store %a, %B[%i, %j] : !M
          } else {
            affine.store %zero, %B[%i, %j] : !M
          }
        }
      }
      func.return
    }
    """,
    {"A": Buffer("i16", (6, 7), "in"), "B": Buffer("i16", (6, 7), "out")},
    _upper_triangle,
    ("addi", "maxsi"),
)


def _magnitudes(A: Array, B: Array) -> None:
    B[:] = np.where(A < 0, -A, A)


MAGNITUDES = Kernel(
    "magnitudes",
    """
    !T = memref<3x2x7xi32>
    func.func @magnitudes(%A: !T, %B: !T) {
      %zero = arith.constant 0 : i32
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 2 {
          affine.for %k = 0 to 7 {
            %a = affine.load %A[%i, %j, %k] : !T
            %c = arith.cmpi slt, %a, %zero : i32
            %r = scf.if %c -> (i32) {
              %n = arith.subi %zero, %a : i32
              scf.yield %n : i32
            } else {
              scf.yield %a : i32
            }
            affine.store %r, %B[%i, %j, %k] : !T
          }
        }
      }
      func.return
    }
    """,
    {"A": Buffer("i32", (3, 2, 7), "in"), "B": Buffer("i32", (3, 2, 7), "out")},
    _magnitudes,
    ("maxsi", "xori"),
)


def _keep_greater(A: Array, B: Array) -> None:
    B[:] = np.where(A > B, A, B)


KEEP_GREATER = Kernel(
    "keep_greater",
    """
    func.func @keep_greater(%A: memref<13xf64>, %B: memref<13xf64>) {
      affine.for %i = 0 to 13 {
        %a = affine.load %A[%i] : memref<13xf64>
        %b = affine.load %B[%i] : memref<13xf64>
        %c = arith.cmpf ogt, %a, %b : f64
        scf.if %c {
          affine.store %a, %B[%i] : memref<13xf64>
        }
      }
      func.return
    }
    """,
    {"A": Buffer("f64", (13,), "in"), "B": Buffer("f64", (13,), "partial")},
    _keep_greater,
    ("maximumf", "maxnumf"),
)


def _scaled_ramp(A: Array, B: Array) -> None:
    B[:] = A * 3 + np.arange(13)


SCALED_RAMP = Kernel(
    "scaled_ramp",
    """
    func.func @scaled_ramp(%A: memref<13xi64>, %B: memref<13xi64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c13 = arith.constant 13 : index
      %three = arith.constant 3 : i64
      scf.for %i = %c0 to %c13 step %c1 {
        %a = memref.load %A[%i] : memref<13xi64>
        %p = arith.muli %a, %three : i64
        %n = arith.index_cast %i : index to i64
        %r = arith.addi %p, %n : i64
        memref.store %r, %B[%i] : memref<13xi64>
      }
      func.return
    }
    """,
    {"A": Buffer("i64", (13,), "in"), "B": Buffer("i64", (13,), "out")},
    _scaled_ramp,
    ("muli", "addi"),
)


def _gather(A: Array, P: Array, B: Array) -> None:
    B[:] = A[P]


GATHER = Kernel(
    "gather",
    """
    func.func @gather(%A: memref<10x3xf32>, %P: memref<7xindex>, %B: memref<7x3xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c7 = arith.constant 7 : index
      scf.for %i = %c0 to %c7 step %c1 {
        %p = memref.load %P[%i] : memref<7xindex>
        scf.for %j = %c0 to %c3 step %c1 {
          %a = memref.load %A[%p, %j] : memref<10x3xf32>
          memref.store %a, %B[%i, %j] : memref<7x3xf32>
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("f32", (10, 3), "in"),
        "P": Buffer("index", (7,), "in", values=lambda rng: rng.integers(0, 10, 7)),
        "B": Buffer("f32", (7, 3), "out"),
    },
    _gather,
    ("minnumf", "muli"),
)


def _split_signs(A: Array, P: Array, N: Array) -> int:
    P[A >= 0] = A[A >= 0]
    N[A < 0] = A[A < 0]
    return int(np.count_nonzero(A >= 0))


SPLIT_SIGNS = Kernel(
    "split_signs",
    """
    !V = memref<11xi8>
    func.func @split_signs(%A: !V, %P: !V, %N: !V) -> index {
      %zero = arith.constant 0 : i8
      %none = arith.constant 0 : index
      %one = arith.constant 1 : index
      %end = arith.constant 11 : index
      %count = scf.for %i = %none to %end step %one iter_args(%k = %none) -> (index) {
        %a = memref.load %A[%i] : !V
        %c = arith.cmpi sge, %a, %zero : i8
        %next = scf.if %c -> (index) {
          memref.store %a, %P[%i] : !V
          %m = arith.addi %k, %one : index
          scf.yield %m : index
        } else {
          memref.store %a, %N[%i] : !V
          scf.yield %k : index
        }
        scf.yield %next : index
      }
      func.return %count : index
    }
    """,
    {
        "A": Buffer("i8", (11,), "in"),
        "P": Buffer("i8", (11,), "partial"),
        "N": Buffer("i8", (11,), "partial"),
    },
    _split_signs,
    ("minui", "ori"),
)


def _variance(A: Array, B: Array) -> None:
    mean = np.zeros(4)
    for j in range(9):
        mean = mean + A[:, j]
    centred = A - (mean * 0.125)[:, None]
    B[:] = centred * centred


TEMPORARIES = Kernel(
    "temporaries",
    """
    func.func @temporaries(%A: memref<4x9xf64>, %B: memref<4x9xf64>) {
      %zero = arith.constant 0.0 : f64
      %eighth = arith.constant 0.125 : f64
      %T = memref.alloc() : memref<4xf64>
      %U = memref.alloc() : memref<4x9xf64>
      affine.for %i = 0 to 4 {
        affine.store %zero, %T[%i] : memref<4xf64>
      } {pad.stage = "clear"}
      affine.for %j = 0 to 9 {
        affine.for %i = 0 to 4 {
          %t = affine.load %T[%i] : memref<4xf64>
          %a = affine.load %A[%i, %j] : memref<4x9xf64>
          %s = arith.addf %t, %a : f64
          affine.store %s, %T[%i] : memref<4xf64>
        }
      } {pad.stage = "sum"}
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 9 {
          %t = affine.load %T[%i] : memref<4xf64>
          %m = arith.mulf %t, %eighth : f64
          %a = affine.load %A[%i, %j] : memref<4x9xf64>
          %d = arith.subf %a, %m : f64
          affine.store %d, %U[%i, %j] : memref<4x9xf64>
        }
      } {pad.stage = "centre"}
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 9 {
          %u = affine.load %U[%i, %j] : memref<4x9xf64>
          %v = arith.mulf %u, %u : f64
          affine.store %v, %B[%i, %j] : memref<4x9xf64>
        }
      } {pad.stage = "square"}
      memref.dealloc %T : memref<4xf64>
      memref.dealloc %U : memref<4x9xf64>
      func.return
    }
    """,
    {
        "A": Buffer("f64", (4, 9), "in"),
        "U": Buffer("f64", (4, 9), "local"),
        "T": Buffer("f64", (4,), "local"),
        "B": Buffer("f64", (4, 9), "out"),
    },
    _variance,
    ("addf", "mulf"),
)


def _negate_twice(A: Array, B: Array, C: Array) -> None:
    B[:] = -A
    C[:] = A


CALLEE = Kernel(
    "negate_twice",
    """
    !M = memref<3x10xf32>
    func.func @negate_twice(%A: !M, %B: !M, %C: !M) {
      func.call @negate(%A, %B) : (!M, !M) -> ()
      func.call @negate(%B, %C) : (!M, !M) -> ()
      func.return
    }
    func.func private @negate(%X: !M, %Y: !M) {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 10 {
          %x = affine.load %X[%i, %j] : !M
          %y = arith.negf %x : f32
          affine.store %y, %Y[%i, %j] : !M
        }
      }
      func.return
    }
    """,
    {
        "X": Buffer("f32", (3, 10), "in", function="negate"),
        "Y": Buffer("f32", (3, 10), "out", function="negate"),
        "A": Buffer("f32", (3, 10), "in"),
        # A call counts as reading what it is given, and its callee writes the padding.
        "B": Buffer("f32", (3, 10), "update"),
        "C": Buffer("f32", (3, 10), "update"),
    },
    _negate_twice,
    ("addf", "minimumf"),
    together=(
        ("A", "B", "C"),
        ("X", "Y"),
        ("B",),
        ("X", "Y", "A", "B", "C"),
        ("Y", "C"),
    ),
)


def _axpy(alpha: float, X: Array, Y: Array) -> np.float32:
    Y[:] = Y + np.float32(alpha) * X
    return Y[0]


SCALED_UPDATE = Kernel(
    "scaled_update",
    """
    func.func @scaled_update(%alpha: f32, %X: memref<9xf32>, %Y: memref<9xf32>) -> f32 {
      affine.for %i = 0 to 9 {
        %x = affine.load %X[%i] : memref<9xf32>
        %y = affine.load %Y[%i] : memref<9xf32>
        %p = arith.mulf %alpha, %x : f32
        %r = arith.addf %y, %p : f32
        affine.store %r, %Y[%i] : memref<9xf32>
      }
      %first = affine.load %Y[0] : memref<9xf32>
      func.return %first : f32
    }
    """,
    {"X": Buffer("f32", (9,), "in"), "Y": Buffer("f32", (9,), "update")},
    _axpy,
    ("addf", "mulf"),
    scalars=(-1.75,),
)

KERNELS = (
    UPPER_TRIANGLE,
    MAGNITUDES,
    KEEP_GREATER,
    SCALED_RAMP,
    GATHER,
    SPLIT_SIGNS,
    TEMPORARIES,
    CALLEE,
    SCALED_UPDATE,
)
