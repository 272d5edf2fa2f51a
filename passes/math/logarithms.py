"""log, log2, log10 and log1p."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from .arithmetic import DOUBLE, SINGLE, Format, Sum, Value, sum_of, unless_rare
from .coefficients import (
    LN2,
    LOG,
    LOG2_FACTOR,
    LOG2_REST,
    LOG2E_PARTS,
    LOG10_2_PARTS,
    LOG10_FACTOR,
    LOG10_REST,
    LOG10E_PARTS,
    LOG_FACTOR,
    LOG_FROM_QUARTER,
    LOG_OF_RATIO,
    LOG_OF_RATIO_FROM_FIFTH,
    LOG_OF_THIRD,
    LOG_THIRD,
)
from .precision import Precision

_INFINITY = math.inf


class _Split(NamedTuple):
    """A positive number as `2^k * (1 + f)`, 1 + f between a number and twice that."""

    k: Value
    f: Value


_LESS_THAN_LOST = -1.0
"""Less than what the rounding of the larger terms of a logarithm may lose."""
_ROOT_OF_HALF, _TWO_THIRDS = math.sqrt(0.5), 2.0 / 3.0
_FIRST = {
    (Precision.FAST, False): 1425.0 / 2048.0,
    (Precision.PAIR, False): 11.0 / 16.0,
    (Precision.FAST, True): _TWO_THIRDS,
    (Precision.PAIR, True): _TWO_THIRDS,
}
"""The least 1 + f of logarithms of f32 to base 10, and to base 2 (True)."""


def _bits_of(number: float, format: Format) -> int:
    """The bits of a number."""
    code, size = ("<d", "<q") if format is DOUBLE else ("<f", "<i")
    return struct.unpack(size, struct.pack(code, number))[0]


def _single(number: float) -> float:
    """The f32 nearest to a number."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def _exponent(bits: Value, offset: Value | float) -> Value:
    """The exponent in the bits of a positive number, less an offset."""
    digits = bits.format.digits
    plus_power = (bits >> digits) | ((bits.format.bias + digits) << digits)
    return plus_power.as_real() - offset


def _single_split(x: Value, least: float) -> _Split:
    """Take a normal positive f32 apart, by a conversion to integers that others may not have."""
    first = _bits_of(least, SINGLE)
    bits = x.as_bits() - first
    k = bits.shifted_with_sign(SINGLE.digits)
    mantissa = (bits & ((1 << SINGLE.digits) - 1)) + first
    return _Split(k.as_float(), mantissa.as_real() - 1.0)


def _split_by_instructions(x: Value, least: float) -> _Split:
    """
    Take any f32 apart; for a positive finite number the result is that of `split`.

    Of infinity, k is that, and of a zero -infinity, and f is finite. Of a negative number or NaN, k
    is NaN, and f may be anything.
    """
    usual = x.mantissa()
    # 1 from twice the least number on, where the mantissa is halved.
    more = (usual + (2.0 - 2.0 * _single(least))).exponent()
    first = _bits_of(least, SINGLE)
    mantissa = ((usual.as_bits() - first) & ((1 << SINGLE.digits) - 1)) + first
    return _Split(x.exponent() + more, mantissa.as_real() - 1.0)


def split(x: Value, *, may_be_denormal: bool, least: float = _ROOT_OF_HALF) -> _Split:
    """Take a positive number apart, 1 + f at least this."""
    format = x.format
    if x.has_parts:
        return _split_by_instructions(x, least)
    if format is SINGLE and not may_be_denormal:
        return _single_split(x, least)
    offset: Value | float = 2.0**format.digits + format.bias
    if may_be_denormal:
        is_tiny = x < 2.0 ** (1 - format.bias)
        more = float(format.digits + 1)
        x = is_tiny.select(x * 2.0**more, x)
        offset = is_tiny.select(x.like(offset + more), offset)
    first = _bits_of(least, format)
    bits = x.as_bits() + (format.one - first)
    mantissa = (bits & ((1 << format.digits) - 1)) + first
    return _Split(_exponent(bits, offset), mantissa.as_real() - 1.0)


def _of_any(x: Value, formula: Callable[..., Value]) -> Value:
    """The formula, which takes whether numbers may be denormal, with its poles."""
    if x.has_parts:
        return formula(x, may_be_denormal=True)

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


def wide_log1p(f: Value) -> Value:
    """`log(1 + f)` of the f of a split in f64, exact to 40 bits."""
    return f * f.polynomial((1.0, *LOG[Precision.DOUBLE]))


def _parts(f: Value) -> Sum:
    """`log(1 + f)`."""
    half_square = f * f * 0.5
    rest = _rest(f, half_square)
    high = f - half_square
    return Sum(high, ((f - high) - half_square) + rest)


def _rest(f: Value, half_square: Value) -> Value:
    """`log(1 + f) - f + f^2 / 2` of an f64, by the ratio `f / (2 + f)`, as in fdlibm."""
    ratio = f / (f + 2.0)
    square = ratio * ratio
    return ratio * (square.fma(square.polynomial(LOG_OF_RATIO[Precision.DOUBLE]), half_square))


def log(x: Value, precision: Precision) -> Value:
    """Write the logarithm to base e."""
    return _of_any(x, partial(_log, precision=precision))


def _fast_double(k: Value, f: Value, of_two: float, of_e: float) -> Value:
    """`log(2^k * (1 + f))` of an f64 to a base, as `_rest`, and what rounding loses stays away."""
    ratio = f / (f + 2.0)
    terms = (2.0, *LOG_OF_RATIO[Precision.DOUBLE])
    factor = (ratio * ratio).polynomial([of_e * term for term in terms])
    return ratio.fma(factor, k) if of_two == 1.0 else k.fma(of_two, ratio * factor)


def _log(x: Value, precision: Precision, *, may_be_denormal: bool) -> Value:
    high, _ = LN2[precision]
    if precision is Precision.FAST_DOUBLE:
        k, f = split(x, may_be_denormal=may_be_denormal)
        return _fast_double(k, f, high, 1.0)
    if precision is Precision.DOUBLE:
        k, f = split(x, may_be_denormal=may_be_denormal)
        return _natural(k, _parts(f))
    if precision is Precision.PAIR:
        k, f = split(x, may_be_denormal=may_be_denormal, least=_TWO_THIRDS)
        return _pair_natural(k, f, LOG_OF_THIRD)
    k, f = split(x, may_be_denormal=may_be_denormal, least=_TWO_THIRDS)
    return k.fma(high, f * f.polynomial(LOG_FACTOR[precision]))


def _pair_natural(k: Value, f: Value, above: dict[Precision, tuple[float, ...]]) -> Value:
    """`log(2^k * (1 + f))`: what rounding `k * ln 2 + f` loses counts among the smaller terms."""
    of_two, rest = LN2[Precision.PAIR]
    high = k.fma(of_two, f)
    low = _lost(k.fma(rest, k.fma(of_two, -high) + f))
    return high + (f * f).fma(f.polynomial(above[Precision.PAIR]), low)


def _lost(low: Value) -> Value:
    """What rounding lost; some number where that is NaN: of a zero or infinity, k is infinite."""
    return (low > _LESS_THAN_LOST).select(low, _LESS_THAN_LOST) if low.has_parts else low


def _natural(k: Value, parts: Sum) -> Value:
    high, low = LN2[Precision.DOUBLE]
    return k.fma(high, parts.high + k.fma(low, parts.low))


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


def _table(precision: Precision) -> Precision:
    """Whose parts of a constant a precision takes."""
    return Precision.DOUBLE if precision is Precision.FAST_DOUBLE else precision


def log2(x: Value, precision: Precision) -> Value:
    """Write the logarithm to base 2."""
    parts = (1.0, 0.0), LOG2E_PARTS[_table(precision)]
    return _of_any(x, partial(_to_base, precision=precision, parts=parts))


def log10(x: Value, precision: Precision) -> Value:
    """Write the logarithm to base 10."""
    own = _table(precision)
    parts = LOG10_2_PARTS[own], LOG10E_PARTS[own]
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
    is_base = of_two == (1.0, 0.0)
    least = _FIRST.get((precision, is_base), _ROOT_OF_HALF)
    k, f = split(x, may_be_denormal=may_be_denormal, least=least)
    if precision is Precision.FAST_DOUBLE:
        return _fast_double(k, f, sum(of_two), of_e[0])
    whole = k if is_base else k * of_two[0]
    if precision is Precision.FAST:
        return f.fma(f.polynomial((LOG2_FACTOR if is_base else LOG10_FACTOR)[precision]), whole)
    high = f.fma(of_e[0], whole)
    low = f.fma(of_e[0], whole - high)
    if not is_base:
        low = k.fma(of_two[1], low)
    if precision is Precision.PAIR:
        above = f.polynomial((LOG2_REST if is_base else LOG10_REST)[precision])
        return high + f.fma(above, _lost(low))
    half_square = f * f * 0.5
    above = _rest(f, half_square) - half_square
    return high + f.fma(of_e[1], above.fma(of_e[0], low))


def log1p(x: Value, precision: Precision) -> Value:
    """Write log(1 + x), exact for small numbers too."""

    def usual(x: Value) -> Value:
        return _log1p(x, precision).with_sign_of(x)

    def full(x: Value) -> Value:
        result = (x < _INFINITY).select(usual(x), x)
        result = x.equals(-1.0).select(x.like(-_INFINITY), result)
        return (x < -1.0).select(x.like(math.nan), result)

    return unless_rare(x, x + 1.0, usual, full)


def _log1p(x: Value, precision: Precision) -> Value:
    format = x.format
    near = x + 1.0
    # From 3/4 on, f of f32 is exact, but for one number.
    least = {Precision.PAIR: 0.75, Precision.FAST: _TWO_THIRDS}.get(precision, _ROOT_OF_HALF)
    bits = near.as_bits() + (format.one - _bits_of(least, format))
    k = _exponent(bits, 2.0**format.digits + format.bias)
    exponent = bits & -(1 << format.digits)
    # 2^-k may be a denormal number.
    power = ((2 * (format.bias + 1) << format.digits) - exponent).as_real() * 0.25
    less = power - 1.0
    f = power.fma(x, less)
    if precision is Precision.PAIR:
        return _pair_natural(k, f, LOG_FROM_QUARTER)
    if precision is Precision.DOUBLE:
        return _natural(k, _parts(f))
    if precision is Precision.FAST_DOUBLE:
        return _fast_double(k, f, LN2[precision][0], 1.0)
    return k.fma(LN2[precision][0], f * f.polynomial(LOG_FACTOR[precision]))
