"""sin, cos and tan."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .arithmetic import DOUBLE, Value, Writer, sum_of
from .coefficients import COS, SIN, TAN, TAN_OF_HALF
from .large_angles import Angle, Quarters, double_quarters, single_angle
from .multiples_of_pi import HALF_PI, INVERSE_PI, PI, TURNS, TURNS_OF_HALF
from .precision import Precision

_LARGE = {
    Precision.FAST: 2.0**13,
    Precision.PAIR: 2.0**10,
    Precision.WIDE: 2.0**28,
    Precision.DOUBLE: 2.0**22,
    Precision.FAST_DOUBLE: 2.0**22,
}
"""From here on, multiples of pi are not exact enough."""


def sin(x: Value, precision: Precision) -> Value:
    """Write the sine."""
    return _sine(x, precision, is_cosine=False)


def cos(x: Value, precision: Precision) -> Value:
    """Write the cosine."""
    return _sine(x, precision, is_cosine=True)


def _sine(x: Value, precision: Precision, *, is_cosine: bool) -> Value:
    if precision is Precision.DOUBLE:
        return _double_sine(x, is_cosine=is_cosine)
    half = 0.5 if is_cosine else 0.0
    if precision is Precision.WIDE:
        usual = _sine_angle(x.widened(), precision, half)
        angle = _where_large(
            x, precision, usual, lambda large: single_angle(large, TURNS, PI[precision][0], half)
        )
        return _sine_of(Angle(*angle), precision).narrowed()

    def precise(large: Value) -> list[Value]:
        if precision is Precision.FAST_DOUBLE:
            bits, rest, _ = double_quarters(large)
            return [_sine_of_quarters(bits, rest, is_cosine=is_cosine)]
        return [_sine(large, Precision.WIDE, is_cosine=is_cosine)]

    usual = [_sine_of(_sine_angle(x, precision, half), precision)]
    return _where_large(x, precision, usual, precise)[0]


def _sine_angle(x: Value, precision: Precision, half: float) -> Angle:
    """The rest for the sine, with `half` negated, for the cosine."""
    rounder = x.format.rounder
    if half:
        rounded = x.fma(INVERSE_PI, -half) + rounder
        n = (rounded - rounder) + half
        rest, sign = -x, 1.0
    else:
        rounded = x.fma(INVERSE_PI, rounder)
        n = rounded - rounder
        rest, sign = x, -1.0
    for part in PI[precision]:
        rest = n.fma(sign * part, rest)
    return Angle(rounded, rest)


def _sine_of(angle: Angle, precision: Precision) -> Value:
    rest, format = angle.rest, angle.rest.format
    value = rest * (rest * rest).polynomial((1.0, *SIN[precision]))
    return value.with_sign_changed(angle.rounded.as_bits() << (format.bits.width.data - 1))


def _where_large(
    x: Value, precision: Precision, usual: Sequence[Value], rare: Callable[[Value], Sequence[Value]]
) -> list[Value]:
    def write(writer: Writer) -> Sequence[Value]:
        return rare(Value(writer, x.ssa))

    return x.writer.where_any(x.size() >= _LARGE[precision], usual, write)


def tan(x: Value, precision: Precision) -> Value:
    """Write the tangent."""
    if precision is Precision.DOUBLE:
        return _double_tan(x)
    if precision is Precision.FAST_DOUBLE:
        return _fast_double_tan(x)
    if precision is Precision.FAST:
        usual = [_tangent_of(_tangent_angle(x, precision), precision)]
        return _where_large(x, precision, usual, lambda large: [tan(large, Precision.WIDE)])[0]
    if precision is Precision.PAIR:
        return _where_large(
            x, precision, [_pair_tan(x)], lambda large: [tan(large, Precision.WIDE)]
        )[0]
    unit = HALF_PI[precision][0]
    angle = _where_large(
        x,
        precision,
        _tangent_angle(x.widened(), precision),
        lambda large: single_angle(large, TURNS_OF_HALF, unit, 0.0),
    )
    return _tangent_of(Angle(*angle), precision).narrowed()


def _tangent_angle(x: Value, precision: Precision) -> Angle:
    rounder = x.format.rounder
    rounded = x.fma(2 * INVERSE_PI, rounder)
    n, rest = rounded - rounder, x
    for part in HALF_PI[precision]:
        rest = n.fma(-part, rest)
    return Angle(rounded, rest)


def _tangent_of(angle: Angle, precision: Precision) -> Value:
    rest = angle.rest
    value = rest * (rest * rest).polynomial((1.0, *TAN[precision]))
    is_odd = (angle.rounded.as_bits() & 1).differs(0)
    inverse = value.reciprocal() if precision is Precision.WIDE else 1.0 / value
    return is_odd.select(-inverse, value)


def _pair_tan(x: Value) -> Value:
    rounder = x.format.rounder
    rounded = x.fma(2 * INVERSE_PI, rounder)
    n = rounded - rounder
    first, second, third = HALF_PI[Precision.PAIR]
    part = n.fma(-first, x)  # exact
    rest = n.fma(-second, part)
    lost = n.fma(third, n.fma(second, rest - part))  # whose zero makes that of x no other
    return _tangent(rounded.as_bits(), rest, -lost, Precision.PAIR)


def _tangent(bits: Value, rest: Value, low: Value, precision: Precision) -> Value:
    """
    The tangent of n quarters, whose bits are these, and a rest in two parts. By that of half the
    rest, `v / 2`: `v / (1 - v^2 / 4)`, or minus the inverse of that.
    """
    square = rest * rest
    above = (rest * square) * square.polynomial(TAN_OF_HALF[precision])
    v, v_low = sum_of(rest, above + low)
    quarter = v * -0.25
    whole = quarter.fma(v, 1.0)
    whole_low = rest.like(0.0)
    if precision is Precision.PAIR:  # else the bound allows for it
        whole_low = quarter.fma(v_low + v_low, quarter.fma(v, 1.0 - whole))
    is_odd = (bits & 1).differs(0)
    dividend, divisor = is_odd.select(-whole, v), is_odd.select(v, whole)
    low, divisor_low = is_odd.select(-whole_low, v_low), is_odd.select(v_low, whole_low)
    return _quotient(dividend, low, divisor, divisor_low)


def _quotient(dividend: Value, low: Value, divisor: Value, divisor_low: Value) -> Value:
    """The quotient of numbers in two parts."""
    inverse = 1.0 / divisor
    near = dividend * inverse
    # By its negative, so that a zero keeps its sign.
    excess = near.fma(divisor, -dividend) + near.fma(divisor_low, -low)
    return inverse.fma(-excess, near)


def _quarters(x: Value) -> tuple[Value, Value]:
    """An f64 as n times half of pi and a rest: the bits of n, and that, to its last place."""

    def large(x: Value) -> tuple[Value, Value]:
        return double_quarters(x)[:2]

    rounded, n, part = _first_part(x)
    _, second, third = HALF_PI[Precision.DOUBLE]
    rest = n.fma(-third, n.fma(-second, part))
    bits, rest = _where_large(x, Precision.DOUBLE, (rounded.as_bits(), rest), large)
    return bits, rest


def _quarters_in_parts(x: Value) -> Quarters:
    """The same, with a rest in two parts."""
    rounded, n, part = _first_part(x)
    _, second, third = HALF_PI[Precision.DOUBLE]
    product = n.times(second)
    rest = part - product
    # The errors of the difference and the product: neither of its operands is always the larger.
    away = part - rest
    error = (part - (rest + away)) + (away - product)
    low = n.fma(-third, error - n.fma(second, -product))
    usual = rounded.as_bits(), rest, low
    return Quarters(*_where_large(x, Precision.DOUBLE, usual, double_quarters))


def _first_part(x: Value) -> tuple[Value, Value, Value]:
    """An f64 by quarters: what has their number in its last bits, that, and x less most of them."""
    rounder = DOUBLE.rounder
    rounded = x.fma(2 * INVERSE_PI, rounder)
    n = rounded - rounder
    return rounded, n, n.fma(-HALF_PI[Precision.DOUBLE][0], x)  # exact


def _double_sine(x: Value, *, is_cosine: bool) -> Value:
    return _sine_of_quarters(*_quarters(x), is_cosine=is_cosine)


def _sine_of_quarters(bits: Value, rest: Value, *, is_cosine: bool) -> Value:
    square = rest * rest
    # The sine of -0.0 is -0.0.
    sine = (rest * square).fma(square.polynomial(SIN[Precision.DOUBLE]), rest).with_sign_of(rest)
    fourth = (square * square) * square.polynomial(COS[Precision.DOUBLE])
    cosine = square.fma(-0.5, 1.0) + fourth
    is_odd = (bits & 1).differs(0)
    first, other = (cosine, sine) if is_cosine else (sine, cosine)
    negated = bits + 1 if is_cosine else bits
    return is_odd.select(other, first).with_sign_changed((negated & 2) << 62)


def _double_tan(x: Value) -> Value:
    bits, rest, low = _quarters_in_parts(x)
    return x.equals(0.0).select(x, _tangent(bits, rest, low, Precision.DOUBLE))


def _fast_double_tan(x: Value) -> Value:
    """As `_tangent`, of what has one part."""
    bits, rest = _quarters(x)
    square = rest * rest
    v = (rest * square).fma(square.polynomial(TAN_OF_HALF[Precision.DOUBLE]), rest)
    whole = (v * -0.25).fma(v, 1.0)
    is_odd = (bits & 1).differs(0)
    return is_odd.select(-whole, v) / is_odd.select(v, whole)
