"""log, log2, log10 and log1p."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from .arithmetic import DOUBLE, Format, Sum, Value, sum_of, unless_rare
from .coefficients import (
    LN2,
    LOG,
    LOG2E_PARTS,
    LOG10_2_PARTS,
    LOG10E_PARTS,
    LOG_OF_RATIO,
    LOG_OF_RATIO_FROM_FIFTH,
    LOG_THIRD,
)
from .precision import Precision

_INFINITY = math.inf


class _Split(NamedTuple):
    """A positive number as `2^k * (1 + f)`, f between sqrt(1/2) - 1 and sqrt(2) - 1."""

    k: Value
    f: Value


def _root_of_half(format: Format) -> int:
    """The bits of sqrt(1/2)."""
    code, size = ("<d", "<q") if format is DOUBLE else ("<f", "<i")
    return struct.unpack(size, struct.pack(code, math.sqrt(0.5)))[0]


def _exponent(bits: Value, offset: Value | float) -> Value:
    """The exponent in the bits of a positive number, less an offset."""
    digits = bits.format.digits
    plus_power = (bits >> digits) | ((bits.format.bias + digits) << digits)
    return plus_power.as_real() - offset


def split(x: Value, *, may_be_denormal: bool) -> _Split:
    """Take a positive number apart."""
    format = x.format
    offset: Value | float = 2.0**format.digits + format.bias
    if may_be_denormal:
        is_tiny = x < 2.0 ** (1 - format.bias)
        more = float(format.digits + 1)
        x = is_tiny.select(x * 2.0**more, x)
        offset = is_tiny.select(x.like(offset + more), offset)
    root = _root_of_half(format)
    bits = x.as_bits() + (format.one - root)
    mantissa = (bits & ((1 << format.digits) - 1)) + root
    return _Split(_exponent(bits, offset), mantissa.as_real() - 1.0)


def _of_any(x: Value, formula: Callable[..., Value]) -> Value:
    """The formula, which takes whether numbers may be denormal, with its poles."""

    def usual(x: Value) -> Value:
        return formula(x, may_be_denormal=False)

    def full(x: Value) -> Value:
        return _with_poles(x, formula(x, may_be_denormal=True))

    return unless_rare(x, x, usual, full)


def _with_poles(x: Value, result: Value) -> Value:
    """The result for positive finite numbers, and the values for others."""
    result = (x < _INFINITY).select(result, x)
    result = x.equals(0.0).select(x.like(-_INFINITY), result)
    return (x < 0.0).select(x.like(math.nan), result)


def wide_log1p(f: Value, precision: Precision = Precision.WIDE) -> Value:
    """`log(1 + f)` of the f of a split."""
    return f * f.polynomial((1.0, *LOG[precision]))


def _parts(f: Value, error: Value | None = None) -> Sum:
    """`log(1 + f + error)`, by the ratio `f / (2 + f)`, as in fdlibm."""
    half_square = f * f * 0.5
    ratio = f / (f + 2.0)
    square = ratio * ratio
    rest = ratio * (square.fma(square.polynomial(LOG_OF_RATIO[Precision.DOUBLE]), half_square))
    if error is not None:
        rest = rest + error
    high = f - half_square
    return Sum(high, ((f - high) - half_square) + rest)


def log(x: Value, precision: Precision) -> Value:
    """Write the logarithm to base e."""
    return _of_any(x, partial(_log, precision=precision))


def _log(x: Value, precision: Precision, *, may_be_denormal: bool) -> Value:
    high, _ = LN2[precision]
    if precision is Precision.DOUBLE:
        k, f = split(x, may_be_denormal=may_be_denormal)
        return _natural(k, _parts(f))
    if precision is Precision.WIDE:
        k, f = split(x.widened(), may_be_denormal=False)
        return k.fma(high, wide_log1p(f)).narrowed()
    k, f = split(x, may_be_denormal=may_be_denormal)
    return k.fma(high, _fast_log1p(f))


def _natural(k: Value, parts: Sum) -> Value:
    high, low = LN2[Precision.DOUBLE]
    return k.fma(high, parts.high + k.fma(low, parts.low))


def _fast_log1p(f: Value) -> Value:
    return (f * f).fma(f.polynomial(LOG[Precision.FAST]), f)


def precise_log2(x: Value) -> Sum:
    """Write the logarithm of a positive finite f64 to base 2, to about 65 bits."""
    k, f = split(x, may_be_denormal=True)
    divisor = f + 2.0
    ratio = f / divisor
    rest = (-ratio).fma(f - (divisor - 2.0), (-ratio).fma(divisor, f)) / divisor
    square = ratio * ratio
    # Of the square and the cube's factor 2/3 the low parts count too.
    square_low = ratio.fma(ratio, -square) + (ratio + ratio) * rest
    third, third_low = LOG_THIRD
    above = square * square.polynomial(LOG_OF_RATIO_FROM_FIFTH[Precision.DOUBLE])
    factor = above + third
    factor_low = (third - factor) + above + third_low
    product = square.times(factor)
    product_low = square.fma(factor, -product) + square_low.fma(factor, square * factor_low)
    # log(1 + f) = ratio * (2 + product)
    whole = product + 2.0
    whole_low = (2.0 - whole) + product + product_low
    high = ratio.times(whole)
    low = ratio.fma(whole, -high) + ratio.fma(whole_low, rest * whole)
    of_e, of_e_low = LOG2E_PARTS[Precision.DOUBLE]
    scaled = high.times(of_e)
    scaled_low = high.fma(of_e, -scaled) + high.fma(of_e_low, low * of_e)
    total = k + scaled
    return sum_of(total, ((k - total) + scaled) + scaled_low)


def log2(x: Value, precision: Precision) -> Value:
    """Write the logarithm to base 2."""
    parts = (1.0, 0.0), LOG2E_PARTS[precision]
    return _of_any(x, partial(_to_base, precision=precision, parts=parts))


def log10(x: Value, precision: Precision) -> Value:
    """Write the logarithm to base 10."""
    parts = LOG10_2_PARTS[precision], LOG10E_PARTS[precision]
    return _of_any(x, partial(_to_base, precision=precision, parts=parts))


def _to_base(
    x: Value,
    precision: Precision,
    parts: tuple[tuple[float, float], tuple[float, float]],
    *,
    may_be_denormal: bool,
) -> Value:
    """The logarithm to the base in which those of 2 and of e are these."""
    of_two, of_e = parts
    if precision is Precision.DOUBLE:
        k, f = split(x, may_be_denormal=may_be_denormal)
        high, low = _parts(f)
        product = high.times(of_e[0])
        error = high.fma(of_e[0], -product)
        low = high.fma(of_e[1], low.fma(of_e[0], error))
        whole = k.times(of_two[0])
        low = k.fma(of_two[1], k.fma(of_two[0], -whole) + low) if of_two[1] else low
        # Of the two, the first is the larger one, or 0.
        total = whole + product
        return total + (((whole - total) + product) + low)
    is_wide = precision is Precision.WIDE
    k, f = split(x.widened() if is_wide else x, may_be_denormal=may_be_denormal and not is_wide)
    own = wide_log1p(f) if is_wide else _fast_log1p(f)
    is_base = of_two == (1.0, 0.0)
    result = own.fma(of_e[0], k) if is_base else k.fma(of_two[0], own * of_e[0])
    return result.narrowed() if is_wide else result


def log1p(x: Value, precision: Precision) -> Value:
    """Write log(1 + x), exact for small numbers too."""
    own = x.widened() if precision is Precision.WIDE else x
    result = _log1p(own, precision)
    if precision is Precision.WIDE:
        result = result.narrowed()
    result = result.with_sign_of(x)
    is_finite = x < _INFINITY
    result = is_finite.select(result, x)
    result = x.equals(-1.0).select(x.like(-_INFINITY), result)
    return (x < -1.0).select(x.like(math.nan), result)


def _log1p(x: Value, precision: Precision) -> Value:
    format = x.format
    near = x + 1.0
    root = _root_of_half(format)
    bits = near.as_bits() + (format.one - root)
    k = _exponent(bits, 2.0**format.digits + format.bias)
    exponent = bits & -(1 << format.digits)
    # 2^-k may be a denormal number.
    power = ((2 * (format.bias + 1) << format.digits) - exponent).as_real() * 0.25
    less = power - 1.0
    f = power.fma(x, less)
    if precision is Precision.DOUBLE:
        scaled = power * x
        # The sum's error, whichever of its operands is larger.
        part = f - less
        error = (less - (f - part)) + (scaled - part)
        return _natural(k, _parts(f, error))
    own = wide_log1p(f) if precision is Precision.WIDE else _fast_log1p(f)
    return k.fma(LN2[precision][0], own)
