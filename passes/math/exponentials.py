"""exp, exp2, expm1, sinh, cosh, tanh and erf."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from .arithmetic import DOUBLE, Format, Value
from .coefficients import (
    COSH,
    ERF,
    ERF_OF_SQUARE,
    ERFC,
    EXP,
    EXP2_OF_TWICE,
    EXP2_REST,
    EXP_OF_TWICE,
    EXPM1,
    LN2,
    LOG2E,
    SINH,
    TANH,
)
from .precision import Precision

_OfNumber: TypeAlias = Callable[[Value], Value]

# 2^n is put together from its bits: the last bits of a number plus `_rounder` are those of n plus
# the bias of exponents. Where 2^n may not be normal, two factors make it: the second rounds once.

_MIDDLE_OF_ERF, _MOST_OF_ERF = 2.0, 3.9192
"""What the polynomial is about, and from where on the result is 1."""
_SMALL_ERF, _CENTRE_OF_ERF, _MOST_OF_DOUBLE_ERF = 0.9, 2.5, 6.0


class _Range(NamedTuple):
    """Beyond these, of a format, what is computed from e^x does not depend on x any more."""

    least: float
    most: float
    least_power: float
    most_power: float
    shift: int
    """The exponent of the second factor of 2^n."""


_SINGLE = _Range(-104.0, 89.0, -151.0, 129.0, 64)
_DOUBLE = _Range(-746.0, 710.0, -1076.0, 1025.0, 512)


def _range(format: Format) -> _Range:
    return _DOUBLE if format is DOUBLE else _SINGLE


def _rounder(format: Format, less: int = 0) -> float:
    """What to add so that the last bits become the exponent of `2^(n - less)`."""
    return format.rounder + format.bias - less


class _Reduced(NamedTuple):
    """A number as `n * ln 2 + rest + low`, `rest` at most half of ln 2."""

    rounded: Value
    """Its last bits are an exponent: n, the bias, and what the rounder has beyond that."""
    rest: Value
    low: Value | None


class _Pair(NamedTuple):
    """As `_Reduced`, of an f32: `rest` is exact, and `low` at most some of its units."""

    rounded: Value
    rest: Value
    low: Value


def _reduce(x: Value, precision: Precision, rounder: Value | float) -> _Reduced:
    rounded = x.fma(LOG2E, rounder)
    n = rounded - rounder
    high, low = LN2[precision]
    rest = n.fma(-high, x)
    both = n.fma(-low, rest)
    if precision is not Precision.DOUBLE:
        return _Reduced(rounded, both, None)
    return _Reduced(rounded, both, n.fma(-low, rest - both))


def _grown(reduced: _Reduced, precision: Precision) -> Value:
    """`e^rest - 1`."""
    rest, low = reduced.rest, reduced.low
    terms = EXP if precision is Precision.PAIR else EXPM1
    square, higher = rest * rest, rest.polynomial(terms[precision])
    return square.fma(higher, rest) if low is None else rest + square.fma(higher, low)


def _power(rounded: Value) -> Value:
    """The power of 2 whose exponent is in the last bits."""
    return (rounded.as_bits() << rounded.format.digits).as_real()


_SMALL_TANH = 0.549
"""Of smaller numbers, tanh is less than 1/2."""


def _clamped(x: Value, least: float, most: float) -> Value:
    return x.at_most(most).at_least(least)


def _rounders(x: Value) -> tuple[Value, Value]:
    """What to round by so that 2^n is normal, and the other factor, by the sign of a number."""
    shift, rounder = _range(x.format).shift, _rounder(x.format)
    is_negative = x < 0.0
    to_round = is_negative.select(x.like(rounder + shift), rounder - shift)
    return to_round, is_negative.select(x.like(2.0**-shift), 2.0**shift)


def _unless_far(x: Value, limit: float, usual: _OfNumber, full: _OfNumber) -> Value:
    """The usual formula where all lanes are smaller than this in size, else the full one."""
    if not x.may_branch:
        return full(x)
    is_far = x.size() >= limit
    return x.writer.where_any(is_far, [usual(x)], lambda inner: [full(Value(inner, x.ssa))])[0]


def exp(x: Value, precision: Precision) -> Value:
    """Write e^x."""
    if x.format is DOUBLE:
        usual = partial(normal_exp, precision=precision)
        return _unless_far(x, 708.0, usual, partial(_exp, precision=precision))
    return _exp(x, precision)


def _exp(x: Value, precision: Precision) -> Value:
    limits = _range(x.format)
    x = _clamped(x, limits.least, limits.most)
    if precision is Precision.FAST:
        rounder = _rounder(x.format)
        rounded = x.fma(LOG2E / 2, rounder)
        n, (high, low) = rounded - rounder, LN2[precision]
        rest = n.fma(-2 * low, n.fma(-2 * high, x))
        square, higher = rest * rest, rest.polynomial(EXP_OF_TWICE[precision])
        return _with_power_twice(rounded, square.fma(higher, rest))
    rounder, factor = _rounders(x)
    if precision is Precision.PAIR:
        pair = _pair_reduced(x, rounder)
        power, grown = _power(pair.rounded), pair.rest + _pair_above(pair, EXP)
    else:
        reduced = _reduce(x, precision, rounder)
        power, grown = _power(reduced.rounded), _grown(reduced, precision)
    return grown.fma(power, power) * factor


def _pair_reduced(x: Value, rounder: Value | float) -> _Pair:
    rounded = x.fma(LOG2E, rounder)
    n = rounded - rounder
    high, low = LN2[Precision.PAIR]
    return _Pair(rounded, n.fma(-high, x), n * -low)


def _pair_above(pair: _Pair, terms: dict[Precision, tuple[float, ...]]) -> Value:
    """`e^(rest + low) - 1 - rest`, by terms that are exact enough."""
    rest, low = pair.rest, pair.low
    higher = rest.polynomial(terms[Precision.PAIR])
    return (rest * rest).fma(higher, low.fma(rest, low))


def normal_exp(x: Value, precision: Precision) -> Value:
    """Write e^x where that is a normal number."""
    reduced = _reduce(x, precision, _rounder(x.format))
    power = _power(reduced.rounded)
    return _grown(reduced, precision).fma(power, power)


_SIGN = 2048
"""Of a power of an f64, in what becomes its exponent."""


def less_exp(x: Value) -> Value:
    """Write -e^x of a small number of f64, which has an absolute error of some 2^-54."""
    rounder = _rounder(DOUBLE) + _SIGN
    rounded = x.fma(LOG2E, rounder)
    rest = (rounded - rounder).fma(-LN2[Precision.DOUBLE][0], x)
    power = _power(rounded)
    grown = (rest * rest).fma(rest.polynomial(EXPM1[Precision.FAST_DOUBLE]), rest)
    return grown.fma(power, power)


def _with_power_twice(rounded: Value, grown: Value) -> Value:
    """`4^n * (1 + grown)`, where 2^n is normal."""
    power = _power(rounded)
    return power.fma(grown, power) * power


def _wide_power(reduced: _Reduced) -> Value:
    """`2^n * e^rest` where that is normal."""
    return reduced.rest.polynomial((1.0, 1.0, *EXP[Precision.WIDE])) * _power(reduced.rounded)


def wide_exp2(x: Value) -> Value:
    """Write 2^x of an f64 of less than 10 bits, exact to those of an f32."""
    rounder = _rounder(DOUBLE)
    rounded = x + rounder
    rest = (x - (rounded - rounder)) * LN2[Precision.WIDE][0]
    return _wide_power(_Reduced(rounded, rest, None))


def exp2(x: Value, precision: Precision) -> Value:
    """Write 2^x."""
    if precision is Precision.FAST:
        return _fast_exp2(x)
    if precision is Precision.DOUBLE:
        return _unless_far(x, 1022.0, _normal_exp2, partial(_exact_exp2, precision=precision))
    return _exact_exp2(x, precision)


def _fast_exp2(x: Value) -> Value:
    limits, rounder = _range(x.format), _rounder(x.format)
    x = _clamped(x, limits.least_power, limits.most_power)
    rounded = x.fma(0.5, rounder)
    rest = (rounded - rounder).fma(-2.0, x)
    return _with_power_twice(rounded, rest * rest.polynomial(EXP2_OF_TWICE[Precision.FAST]))


def _exact_exp2(x: Value, precision: Precision) -> Value:
    limits = _range(x.format)
    x = _clamped(x, limits.least_power, limits.most_power)
    rounder, factor = _rounders(x)
    return _with_power_of_2(x, rounder, precision) * factor


def _normal_exp2(x: Value) -> Value:
    """2^x of an f64 where that is a normal number."""
    return _with_power_of_2(x, _rounder(x.format), Precision.DOUBLE)


def _with_power_of_2(x: Value, rounder: Value | float, precision: Precision) -> Value:
    rounded = x + rounder
    rest = x - (rounded - rounder)  # exact
    above = rest * rest.polynomial(EXP2_REST[precision])
    power = _power(rounded)
    return rest.fma(LN2[Precision.PAIR][0], above).fma(power, power)


def double_exp2(x: Value, low: Value) -> Value:
    """Write 2^(x + low), where low is far smaller than x and 1."""
    limits = _range(x.format)
    x = _clamped(x, limits.least_power, limits.most_power)
    rounder, factor = _rounders(x)
    rounded = x + rounder
    part = x - (rounded - rounder)
    high, less = LN2[Precision.DOUBLE]
    whole = part + low
    low = ((part - whole) + low) * high
    rest = whole.times(high)
    error = whole.fma(less, whole.fma(high, -rest))
    reduced = _Reduced(rounded, rest, error + low)
    power = _power(rounded)
    return _grown(reduced, Precision.DOUBLE).fma(power, power) * factor


def expm1(x: Value, precision: Precision) -> Value:
    """Write e^x - 1."""
    limits = _range(x.format)
    limited = _clamped(x, -40.0, limits.most)
    half = _pair_half_of_expm1 if precision is Precision.PAIR else _half_of_expm1
    result = _unless_tiny(x, half(limited, precision) * 2.0)
    return result.with_sign_of(x)


def _unless_tiny(x: Value, result: Value) -> Value:
    """The result, or the number itself where that is as good: a part of it may be denormal."""
    return (x.size() < 2.0 ** -(x.format.digits + 2)).select(x, result)


def _expm1(x: Value, precision: Precision) -> Value:
    """`e^x - 1` where e^x is normal."""
    reduced = _reduce(x, precision, _rounder(x.format))
    power = _power(reduced.rounded)
    return power.fma(_grown(reduced, precision), power - 1.0)


def _half_of_expm1(x: Value, precision: Precision) -> Value:
    """`(e^x - 1) / 2`, for e^x up to twice what the format has."""
    reduced = _reduce(x, precision, _rounder(x.format, less=1))
    power = _power(reduced.rounded)
    return power.fma(_grown(reduced, precision), power - 0.5)


def _pair_half_of_expm1(x: Value, precision: Precision) -> Value:
    """The same: the sum of the larger terms in two parts."""
    pair = _pair_reduced(x, _rounder(x.format, less=1))
    power = _power(pair.rounded)
    whole = power - 0.5
    high = power.fma(pair.rest, whole)
    # A power of more than 24 bits loses something too.
    lost = power.fma(pair.rest, whole - high) + ((power - whole) - 0.5)
    return high + power.fma(_pair_above(pair, EXPM1), lost)


def sinh(x: Value, precision: Precision) -> Value:
    """Write (e^x - e^-x) / 2."""
    if precision is Precision.PAIR:
        h = _hyperbolic(x)
        # The larger terms in two parts.
        total, difference = h.up + h.down, h.up - h.down
        high = total.fma(h.rest, difference)
        lost = total.fma(h.rest, difference - high)
        half = high + total.fma(h.odd, difference.fma(h.even, lost))
        return _unless_tiny(x, half * 2.0).with_sign_of(x)
    reduced = _reduce_size(x, precision)
    quarter = _power(reduced.rounded)
    grown, whole = _grown(reduced, precision), quarter - 0.25
    total = quarter.fma(grown, whole)
    half = total * 2.0
    # From some size on the second summand makes no difference, if it is not infinity's.
    other = half.at_most(2.0**64)
    divisor = other.fma(2.0, 1.0)
    if precision is not Precision.DOUBLE:
        return _unless_tiny(x, half + other / divisor).with_sign_of(x)
    lost = other.fma(2.0, 1.0 - divisor)
    # What the sum lost: its second operand is the larger one, or 0.
    low = quarter.fma(grown, whole - total)
    low = (half < 2.0**64).select(low * 2.0, 0.0)
    return _unless_tiny(x, half + (_ratio(other, divisor, lost) + low)).with_sign_of(x)


def _ratio(dividend: Value, divisor: Value, lost: Value) -> Value:
    """`dividend / (divisor + lost)`, where what was lost is an error of rounding."""
    inverse = 1.0 / divisor
    near = dividend * inverse
    return inverse.fma((-near).fma(lost, (-near).fma(divisor, dividend)), near)


def cosh(x: Value, precision: Precision) -> Value:
    """Write (e^x + e^-x) / 2."""
    if precision is Precision.PAIR:
        h = _hyperbolic(x)
        total, difference = h.up + h.down, h.up - h.down
        high = difference.fma(h.rest, h.up)
        lost = difference.fma(h.rest, h.up - high)
        return (high + difference.fma(h.odd, total.fma(h.even, lost + h.down))) * 2.0
    reduced = _reduce_size(x, precision)
    quarter = _power(reduced.rounded)
    half = _grown(reduced, precision).fma(quarter, quarter) * 2.0
    return half + 0.25 / half


def _reduce_size(x: Value, precision: Precision) -> _Reduced:
    """
    The absolute value, for hyperbolic functions, of which e^x may be too large by itself; the power
    is a fourth.
    """
    limited = x.size().at_most(_range(x.format).most + 0.5)
    return _reduce(limited, precision, _rounder(x.format, less=2))


class _Hyperbolic(NamedTuple):
    """A fourth of e^n and of e^-n, the rest of the size of a number, and what is above 1 and it."""

    up: Value
    down: Value
    rest: Value
    even: Value
    """`cosh(rest) - 1`."""
    odd: Value
    """`sinh(rest) - rest`."""


def _hyperbolic(x: Value) -> _Hyperbolic:
    precision, limits = Precision.PAIR, _range(x.format)
    rounder = _rounder(x.format, less=2)
    rounded, rest, low = _pair_reduced(x.size().at_most(limits.most + 0.5), rounder)
    # From there on the other one makes no difference.
    bounded = rounded.at_most(rounder + limits.shift)
    down = x.format.bias - 2
    inverse = ((2 * down - bounded.as_bits()) << x.format.digits).as_real()
    square = rest * rest
    even = rest * rest.fma(square.polynomial(COSH[precision]), low)
    odd = (rest * square).fma(square.polynomial(SINH[precision]), low)
    return _Hyperbolic(_power(rounded), inverse, rest, even, odd)


def tanh(x: Value, precision: Precision) -> Value:
    """Write the tangent of the hyperbola."""
    if precision is Precision.PAIR:
        return _pair_tanh(x)
    size = x.size().at_most(20.0)
    grown = _expm1(size + size, precision)
    if precision is Precision.FAST:
        return (grown / (grown + 2.0)).with_sign_of(x)
    divisor = grown + 2.0
    lost = (2.0 - divisor) + grown
    # The larger summand of `1 - 2 / (e^2x + 1)` is exact.
    is_large = grown > 2.0
    ratio = _ratio(is_large.select(grown.like(2.0), grown), divisor, lost)
    return is_large.select(1.0 - ratio, ratio).with_sign_of(x)


def _pair_tanh(x: Value) -> Value:
    """By powers for small numbers, for others `1 - 2 / (e^2x + 1)`, the sum in two parts."""
    size = x.size()
    square = size * size
    small = (size * square).fma(square.polynomial(TANH[Precision.PAIR]), size)
    twice = (size + size).at_most(20.0)
    reduced = _reduce(twice, Precision.PAIR, _rounder(x.format))
    power = _power(reduced.rounded)
    grown, whole = _grown(reduced, Precision.PAIR), power + 1.0
    divisor = power.fma(grown, whole)
    lost = power.fma(grown, whole - divisor)
    ratio = 2.0 / divisor
    error = ratio.fma(-lost, ratio.fma(-divisor, 2.0)) * (ratio * 0.5)
    high = 1.0 - ratio
    large = high + (((1.0 - high) - ratio) - error)
    return (size < _SMALL_TANH).select(small, large).with_sign_of(x)


def erf(x: Value, precision: Precision) -> Value:
    """Write the error function."""
    if precision is Precision.DOUBLE:
        return _double_erf(x)
    size = x.size().at_most(_MOST_OF_ERF)
    if precision is Precision.FAST:
        # Terms of the square are so large that an f32 of them is 5 units off.
        return (size * (size - _MIDDLE_OF_ERF).horner(ERF[precision])).with_sign_of(x)
    wide = size.widened()
    result = wide * (wide - _MIDDLE_OF_ERF).polynomial(ERF[precision])
    return result.narrowed().with_sign_of(x)


def _double_erf(x: Value) -> Value:
    """
    By powers for small numbers, for others by `1 - e^(-x^2) P((x - 2.5) / (x + 2.5))`: one
    polynomial, whose coefficients each lane chooses.
    """
    size = x.size().at_most(_MOST_OF_DOUBLE_ERF)
    is_small = size < _SMALL_ERF
    square = size * size
    place = is_small.select(square, (size - _CENTRE_OF_ERF) / (size + _CENTRE_OF_ERF))
    terms = zip(ERF_OF_SQUARE[Precision.DOUBLE], ERFC[Precision.DOUBLE], strict=True)
    own = place.horner([is_small.select(x.like(small), large) for small, large in terms])
    # Of the difference from 1, it is the absolute error that counts.
    factor = is_small.select(size, less_exp(-square))
    return factor.fma(own, is_small.select(x.like(0.0), 1.0)).with_sign_of(x)
