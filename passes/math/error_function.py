"""erf."""

from __future__ import annotations

from .arithmetic import Value
from .coefficients import ERF
from .precision import Precision

_MIDDLE, _MOST = 2.0, 3.9192
"""What the polynomial is about, and from where on the result is 1."""


def erf(x: Value, precision: Precision) -> Value:
    """Write the error function."""
    size = x.size().at_most(_MOST)
    if precision is Precision.WIDE:
        size = size.widened()
    result = size * (size - _MIDDLE).polynomial(ERF[precision])
    if precision is Precision.WIDE:
        result = result.narrowed()
    return result.with_sign_of(x)
