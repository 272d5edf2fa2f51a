"""erf."""

from __future__ import annotations

from .arithmetic import Value
from .coefficients import ERF, ERF_OF_SQUARE, ERFC
from .exponentials import normal_exp
from .precision import Precision

_MIDDLE, _MOST = 2.0, 3.9192
"""What the polynomial is about, and from where on the result is 1."""
_SMALL, _CENTRE, _MOST_OF_DOUBLE = 0.9, 3.0, 6.0


def erf(x: Value, precision: Precision) -> Value:
    """Write the error function."""
    if precision is Precision.DOUBLE:
        return _double_erf(x)
    size = x.size().at_most(_MOST)
    if precision is Precision.FAST:
        # Terms of the square are so large that an f32 of them is 5 units off.
        return (size * (size - _MIDDLE).horner(ERF[precision])).with_sign_of(x)
    wide = size.widened()
    result = wide * (wide - _MIDDLE).polynomial(ERF[precision])
    return result.narrowed().with_sign_of(x)


def _double_erf(x: Value) -> Value:
    """By powers for small numbers, for others by `erfc(x) = e^(-x^2) P((x - 3) / (x + 3))`."""
    size = x.size().at_most(_MOST_OF_DOUBLE)
    square = size * size
    small = size * square.polynomial(ERF_OF_SQUARE[Precision.DOUBLE])
    place = (size - _CENTRE) / (size + _CENTRE)
    rest = normal_exp(-square, Precision.DOUBLE) * place.polynomial(ERFC[Precision.DOUBLE])
    return (size < _SMALL).select(small, 1.0 - rest).with_sign_of(x)
