"""asin, acos, atan and atan2."""

from __future__ import annotations

from typing import NamedTuple

from .arithmetic import DOUBLE, Value
from .coefficients import ASIN, ATAN, ATAN_OF_MIDDLE
from .multiples_of_pi import HALF_PI
from .powers import HALVED
from .precision import Precision

_MIDDLE_ARC, _LARGE_ARC = 0.6, 2.0
"""From here on, an angle is taken from 45 degrees, and from 90 degrees."""


def _small_arc(x: Value, precision: Precision) -> tuple[Value, Value]:
    """Where |x| is large, and there half of `acos(|x|)`, elsewhere `asin(|x|)`."""
    size = x.size()
    is_large = size > 0.5
    square = is_large.select((1.0 - size) * 0.5, size * size)
    chord = is_large.select(square.sqrt(), size)
    above = square.polynomial(ASIN[precision])
    if precision is not Precision.DOUBLE:
        return is_large, (chord * square).fma(above, chord)
    # What the root lost by rounding; of 0 it is nothing.
    lost = (-chord).fma(chord, square) / (chord + chord).at_least(2.0**-1000)
    low = is_large.select(lost, 0.0)
    return is_large, chord + (chord * square).fma(above, low)


class _Arc(NamedTuple):
    """Where |x| is large, and in two parts what `_small_arc` gives."""

    is_large: Value
    chord: Value
    low: Value


def _pair_arc(x: Value) -> _Arc:
    """As `_small_arc`, of an f32 in two parts."""
    size = x.size()
    is_large = size > 0.5
    square = is_large.select(size.fma(-0.5, 0.5), size * size)
    root = square.sqrt()
    # What the root lost by rounding, by half of its inverse to 4 bits.
    inverse = (square.as_bits().like(HALVED) - (square.as_bits() >> 1)).as_real()
    lost = (-root).fma(root, square) * (inverse * 0.5)
    chord = is_large.select(root, size)
    above = square.polynomial(ASIN[Precision.PAIR])
    return _Arc(is_large, chord, (chord * square).fma(above, is_large.select(lost, 0.0)))


def _pair_asin(x: Value) -> Value:
    is_large, chord, low = _pair_arc(x)
    whole, rest = HALF_PI[Precision.PAIR][:2]
    high = chord.fma(-2.0, whole)
    lost = chord.fma(-2.0, whole - high) + rest
    base = is_large.select(high, chord)
    return (base + is_large.select(low.fma(-2.0, lost), low)).with_sign_of(x)


def _pair_acos(x: Value) -> Value:
    """`n * pi/2 - a`, the angle a in two parts; n is 0, 1 or 2."""
    is_large, chord, low = _pair_arc(x)
    whole, rest = HALF_PI[Precision.PAIR][:2]
    sign = x.like(1.0).with_sign_of(x)
    n = 1.0 - is_large.select(sign, 0.0)
    factor = is_large.select(sign * -2.0, sign)
    chord, low = chord * factor, low * factor
    start = n * whole
    high = start - chord
    lost = n.fma(rest, (start - high) - chord)
    return high + (lost - low)


def asin(x: Value, precision: Precision) -> Value:
    """Write the arc sine."""
    if precision is Precision.PAIR:
        return _pair_asin(x)
    is_large, arc = _small_arc(x, precision)
    high, low = HALF_PI[precision][:2]
    rest = high - (arc.fma(2.0, -low))
    return is_large.select(rest, arc).with_sign_of(x)


def acos(x: Value, precision: Precision) -> Value:
    """Write the arc cosine."""
    if precision is Precision.PAIR:
        return _pair_acos(x)
    is_large, arc = _small_arc(x, precision)
    high, low = HALF_PI[precision][:2]
    twice = arc + arc
    of_large = (x < 0.0).select(2 * high - (twice - 2 * low), twice)
    of_small = high - (arc.with_sign_of(x) - low)
    return is_large.select(of_large, of_small)


def _arc(tangent: Value, precision: Precision) -> Value:
    """The arc tangent of a number from 0 to 1."""
    square = tangent * tangent
    return (tangent * square).fma(square.polynomial(ATAN[precision]), tangent)


def _pair_atan(x: Value) -> Value:
    """By the angle to 0, 45 or 90 degrees, whose tangent has smaller units than the result."""
    size = x.size().at_most(2.0**60)
    is_middle, is_large = size > _MIDDLE_ARC, size > _LARGE_ARC
    dividend = is_large.select(x.like(-1.0), is_middle.select(size - 1.0, size))
    divisor = is_large.select(size, is_middle.select(size + 1.0, 1.0))
    whole = HALF_PI[Precision.PAIR][0]
    base = is_large.select(x.like(whole), is_middle.select(x.like(whole / 2), 0.0))
    angle = _beside(base, dividend / divisor, ATAN_OF_MIDDLE, Precision.PAIR)
    return angle.with_sign_of(x)


def _beside(
    base: Value,
    tangent: Value,
    terms: dict[Precision, tuple[float, ...]],
    precision: Precision,
) -> Value:
    """A multiple of half of pi plus the angle of a tangent, by the larger terms in two parts."""
    whole, rest = HALF_PI[precision][:2]
    high = base + tangent
    low = base.fma(rest / whole, (base - high) + tangent)
    square = tangent * tangent
    return high + (tangent * square).fma(square.polynomial(terms[precision]), low)


def atan(x: Value, precision: Precision) -> Value:
    """Write the arc tangent."""
    if precision is Precision.PAIR:
        return _pair_atan(x)
    if precision is Precision.FAST_DOUBLE:
        return _arc_tangent(x.size(), precision).with_sign_of(x)
    size = x.size().at_most(2.0**60)
    is_large = size > 1.0
    if precision is Precision.DOUBLE:
        base = is_large.select(x.like(HALF_PI[precision][0]), 0.0)
        return _beside(base, is_large.select(-1.0 / size, size), ATAN, precision).with_sign_of(x)
    return _arc_tangent(size, precision).with_sign_of(x)


def _arc_tangent(size: Value, precision: Precision) -> Value:
    """The arc tangent of a positive number."""
    is_large = size > 1.0
    arc = _arc(is_large.select(1.0 / size, size), precision)
    high, low = HALF_PI[Precision.DOUBLE if size.format is DOUBLE else precision][:2]
    return is_large.select(high - (arc - low), arc)


def atan2(y: Value, x: Value, precision: Precision) -> Value:
    """Write the angle of a point."""
    is_wide = precision is Precision.WIDE
    along, across = (x.widened(), y.widened()) if is_wide else (x, y)
    sizes = along.size(), across.size()
    is_steep = sizes[0] < sizes[1]
    least = is_steep.select(sizes[0], sizes[1])
    most = is_steep.select(sizes[1], sizes[0])
    # 0 / 0 counts as 0, and the ratio of infinities as 1.
    ratio = least.equals(most).select(least.like(1.0), least / most)
    ratio = least.equals(0.0).select(least.like(0.0), ratio)
    half = HALF_PI[precision][0]
    is_left = along.as_bits() < 0
    base = is_steep.select(ratio.like(half), is_left.select(ratio.like(2 * half), 0.0))
    tangent = (is_steep ^ is_left).select(-ratio, ratio)
    angle = _beside(base, tangent, ATAN, precision)
    angle = (angle.narrowed() if is_wide else angle).with_sign_of(y)
    return x.is_unordered(y).select(x + y, angle)
