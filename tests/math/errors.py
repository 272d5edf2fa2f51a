"""
Errors of the formulas of f32, in units in the last place.

What an f32 is compared with is the formula of f64, on the same number: that one is compared with
exact values by test_formulas.py, and its own error counts 2^-28 of a unit here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pad_mlir.passes.math.formulas import FORMULAS
from pad_mlir.passes.math.precision import Precision
from pad_mlir.runtime import Kernel, compile

UNARY = (
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos"),
    *("atan", "sinh", "cosh", "tanh", "erf", "cbrt", "rsqrt"),
)
FALLING = ("acos", "rsqrt")
"""The functions that fall; the others rise, where they are monotone."""
NOT_MONOTONE = ("sin", "cos", "tan", "cosh")
COUNT = 1 << 20
"""Of the numbers of one call."""
AFN = "fastmath<afn>"

_LANES = 16
_WRONG = 1e9
_ERRORS = """
func.func @errors(%X: memref<{n}xf32>, %Y: memref<{n}xf32>, %E: memref<{n}xf32>) {{
  %zero32 = arith.constant dense<0.0> : vector<16xf32>
  %zero = arith.constant dense<0.0> : vector<16xf64>
  %one = arith.constant dense<1.0> : vector<16xf64>
  %wrong = arith.constant dense<{wrong}> : vector<16xf64>
  %end = arith.constant dense<0x47F0000000000000> : vector<16xf64>
  %negative_end = arith.constant dense<0xC7F0000000000000> : vector<16xf64>
  %digits = arith.constant dense<52> : vector<16xi64>
  %least = arith.constant dense<897> : vector<16xi64>
  %sum = arith.constant dense<2069> : vector<16xi64>
  affine.for %i = 0 to {n} step 16 {{
    %x = vector.load %X[%i] : memref<{n}xf32>, vector<16xf32>
    %y = math.{name} %x {flags} : vector<16xf32>
    vector.store %y, %Y[%i] : memref<{n}xf32>, vector<16xf32>
    %wide = arith.extf %x : vector<16xf32> to vector<16xf64>
    %exact = math.{name} %wide : vector<16xf64>
    %yw = arith.extf %y : vector<16xf32> to vector<16xf64>
    %y1 = arith.minimumf %yw, %end : vector<16xf64>
    %y2 = arith.maximumf %y1, %negative_end : vector<16xf64>
    %e1 = arith.minimumf %exact, %end : vector<16xf64>
    %e2 = arith.maximumf %e1, %negative_end : vector<16xf64>
    %difference = arith.subf %y2, %e2 : vector<16xf64>
    %size = math.absf %difference : vector<16xf64>
    %positive = math.absf %e2 : vector<16xf64>
    %bits = arith.bitcast %positive : vector<16xf64> to vector<16xi64>
    %exponent = arith.shrui %bits, %digits : vector<16xi64>
    %raised = arith.maxsi %exponent, %least : vector<16xi64>
    %field = arith.subi %sum, %raised : vector<16xi64>
    %scale_bits = arith.shli %field, %digits : vector<16xi64>
    %scale = arith.bitcast %scale_bits : vector<16xi64> to vector<16xf64>
    %error = arith.mulf %size, %scale : vector<16xf64>
    %y_nan = arith.cmpf uno, %y, %y : vector<16xf32>
    %e_nan = arith.cmpf uno, %exact, %exact : vector<16xf64>
    %both = arith.andi %y_nan, %e_nan : vector<16xi1>
    %r1 = arith.select %both, %zero, %error : vector<16xi1>, vector<16xf64>
    %y_sign = math.copysign %one, %yw : vector<16xf64>
    %e_sign = math.copysign %one, %exact : vector<16xf64>
    %other = arith.cmpf one, %y_sign, %e_sign : vector<16xf64>
    %is_zero = arith.cmpf oeq, %y, %zero32 : vector<16xf32>
    %bad = arith.andi %other, %is_zero : vector<16xi1>
    %r2 = arith.select %bad, %wrong, %r1 : vector<16xi1>, vector<16xf64>
    %r = arith.truncf %r2 : vector<16xf64> to vector<16xf32>
    vector.store %r, %E[%i] : memref<{n}xf32>, vector<16xf32>
  }}
  func.return
}}
"""


@dataclass
class Found:
    """The largest error of some numbers, and how often results are in the wrong order."""

    error: float = 0.0
    at: int = 0
    """The bits of the number."""
    falls: int = 0

    def add(self, other: Found) -> None:
        """Take in what was found of other numbers."""
        if not self.error >= other.error:
            self.error, self.at = other.error, other.at
        self.falls += other.falls


def has_fast_formula(name: str) -> bool:
    """Whether a function of f32 has another formula with `afn`."""
    return any(
        op.name == f"math.{name}" and Precision.FAST in offered
        for op, (_, offered) in FORMULAS.items()
    )


@cache
def _kernel(name: str, flags: str) -> Kernel:
    return compile(_ERRORS.format(name=name, flags=flags, n=COUNT, wrong=_WRONG))


def measure(name: str, flags: str, bits: NDArray[np.uint32]) -> Found:
    """Return what is found of up to `COUNT` f32 of one sign, by their bits, in their order."""
    given = np.resize(bits, COUNT) if len(bits) < COUNT else bits
    results, errors = (np.empty(COUNT, np.float32) for _ in range(2))
    _kernel(name, flags)(given.view(np.float32), results, errors)
    errors[np.isnan(errors)] = _WRONG
    worst = int(np.argmax(errors))
    found = Found(float(errors[worst]), int(given[worst]))
    if name not in NOT_MONOTONE and not flags:
        found.falls = _falls(name, bits, results[: len(bits)])
    return found


def _falls(name: str, bits: NDArray[np.uint32], results: NDArray[np.float32]) -> int:
    is_falling = (name in FALLING) != bool(int(bits[0]) >> 31)
    steps = results[1:] > results[:-1] if is_falling else results[1:] < results[:-1]
    return int(np.count_nonzero(steps))


def slices(step: int = 1) -> Iterator[NDArray[np.uint32]]:
    """Yield all f32 by their bits, or each `step`th; slices overlap by one number."""
    starts = [*range(0, 1 << 31, (COUNT - 1) * step), 1 << 31]
    for sign in (0, 1 << 31):
        for first, end in pairwise(starts):
            stop = min(end + step, 1 << 31)
            yield np.arange(first + sign, stop + sign, step, dtype=np.uint64).astype(np.uint32)


def number(bits: int) -> float:
    """The f32 of these bits."""
    return float(np.uint32(bits).view(np.float32))
