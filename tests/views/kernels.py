"""Kernels that reach their buffers through views, and the same in numpy."""

from __future__ import annotations

import numpy as np

from ..end_to_end.elements import Array
from ..end_to_end.kernel import Buffer, Kernel


def _windows(o: int, A: Array, B: Array, C: Array) -> None:
    B[:] = A[o : o + 3, 10:1:-2][:, ::-1] + A[1, 2:7]
    C[3, 2:] = 0
    C[:3, 1::3] = B[:, :4]


WINDOWS = Kernel(
    "windows",
    """
    func.func @windows(%o: index, %A: memref<5x11xi32>, %B: memref<3x5xi32>, %C: memref<4x11xi32>) {
      %zero = arith.constant 0 : i32
      %W = memref.subview %A[%o, 2] [3, 5] [1, 2]
          : memref<5x11xi32> to memref<3x5xi32, strided<[11, 2], offset: ?>>
      %R = memref.subview %A[1, 2] [1, 5] [1, 1]
          : memref<5x11xi32> to memref<5xi32, strided<[1], offset: 13>>
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 5 {
          %w = affine.load %W[%i, %j] : memref<3x5xi32, strided<[11, 2], offset: ?>>
          %r = affine.load %R[%j] : memref<5xi32, strided<[1], offset: 13>>
          %b = arith.addi %w, %r : i32
          affine.store %b, %B[%i, %j] : memref<3x5xi32>
        }
      }
      %L = memref.subview %C[3, 2] [1, 9] [1, 1]
          : memref<4x11xi32> to memref<9xi32, strided<[1], offset: 35>>
      affine.for %j = 0 to 9 {
        affine.store %zero, %L[%j] : memref<9xi32, strided<[1], offset: 35>>
      }
      %F = memref.subview %B[0, 0] [3, 4] [1, 1]
          : memref<3x5xi32> to memref<3x4xi32, strided<[5, 1]>>
      %T = memref.subview %C[0, 1] [3, 4] [1, 3]
          : memref<4x11xi32> to memref<3x4xi32, strided<[11, 3], offset: 1>>
      memref.copy %F, %T
          : memref<3x4xi32, strided<[5, 1]>> to memref<3x4xi32, strided<[11, 3], offset: 1>>
      func.return
    }
    """,
    {
        "A": Buffer("i32", (5, 11), "in"),
        "B": Buffer("i32", (3, 5), "out"),
        "C": Buffer("i32", (4, 11), "partial"),
    },
    _windows,
    ("addi",),
    together=(("A",), ("B", "C"), ("A", "B", "C")),
    scalars=(2,),
)


def _reshaped(A: Array, B: Array) -> None:
    B.reshape(-1)[:] = A.reshape(-1) * 2


RESHAPED = Kernel(
    "reshaped",
    """
    func.func @reshaped(%A: memref<6x10xf32>, %B: memref<60xf32>) {
      %C = memref.collapse_shape %A [[0, 1]] : memref<6x10xf32> into memref<60xf32>
      %E = memref.expand_shape %C [[0, 1, 2]] output_shape [5, 3, 4]
          : memref<60xf32> into memref<5x3x4xf32>
      %F = memref.expand_shape %B [[0, 1, 2]] output_shape [5, 3, 4]
          : memref<60xf32> into memref<5x3x4xf32>
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 3 {
          affine.for %k = 0 to 4 {
            %a = affine.load %E[%i, %j, %k] : memref<5x3x4xf32>
            %b = arith.addf %a, %a : f32
            affine.store %b, %F[%i, %j, %k] : memref<5x3x4xf32>
          }
        }
      }
      func.return
    }
    """,
    {"A": Buffer("f32", (6, 10), "in"), "B": Buffer("f32", (60,), "out")},
    _reshaped,
    ("addf",),
)


def _reinterpreted(n: int, A: Array, B: Array) -> None:
    flat = A.reshape(-1)
    for i, j in np.ndindex(3, 4):
        B[i, j] = flat[2 + 7 * i - j + n] if 2 + 7 * i - j + n >= 0 else 0
    A[0, :] = B[0, 0]


REINTERPRETED = Kernel(
    "reinterpreted",
    """
    func.func @reinterpreted(%n: index, %A: memref<4x6xi32>, %B: memref<3x4xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %o = arith.addi %n, %c2 : index
      %R = memref.reinterpret_cast %A to offset: [%o], sizes: [3, 4], strides: [7, -1]
          : memref<4x6xi32> to memref<3x4xi32, strided<[7, -1], offset: ?>>
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 4 {
          %a = affine.load %R[%i, %j] : memref<3x4xi32, strided<[7, -1], offset: ?>>
          affine.store %a, %B[%i, %j] : memref<3x4xi32>
        }
      }
      %D = memref.cast %A : memref<4x6xi32> to memref<?x?xi32>
      %m = memref.dim %D, %c1 : memref<?x?xi32>
      scf.for %j = %c0 to %m step %c1 {
        %b = memref.load %B[%c0, %c0] : memref<3x4xi32>
        memref.store %b, %D[%c0, %j] : memref<?x?xi32>
      }
      func.return
    }
    """,
    {"A": Buffer("i32", (4, 6), "partial"), "B": Buffer("i32", (3, 4), "out")},
    _reinterpreted,
    scalars=(1,),
)


def _row_sums(A: Array, B: Array) -> None:
    B[:] = A.reshape(4, 3, 5).sum(axis=(0, 2), dtype=A.dtype)


# A view made in the loop, of an offset that is not an affine operand; a local buffer and its views.
ROW_SUMS = Kernel(
    "row_sums",
    """
    func.func @row_sums(%A: memref<12x5xi32>, %B: memref<3xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %zero = arith.constant 0 : i32
      %T = memref.alloc() : memref<4x3xi32>
      %U = memref.collapse_shape %T [[0, 1]] : memref<4x3xi32> into memref<12xi32>
      scf.for %k = %c0 to %c4 step %c1 {
        %o = arith.muli %k, %c3 : index
        %V = memref.subview %A[%o, 0] [3, 5] [1, 1]
            : memref<12x5xi32> to memref<3x5xi32, strided<[5, 1], offset: ?>>
        affine.for %i = 0 to 3 {
          %s = affine.for %j = 0 to 5 iter_args(%t = %zero) -> (i32) {
            %a = affine.load %V[%i, %j] : memref<3x5xi32, strided<[5, 1], offset: ?>>
            %u = arith.addi %t, %a : i32
            affine.yield %u : i32
          }
          %p = arith.addi %o, %i : index
          memref.store %s, %U[%p] : memref<12xi32>
        }
      }
      affine.for %i = 0 to 3 {
        %s = affine.for %k = 0 to 4 iter_args(%t = %zero) -> (i32) {
          %a = affine.load %T[%k, %i] : memref<4x3xi32>
          %u = arith.addi %t, %a : i32
          affine.yield %u : i32
        }
        affine.store %s, %B[%i] : memref<3xi32>
      }
      memref.dealloc %U : memref<12xi32>
      func.return
    }
    """,
    {
        "A": Buffer("i32", (12, 5), "in"),
        "B": Buffer("i32", (3,), "out"),
        "T": Buffer("i32", (4, 3), "local"),
    },
    _row_sums,
    ("addi",),
    together=(("A",), ("T",), ("A", "B", "T")),
)

KERNELS = (WINDOWS, RESHAPED, REINTERPRETED, ROW_SUMS)
