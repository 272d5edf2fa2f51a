"""cbrt, rsqrt and powf."""

from __future__ import annotations

import math

from xdsl.dialects import arith
from xdsl.dialects.builtin import i32, i64

from .arithmetic import DOUBLE, SINGLE, Value, unless_rare
from .coefficients import LOG2E
from .exponentials import double_exp2, wide_exp2
from .logarithms import precise_log2, split, wide_log1p
from .precision import Precision

_THIRD = -1.0 / 3.0
HALVED = 0x5F3759DF
"""Less half of the bits of an f32, this gives its inverse root to 4 bits."""
_ROOT_START, _ROOT_TERM = 0x5F0B3FFD, 1.891
"""
As `HALVED`, but so much less that the first step is `y (term - x y^2)`: it leaves 2^-10.1 of the
inverse root, the least that such a step can.
"""
_CUBE_START, _CUBE_TERM = (4.0 / 3.0, 0.46630838), 1.756
"""
Times the bias, and less than that: near to the exponent of an inverse cube root, so much less that
the first step is `y (term - x y^3)`, which leaves 2^-10.
"""


def rsqrt(x: Value, precision: Precision) -> Value:
    """Write 1 / sqrt(x)."""
    match precision:
        case Precision.DOUBLE:
            return _by_division(x)
        case Precision.FAST:
            return unless_rare(x, x, _by_steps, _by_division)
        case _:
            return unless_rare(x, x, lambda x: _by_steps(x, is_exact=True), _wide_by_division)


def _by_division(x: Value) -> Value:
    return 1.0 / x.sqrt()


def _wide_by_division(x: Value) -> Value:
    near = _by_division(x)
    start = near.widened()
    error = (-(x.widened() * start)).fma(start, 1.0)
    result = (start * 0.5).fma(error, start).narrowed()
    # Of 0 and infinity, where the error is a NaN, the first result is right.
    return result.is_unordered(result).select(near, result)


def _by_steps(x: Value, *, is_exact: bool = False) -> Value:
    """
    An f32 by half of its exponent, a step of second and one of third order; `is_exact`: with an
    error of the last that is exact to more bits than an f32 has.
    """
    assert x.format is SINGLE
    near = (x.as_bits().like(_ROOT_START) - (x.as_bits() >> 1)).as_real()
    near = near * (-(x * near)).fma(near, _ROOT_TERM)
    root = x * near
    error = (-root).fma(near, 1.0)
    if is_exact:
        error = (-x.fma(near, -root)).fma(near, error)
    return near.fma(error * error.fma(0.375, 0.5), near)


def cbrt(x: Value, precision: Precision) -> Value:
    """Write the cube root."""

    def full(x: Value) -> Value:
        root = _cbrt(x, precision, may_be_denormal=True)
        is_usual = (x.size() < math.inf).select(root, x)
        return x.equals(0.0).select(x, is_usual)

    def usual(x: Value) -> Value:
        return _cbrt(x, precision, may_be_denormal=False)

    return unless_rare(x, x.size(), usual, full, _least_of_cbrt(x))


def _least_of_cbrt(x: Value) -> int:
    """The exponent from which on the residual of a root is exact: it is far smaller."""
    return 1 - x.format.bias if x.format is DOUBLE else -100


def _cbrt(x: Value, precision: Precision, *, may_be_denormal: bool) -> Value:
    """The cube root of a number that is not 0, infinite or a NaN."""
    own, offset = x.size(), None
    if may_be_denormal:
        # A third of this power is whole.
        more = 54 if precision is Precision.DOUBLE else 48
        is_tiny = own < 2.0 ** _least_of_cbrt(x)
        own = is_tiny.select(own * 2.0**more, own)
        offset = is_tiny.select(own.like(2.0 ** (-more // 3)), 1.0)
    inverse = _inverse_root(own)
    if precision is Precision.DOUBLE:
        inverse = _nearer(own, inverse)
    above = inverse * inverse
    root = own * above
    error = (-root).fma(inverse, 1.0)
    root = (root * error).fma(error.fma(5.0 / 9.0, 2.0 / 3.0), root)
    if precision is Precision.WIDE:
        # One step of Newton's for the root itself, whose residual is exact enough.
        square = root * root
        residual = root.fma(root, -square).fma(root, square.fma(root, -own))
        root = (residual * above).fma(_THIRD, root)
    if offset is not None:
        root = root * offset
    return root.with_sign_of(x)


def _inverse_root(x: Value) -> Value:
    """The inverse cube root of a positive number to 10 bits, by a third of its exponent."""
    write, format = x.writer.write, x.format
    is_double = format is DOUBLE
    upper = write(arith.TruncIOp, i32, x.as_bits() >> 32) if is_double else x.as_bits()
    times, less = _CUBE_START
    place = 2.0 ** (format.digits % 32)
    near = write(arith.SIToFPOp, format.real, upper).fma(
        _THIRD, (times * format.bias - less) * place
    )
    bits = write(arith.FPToSIOp, i32, near)
    start = (write(arith.ExtUIOp, i64, bits) << 32 if is_double else bits).as_real()
    return start * (-(x * start)).fma(start * start, _CUBE_TERM)


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
    log = _with_limits(base, wide_log1p(f).fma(LOG2E, k))
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
