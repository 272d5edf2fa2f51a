"""
All f16 and many f64 through each formula, and pairs of f32 through those of two operands:
`python -m tests.math.other_types --count 10000000`.

f64 and pairs are random: of any bits, of sizes from 2^-60 to 2^12, and of usual ranges. All are
compared with the C library's 80-bit functions, which numpy has for its longdouble; erf is a series
in these.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pad_mlir.runtime import Kernel, compile

from .errors import AFN, UNARY

_CHUNK = 1 << 20
_ALL_F16 = 1 << 16
_NUMPY = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"}
_NUMPY["powf"] = "power"
_BINARY = ("powf", "atan2")
_END_OF_ERF = 6.0


def _exact(name: str, *operands: NDArray[Any]) -> NDArray[Any]:
    wide = [x.astype(np.longdouble) for x in operands]
    if name == "rsqrt":
        return 1 / np.sqrt(wide[0])
    if name == "erf":
        return _erf(wide[0])
    return getattr(np, _NUMPY.get(name, name))(*wide)


def _erf(x: NDArray[Any]) -> NDArray[Any]:
    """Return the error function, by a series of terms of one sign."""
    size = np.minimum(np.abs(x), _END_OF_ERF)
    twice = 2 * size * size
    total, term, k = size.copy(), size, 1
    while np.any(term > total * 2.0**-66):
        k += 2
        term = term * twice / k
        total = total + term
    factor = 2 / np.sqrt(4 * np.arctan(np.longdouble(1)))
    result = np.where(size < _END_OF_ERF, factor * total * np.exp(-size * size), np.sign(size))
    return np.copysign(result, x)


def _kernel(name: str, type: str, count: int, flags: str = "") -> Kernel:
    buffer = f"memref<{count}x{type}>"
    return compile(f"""
func.func @f(%A: {buffer}, %B: {buffer}, %C: {buffer}) {{
  affine.for %i = 0 to {count} step 16 {{
    %x = vector.load %A[%i] : {buffer}, vector<16x{type}>
    %y = vector.load %B[%i] : {buffer}, vector<16x{type}>
    %z = math.{name} {"%x, %y" if name in _BINARY else "%x"} {flags} : vector<16x{type}>
    vector.store %z, %C[%i] : {buffer}, vector<16x{type}>
  }}
  func.return
}}""")


def _worst(
    name: str, kernel: Kernel, x: NDArray[Any], other: NDArray[Any] | None = None
) -> tuple[float, list[float]]:
    """The largest error in units in the last place, and where; infinite where a class differs."""
    y = np.empty_like(x)
    kernel(x, x if other is None else other, y)
    operands = [x] if other is None else [x, other]
    info, exact = np.finfo(x.dtype), _exact(name, *operands)
    if x.dtype == np.float16:
        exact = exact.astype(np.float64)
    most = float(info.max)
    usual = np.isfinite(exact) & (np.abs(exact) <= most)
    size = np.where(usual, np.abs(exact), 1).astype(np.float64).astype(x.dtype)
    unit = np.spacing(np.minimum(size, info.max)).astype(exact.dtype)
    off = np.abs(np.where(usual & np.isfinite(y), y, 0).astype(exact.dtype) - exact) / unit
    beyond = np.where(np.isnan(exact), np.isnan(y), y == np.where(exact > 0, np.inf, -np.inf))
    # What is within a unit of the largest number may be that or infinity.
    edge = ~usual & (np.abs(exact) < most * (1 + float(info.eps))) & (np.abs(y) == info.max)
    off = np.where(usual, np.where(np.isfinite(y), off, np.inf), np.where(beyond | edge, 0, np.inf))
    largest = usual & (np.abs(exact) > most - float(info.max * info.eps)) & np.isinf(y)
    off = np.where(largest, 0, off)
    place = int(np.argmax(off))
    return float(off[place]), [float(operand[place]) for operand in operands]


def _numbers(random: np.random.Generator, dtype: type[np.float32 | np.float64]) -> NDArray[Any]:
    quarter, unsigned = _CHUNK // 4, np.dtype(f"u{dtype().itemsize}")
    bits = random.integers(0, np.iinfo(unsigned).max, quarter, unsigned, endpoint=True).view(dtype)
    sizes = random.uniform(-1, 1, quarter) * 2.0 ** random.uniform(-60, 12, quarter)
    usual = random.uniform(-1, 1, quarter), random.uniform(-40, 40, quarter)
    return np.concatenate([bits, *(x.astype(dtype) for x in (sizes, *usual))])


def _of_random(
    name: str, dtype: type[np.float32 | np.float64], count: int, seed: int, flags: str
) -> tuple[float, list[float]]:
    """The largest error at so many random numbers or pairs, and where it is."""
    size = 8 * dtype().itemsize
    kernel, random = _kernel(name, f"f{size}", _CHUNK, flags), np.random.default_rng(seed)
    found = (0.0, list[float]())
    for _ in range(-(-count // _CHUNK)):
        operands = [
            random.permutation(_numbers(random, dtype)) for _ in range(1 + (name in _BINARY))
        ]
        found = max(found, _worst(name, kernel, *operands))
    return found


def main() -> int:
    """Print the largest error of each function that is named, of all by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("functions", nargs="*", default=(*UNARY, *_BINARY))
    parser.add_argument("--count", type=int, default=100_000_000, help="how many f64 or pairs")
    parser.add_argument("--afn", action="store_true", help="with that flag, and no f16")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers")
    options = parser.parse_args()
    flags = AFN if options.afn else ""
    every = np.arange(_ALL_F16, dtype=np.uint32).astype(np.uint16).view(np.float16)
    with np.errstate(all="ignore"):
        for name in options.functions:
            is_binary = name in _BINARY
            if not is_binary and not options.afn:
                error, at = _worst(name, _kernel(name, "f16", _ALL_F16), every)
                print(f"f16 {name}: {error:.4f} ulp at {at!r}", flush=True)
            for dtype in (np.float32, np.float64) if is_binary else (np.float64,):
                error, at = _of_random(name, dtype, options.count, options.seed, flags)
                print(f"f{8 * dtype().itemsize} {name}: {error:.4f} ulp at {at!r}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
