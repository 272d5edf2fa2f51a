"""Kernels in which it takes care to tell what is read before it is written, and what writes all."""

from __future__ import annotations

from .elements import Array
from .kernel import Buffer, Kernel


def _relax(A: Array, B: Array) -> None:
    for _ in range(3):
        B[:] = A * 2
        A[:] = B + 1


TIME_STEPS = Kernel(
    "time_steps",
    """
    !V = memref<10xi32>
    func.func @time_steps(%A: !V, %B: !V) {
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      affine.for %t = 0 to 3 {
        affine.for %i = 0 to 10 {
          %a = affine.load %A[%i] : !V
          %b = arith.muli %a, %two : i32
          affine.store %b, %B[%i] : !V
        }
        affine.for %i = 0 to 10 {
          %b = affine.load %B[%i] : !V
          %a = arith.addi %b, %one : i32
          affine.store %a, %A[%i] : !V
        }
      }
      func.return
    }
    """,
    {"A": Buffer("i32", (10,), "update"), "B": Buffer("i32", (10,), "out")},
    _relax,
    ("muli", "addi"),
)


def _swap_ends(A: Array) -> None:
    A[:] = A[::-1].copy()


SWAP_ENDS = Kernel(
    "swap_ends",
    """
    !V = memref<10xf64>
    func.func @swap_ends(%A: !V) {
      affine.for %i = 0 to 5 {
        %a = affine.load %A[%i] : !V
        %b = affine.load %A[9 - %i] : !V
        affine.store %b, %A[%i] : !V
        affine.store %a, %A[9 - %i] : !V
      }
      func.return
    }
    """,
    {"A": Buffer("f64", (10,), "update")},
    _swap_ends,
    ("addf",),
)


def _rotate(A: Array, B: Array, C: Array) -> None:
    C[:] = B
    B[:] = A


READ_THEN_WRITTEN = Kernel(
    "read_then_written",
    """
    !V = memref<2x9xbf16>
    func.func @read_then_written(%A: !V, %B: !V, %C: !V) {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 9 {
          %b = affine.load %B[%i, %j] : !V
          affine.store %b, %C[%i, %j] : !V
        }
      }
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 9 {
          %a = affine.load %A[%i, %j] : !V
          affine.store %a, %B[%i, %j] : !V
        }
      }
      func.return
    }
    """,
    {
        "A": Buffer("bf16", (2, 9), "in"),
        "B": Buffer("bf16", (2, 9), "update"),
        "C": Buffer("bf16", (2, 9), "out"),
    },
    _rotate,
    ("mulf",),
)


def _triple(A: Array, B: Array) -> None:
    B[:] = A * 3


LOCAL_IN_LOOP = Kernel(
    "local_in_loop",
    """
    func.func @local_in_loop(%A: memref<3x7xi64>, %B: memref<3x7xi64>) {
      %zero = arith.constant 0 : i64
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 7 {
          %T = memref.alloc() : memref<3xi64>
          affine.for %k = 0 to 3 {
            %a = affine.load %A[%i, %j] : memref<3x7xi64>
            affine.store %a, %T[%k] : memref<3xi64>
          }
          %s = affine.for %k = 0 to 3 iter_args(%t = %zero) -> (i64) {
            %x = affine.load %T[%k] : memref<3xi64>
            %n = arith.addi %t, %x : i64
            affine.yield %n : i64
          }
          affine.store %s, %B[%i, %j] : memref<3x7xi64>
          memref.dealloc %T : memref<3xi64>
        }
      }
      func.return
    }
    """,
    {
        "T": Buffer("i64", (3,), "local"),
        "A": Buffer("i64", (3, 7), "in"),
        "B": Buffer("i64", (3, 7), "out"),
    },
    _triple,
    ("addi",),
)


def _copy_first(n: int, A: Array, B: Array) -> None:
    B[:n] = A[:n]


UP_TO = Kernel(
    "up_to",
    """
    func.func @up_to(%n: index, %A: memref<12xi16>, %B: memref<12xi16>) {
      affine.for %i = 0 to min affine_map<()[s0] -> (s0, 12)>()[%n] {
        %a = affine.load %A[%i] : memref<12xi16>
        affine.store %a, %B[%i] : memref<12xi16>
      }
      func.return
    }
    """,
    {"A": Buffer("i16", (12,), "in"), "B": Buffer("i16", (12,), "partial")},
    _copy_first,
    ("minui",),
    scalars=(7,),
)


def _add_halves(A: Array, B: Array) -> None:
    B[:5] = A[:5] + 1
    B[5:] = A[5:] - 1


HALVES = Kernel(
    "halves",
    """
    !V = memref<10xi8>
    func.func @halves(%A: !V, %B: !V) {
      %one = arith.constant 1 : i8
      affine.parallel (%i) = (0) to (5) {
        %a = affine.load %A[%i] : !V
        %b = arith.addi %a, %one : i8
        affine.store %b, %B[%i] : !V
      }
      affine.parallel (%i) = (5) to (10) {
        %a = affine.load %A[%i] : !V
        %b = arith.subi %a, %one : i8
        affine.store %b, %B[%i] : !V
      }
      func.return
    }
    """,
    # Neither stage writes all of B, so the caller provides its padding.
    {"A": Buffer("i8", (10,), "in"), "B": Buffer("i8", (10,), "partial")},
    _add_halves,
    ("addi",),
)

KERNELS = (TIME_STEPS, SWAP_ENDS, READ_THEN_WRITTEN, LOCAL_IN_LOOP, UP_TO, HALVES)
