"""asin, acos, atan and atan2."""

from __future__ import annotations

from .arithmetic import Value
from .coefficients import ASIN, ATAN, HALF_PI, PI
from .precision import Precision


def _in(x: Value, precision: Precision) -> Value:
    return x.widened() if precision is Precision.WIDE else x


def _out(x: Value, precision: Precision) -> Value:
    return x.narrowed() if precision is Precision.WIDE else x


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


def asin(x: Value, precision: Precision) -> Value:
    """Write the arc sine."""
    is_large, arc = _small_arc(_in(x, precision), precision)
    high, low = HALF_PI[precision][:2]
    rest = high - (arc.fma(2.0, -low))
    return _out(is_large.select(rest, arc), precision).with_sign_of(x)


def acos(x: Value, precision: Precision) -> Value:
    """Write the arc cosine."""
    own = _in(x, precision)
    is_large, arc = _small_arc(own, precision)
    high, low = HALF_PI[precision][:2]
    twice = arc + arc
    of_large = (own < 0.0).select(2 * high - (twice - 2 * low), twice)
    of_small = high - (arc.with_sign_of(own) - low)
    return _out(is_large.select(of_large, of_small), precision)


def _arc(tangent: Value, precision: Precision) -> Value:
    """The arc tangent of a number from 0 to 1."""
    square = tangent * tangent
    return (tangent * square).fma(square.polynomial(ATAN[precision]), tangent)


def atan(x: Value, precision: Precision) -> Value:
    """Write the arc tangent."""
    size = _in(x.size().at_most(2.0**60), precision)
    is_large = size > 1.0
    inverse = size.reciprocal() if precision is Precision.WIDE else 1.0 / size
    arc = _arc(is_large.select(inverse, size), precision)
    high, low = HALF_PI[precision][:2]
    return _out(is_large.select(high - (arc - low), arc), precision).with_sign_of(x)


def atan2(y: Value, x: Value, precision: Precision) -> Value:
    """Write the angle of a point."""
    along, across = _in(x, precision), _in(y, precision)
    sizes = along.size(), across.size()
    is_steep = sizes[0] < sizes[1]
    least = is_steep.select(sizes[0], sizes[1])
    most = is_steep.select(sizes[1], sizes[0])
    # 0 / 0 counts as 0, and the ratio of infinities as 1.
    ratio = least.equals(most).select(least.like(1.0), least / most)
    ratio = least.equals(0.0).select(least.like(0.0), ratio)
    arc = _arc(ratio, precision)
    high, low = HALF_PI[precision][:2]
    arc = is_steep.select(high - (arc - low), arc)
    is_left = along.as_bits() < 0
    arc = is_left.select(PI[precision][0] - (arc - 2 * low), arc)
    angle = _out(arc, precision).with_sign_of(y)
    return x.is_unordered(y).select(x + y, angle)
