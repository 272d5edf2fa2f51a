"""cbrt, rsqrt and powf."""

from __future__ import annotations

import math

from xdsl.dialects import arith
from xdsl.dialects.builtin import f64, i32, i64

from .arithmetic import DOUBLE, SINGLE, Value
from .coefficients import LOG2E
from .exponentials import wide_exp2
from .logarithms import split, wide_log1p
from .precision import Precision

_THIRD = -1.0 / 3.0
_START = (4.0 * 1023.0 / 3.0 - 0.0501) * 2.0**20
"""Added to a third of the upper half of a number's bits, negated: near to its inverse cube root."""


def rsqrt(x: Value, precision: Precision) -> Value:
    """Write 1 / sqrt(x)."""
    if precision is Precision.FAST:
        return 1.0 / x.sqrt()
    near = 1.0 / x.sqrt()
    if precision is Precision.WIDE:
        start = near.widened()
        own = x.widened()
    else:
        start, own = near, x
    error = (-(own * start)).fma(start, 1.0) if precision is Precision.WIDE else None
    if error is None:
        return near
    result = (start * 0.5).fma(error, start).narrowed()
    # Of 0 and infinity, where the error is a NaN, the first result is right.
    return result.is_unordered(result).select(near, result)


def cbrt(x: Value, precision: Precision) -> Value:
    """Write the cube root."""
    own = (x.widened() if precision is Precision.WIDE else x).size()
    offset = None
    if precision is Precision.DOUBLE:
        is_tiny = own < 2.0**-1022
        own = is_tiny.select(own * 2.0**54, own)
        offset = is_tiny.select(own.like(2.0**-18), 1.0)
    write = own.writer.write
    upper = write(arith.TruncIOp, i32, own.as_bits() >> 32)
    near = write(arith.SIToFPOp, f64, upper).fma(_THIRD, _START)
    bits = write(arith.ExtUIOp, i64, write(arith.FPToSIOp, i32, near)) << 32
    inverse = bits.as_real()
    for _ in range(2 if precision is Precision.WIDE else 3):
        inverse = _nearer(own, inverse)
    root = own * (inverse * inverse)
    if offset is not None:
        # One step of Newton's for the root itself, whose residual is exact enough.
        square = root * root
        error = square.fma(root, -own)
        root = root - error * (inverse * inverse) * (1.0 / 3.0)
        root = root * offset
    result = (root.narrowed() if precision is Precision.WIDE else root).with_sign_of(x)
    is_usual = (x.size() < math.inf).select(result, x)
    return x.equals(0.0).select(x, is_usual)


def _nearer(x: Value, inverse: Value) -> Value:
    """One step, of third order, towards the inverse of the cube root."""
    error = (-(x * inverse)).fma(inverse * inverse, 1.0)
    return (inverse * error).fma(error.fma(2.0 / 9.0, 1.0 / 3.0), inverse)


def powf(x: Value, y: Value, precision: Precision) -> Value:
    """Write the power of two f32."""
    assert x.format is SINGLE
    assert precision is Precision.WIDE
    base, exponent = x.widened().size(), y.widened()
    k, f = split(base, may_be_denormal=False)
    log = wide_log1p(f, Precision.DOUBLE).fma(LOG2E, k)
    log = (base < math.inf).select(log, base)
    log = base.equals(0.0).select(base.like(-math.inf), log)
    scaled = base.equals(1.0).select(base.like(0.0), exponent * log)
    size = wide_exp2(scaled.at_most(129.0).at_least(-151.0)).narrowed()
    # Floats beyond 2^24 are even.
    bounded = exponent.size().at_most(2.0**25)
    rounded = bounded + DOUBLE.rounder
    is_whole = (rounded - DOUBLE.rounder).equals(bounded)
    sign = is_whole.select(rounded.as_bits() << 63, 0)
    negative = x.as_bits() & -(1 << 31)
    write = x.writer.write
    sign = negative & (write(arith.TruncIOp, i32, sign >> 32))
    result = size.with_sign_changed(sign)
    is_real = (x > -math.inf) & (x < 0.0)
    is_none = is_real & (is_whole ^ 1)
    result = is_none.select(x.like(math.nan), result)
    result = x.is_unordered(y).select(x + y, result)
    is_one = x.equals(1.0) | y.equals(0.0)
    return is_one.select(x.like(1.0), result)
