"""erf."""

from __future__ import annotations

from .arithmetic import Value
from .coefficients import ERF, ERF_OF_SQUARE, ERFC
from .exponentials import less_exp
from .precision import Precision

_MIDDLE, _MOST = 2.0, 3.9192
"""What the polynomial is about, and from where on the result is 1."""
_SMALL, _CENTRE, _MOST_OF_DOUBLE = 0.9, 2.5, 6.0


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
    """
    By powers for small numbers, for others by `1 - e^(-x^2) P((x - 2.5) / (x + 2.5))`: one
    polynomial, whose coefficients each lane chooses.
    """
    size = x.size().at_most(_MOST_OF_DOUBLE)
    is_small = size < _SMALL
    square = size * size
    place = is_small.select(square, (size - _CENTRE) / (size + _CENTRE))
    terms = zip(ERF_OF_SQUARE[Precision.DOUBLE], ERFC[Precision.DOUBLE], strict=True)
    own = place.horner([is_small.select(x.like(small), large) for small, large in terms])
    # Of the difference from 1, it is the absolute error that counts.
    factor = is_small.select(size, less_exp(-square))
    return factor.fma(own, is_small.select(x.like(0.0), 1.0)).with_sign_of(x)
