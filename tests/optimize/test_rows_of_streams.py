"""Rows of buffers that the caches do not keep: how many are computed together, and how wide."""

import re

import pytest

from pad_mlir.schedule import Schedule

_HEAT = """
func.func @heat(%T: memref<83x91x99xf64>, %N: memref<81x89x97xf64>) {
  %six = arith.constant 6.0 : f64
  %rate = arith.constant 0.0625 : f64
  affine.for %z = 0 to DEPTH {
    affine.for %y = 0 to 89 {
      affine.for %x = 0 to 97 {
        %here = affine.load %T[%z + 1, %y + 1, %x + 1] : memref<83x91x99xf64>
        %below = affine.load %T[%z, %y + 1, %x + 1] : memref<83x91x99xf64>
        %above = affine.load %T[%z + 2, %y + 1, %x + 1] : memref<83x91x99xf64>
        %north = affine.load %T[%z + 1, %y, %x + 1] : memref<83x91x99xf64>
        %south = affine.load %T[%z + 1, %y + 2, %x + 1] : memref<83x91x99xf64>
        %west = affine.load %T[%z + 1, %y + 1, %x] : memref<83x91x99xf64>
        %east = affine.load %T[%z + 1, %y + 1, %x + 2] : memref<83x91x99xf64>
        %s1 = arith.addf %below, %above : f64
        %s2 = arith.addf %north, %south : f64
        %s3 = arith.addf %west, %east : f64
        %s4 = arith.addf %s1, %s2 : f64
        %s5 = arith.addf %s4, %s3 : f64
        %m = arith.mulf %here, %six fastmath<contract> : f64
        %d = arith.subf %s5, %m fastmath<contract> : f64
        %change = arith.mulf %d, %rate fastmath<contract> : f64
        %next = arith.addf %here, %change fastmath<contract> : f64
        affine.store %next, %N[%z, %y, %x] : memref<81x89x97xf64>
      }
    }
  }
  func.return
}
"""


def optimized(text: str, cpu: str) -> str:
    schedule = Schedule(text)
    schedule.optimize(target_cpu=cpu)
    return str(schedule)


@pytest.mark.parametrize(("depth", "rows"), [(81, 1), (5, 2)])
def test_short_rows_that_follow_one_another(depth: int, rows: int) -> None:
    """
    Two rows of twelve lines would gain 13 %, as computing goes. They do where the caches keep the
    buffers.
    """
    text = _HEAT.replace("DEPTH", f"{depth}")
    text = text.replace("83x", f"{depth + 2}x").replace("81x", f"{depth}x")
    found = re.search(r"affine.for %y = 0 to 8\d(?: step (\d))?", optimized(text, "znver3"))
    assert found is not None
    assert int(found[1] or 1) == rows


_MAXIMA = """
func.func @maxima(%X: memref<411x149x59xf32>, %Y: memref<411x59xf32>) {
  affine.for %b = 0 to 411 {
    affine.for %c = 0 to 59 {
      affine.for %t = 0 to 149 {
        %x = affine.load %X[%b, %t, %c] : memref<411x149x59xf32>
        %m = affine.load %Y[%b, %c] : memref<411x59xf32>
        %next = arith.maximumf %m, %x : f32
        affine.store %next, %Y[%b, %c] : memref<411x59xf32>
      }
    }
  }
  func.return
}
"""


def test_a_row_that_is_read_once_is_one_body() -> None:
    """Seven whole vectors of a row of 59 and a masked one, of 16 registers."""
    text = optimized(_MAXIMA, "znver3")
    assert text.count("affine.for %t") == 1
    assert text.count("vector.load %X") == 7
    assert text.count("vector.maskedload %X") == 1


def test_sums_of_halves_of_lines_do_not_wait_for_each_other() -> None:
    """A dot product of two streams has two accumulators of 32 bytes, or one of 64."""
    text = """
func.func @dot(%A: memref<1000000xf32>, %B: memref<1000000xf32>, %D: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 1000000 iter_args(%sum = %zero) -> (f32) {
    %a = affine.load %A[%i] : memref<1000000xf32>
    %b = affine.load %B[%i] : memref<1000000xf32>
    %p = arith.mulf %a, %b fastmath<reassoc,contract,nsz> : f32
    %next = arith.addf %sum, %p fastmath<reassoc,contract,nsz> : f32
    affine.yield %next : f32
  }
  affine.store %s, %D[0] : memref<1xf32>
  func.return
}
"""
    assert optimized(text, "znver3").count("math.fma") == 2
    assert optimized(text, "znver4").count("math.fma") == 1
