"""Kernels that read and write scalars as vectors, and the same in numpy."""

from __future__ import annotations

import numpy as np

from ..end_to_end.elements import Array
from ..end_to_end.kernel import Buffer, Kernel


def _rows(A: Array, B: Array) -> None:
    B[:] = A * A


# Vectors of 4, and the last 2 of each row.
ROWS = Kernel(
    "rows",
    """
    func.func @rows(%A: memref<5x14xi32>, %B: memref<5x14xi32>) {
      %c12 = arith.constant 12 : index
      affine.for %i = 0 to 5 {
        affine.for %j = 0 to 12 step 4 {
          %a = affine.vector_load %A[%i, %j] : memref<5x14xi32>, vector<4xi32>
          %b = arith.muli %a, %a : vector<4xi32>
          affine.vector_store %b, %B[%i, %j] : memref<5x14xi32>, vector<4xi32>
        }
        %a = vector.load %A[%i, %c12] : memref<5x14xi32>, vector<2xi32>
        %b = arith.muli %a, %a : vector<2xi32>
        vector.store %b, %B[%i, %c12] : memref<5x14xi32>, vector<2xi32>
      }
      func.return
    }
    """,
    {"A": Buffer("i32", (5, 14), "in"), "B": Buffer("i32", (5, 14), "out")},
    _rows,
    ("muli",),
)


def _transfers(A: Array, B: Array) -> None:
    B[:] = np.where(np.arange(11) % 8 < 6, A + 1, B)


# The last vector ends behind the row; the mask leaves out the last 2 of each.
TRANSFERS = Kernel(
    "transfers",
    """
    func.func @transfers(%A: memref<3x11xi32>, %B: memref<3x11xi32>) {
      %c6 = arith.constant 6 : index
      %zero = arith.constant 0 : i32
      %one = arith.constant dense<1> : vector<8xi32>
      %m = vector.create_mask %c6 : vector<8xi1>
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 11 step 8 {
          %a = vector.transfer_read %A[%i, %j], %zero : memref<3x11xi32>, vector<8xi32>
          %b = arith.addi %a, %one : vector<8xi32>
          vector.transfer_write %b, %B[%i, %j], %m : vector<8xi32>, memref<3x11xi32>
        }
      }
      func.return
    }
    """,
    {"A": Buffer("i32", (3, 11), "in"), "B": Buffer("i32", (3, 11), "partial")},
    _transfers,
    ("addi",),
)


def _masked(n: int, A: Array, B: Array) -> None:
    B[: n + 1] = A[n : 2 * n + 1]
    B[n + 1 :] = 7


MASKED = Kernel(
    "masked",
    """
    func.func @masked(%n: index, %A: memref<13xf32>, %B: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %seven = arith.constant dense<7.0> : vector<8xf32>
      %k = arith.addi %n, %c1 : index
      %m = vector.create_mask %k : vector<8xi1>
      %all = arith.constant dense<true> : vector<8xi1>
      %a = vector.maskedload %A[%n], %m, %seven
          : memref<13xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
      vector.maskedstore %B[%c0], %all, %a : memref<8xf32>, vector<8xi1>, vector<8xf32>
      func.return
    }
    """,
    {"A": Buffer("f32", (13,), "in"), "B": Buffer("f32", (8,), "partial")},
    _masked,
    scalars=(6,),
)


def _windows(n: int, A: Array, B: Array) -> None:
    for i in range(4):
        B[i] = A.reshape(-1)[n + i : n + i + 4]


# At each element, through a reshaped view; the index is not known.
WINDOWS = Kernel(
    "sliding",
    """
    func.func @sliding(%n: index, %A: memref<3x6xi32>, %B: memref<4x4xi32>) {
      %c0 = arith.constant 0 : index
      %F = memref.collapse_shape %A [[0, 1]] : memref<3x6xi32> into memref<18xi32>
      affine.for %i = 0 to 4 {
        %j = arith.addi %n, %i : index
        %a = vector.load %F[%j] : memref<18xi32>, vector<4xi32>
        vector.store %a, %B[%i, %c0] : memref<4x4xi32>, vector<4xi32>
      }
      func.return
    }
    """,
    {"A": Buffer("i32", (3, 6), "in"), "B": Buffer("i32", (4, 4), "out")},
    _windows,
    scalars=(5,),
)

KERNELS = (ROWS, TRANSFERS, MASKED, WINDOWS)
