"""cbrt, rsqrt and powf."""

from __future__ import annotations

import math

from xdsl.dialects import arith
from xdsl.dialects.builtin import f64, i32, i64

from .arithmetic import Value
from .coefficients import LOG2E
from .exponentials import double_exp2, wide_exp2
from .logarithms import precise_log2, split, wide_log1p
from .precision import Precision

_THIRD = -1.0 / 3.0
_START = (4.0 * 1023.0 / 3.0 - 0.0501) * 2.0**20
"""Added to a third of the upper half of a number's bits, negated: near to its inverse cube root."""


def rsqrt(x: Value, precision: Precision) -> Value:
    """Write 1 / sqrt(x)."""
    near = 1.0 / x.sqrt()
    if precision is not Precision.WIDE:
        return near
    start = near.widened()
    error = (-(x.widened() * start)).fma(start, 1.0)
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
    """Write a power."""
    if precision is Precision.WIDE:
        size = _wide_power(x.widened().size(), y.widened()).narrowed()
    else:
        size = _double_power(x.size(), y)
    # Floats beyond this are even.
    format = x.format
    bounded = y.size().at_most(2.0 ** (format.digits + 2))
    # Twice the number is rounded, whose last bit is 0 then, and the one above it that of a half.
    rounded = bounded + 2.0**format.digits
    is_small = bounded < 2.0**format.digits
    is_whole = (rounded - 2.0**format.digits).equals(bounded) | (bounded >= 2.0**format.digits)
    last = is_small.select(rounded.as_bits(), bounded.as_bits()) & 1
    is_odd = last.differs(0) & (bounded < 2.0 ** (format.digits + 1))
    top = format.bits.width.data - 1
    negative = x.as_bits() & -(1 << top)
    result = size.with_sign_changed((is_odd & is_whole).select(negative, 0))
    is_real = (x > -math.inf) & (x < 0.0)
    result = (is_real & (is_whole ^ 1)).select(x.like(math.nan), result)
    result = x.is_unordered(y).select(x + y, result)
    is_one = x.equals(1.0) | y.equals(0.0)
    return is_one.select(x.like(1.0), result)


def _wide_power(base: Value, exponent: Value) -> Value:
    """The power of f32 as f64, the base without a sign."""
    k, f = split(base, may_be_denormal=False)
    log = _with_limits(base, wide_log1p(f, Precision.DOUBLE).fma(LOG2E, k))
    # Whose logarithm times an infinity is a NaN.
    scaled = base.equals(1.0).select(base.like(0.0), exponent * log)
    return wide_exp2(scaled.at_most(129.0).at_least(-151.0))


def _with_limits(base: Value, log: Value) -> Value:
    """The logarithm of a base that is not negative."""
    log = (base < math.inf).select(log, base)
    return base.equals(0.0).select(base.like(-math.inf), log)


def _double_power(base: Value, exponent: Value) -> Value:
    log = precise_log2(base)
    high = _with_limits(base, log.high)
    scaled = base.equals(1.0).select(base.like(0.0), exponent.times(high))
    low = exponent.fma(log.low, exponent.fma(high, -scaled))
    # Where the power is 0, 1 or infinite, it may be a NaN.
    return double_exp2(scaled, (low.size() < 1.0).select(low, 0.0))
