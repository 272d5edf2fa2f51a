"""Mathematical functions to fifty digits and more, by nothing but Python's decimal numbers."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from functools import cache
from typing import TypeAlias

Exact: TypeAlias = Callable[..., Decimal]
"""A function of finite numbers for which it has a finite value, without its zeros and poles."""

DIGITS = 60
_GUARD = 20
_MOST_EXPONENT = 10**9
_ZERO, _ONE, _TWO = Decimal(0), Decimal(1), Decimal(2)


@cache
def pi(digits: int) -> Decimal:
    """Return pi, by Machin's formula."""
    with localcontext(Context(prec=digits + _GUARD)):
        return 4 * (4 * _atan_of_inverse(5) - _atan_of_inverse(239))


def _atan_of_inverse(number: int) -> Decimal:
    """Return the arc tangent of 1 / number."""
    square, term = number * number, _ONE / number
    total, k = term, 1
    while True:
        term, k = -term / square, k + 2
        new = total + term / k
        if new == total:
            return total
        total = new


def _series(first: Decimal, ratio: Callable[[int], Decimal]) -> Decimal:
    """Add terms, each `ratio(k)` times the one before it, until they change nothing."""
    total, term, k = first, first, 1
    while True:
        term *= ratio(k)
        new = total + term
        if new == total:
            return total
        total, k = new, k + 1


def _expm1(x: Decimal) -> Decimal:
    if abs(x) > Decimal("0.1"):
        return x.exp() - 1
    return _series(x, lambda k: x / (k + 1))


def _log1p(x: Decimal) -> Decimal:
    if abs(x) > Decimal("0.1"):
        return (1 + x).ln()
    ratio = x / (2 + x)
    square = ratio * ratio
    total, power, k = ratio, ratio, 1
    while True:
        power, k = power * square, k + 2
        new = total + power / k
        if new == total:
            return 2 * total
        total = new


def _reduced(x: Decimal) -> tuple[int, Decimal]:
    """Return the nearest multiple of pi / 2, modulo 4, and the rest."""
    # In steps: pi is computed for each number of digits.
    digits = DIGITS + _GUARD + 100 * -(-max(0, x.adjusted()) // 100)
    with localcontext(Context(prec=digits + _GUARD, Emax=_MOST_EXPONENT, Emin=-_MOST_EXPONENT)):
        half = pi(digits) / 2
        multiple = (x / half).to_integral_value()
        return int(multiple) % 4, x - multiple * half


def _sin_series(x: Decimal) -> Decimal:
    square = x * x
    return _series(x, lambda k: -square / (2 * k * (2 * k + 1)))


def _cos_series(x: Decimal) -> Decimal:
    square = x * x
    return _series(_ONE, lambda k: -square / (2 * k * (2 * k - 1)))


def _sin(x: Decimal, turns: int = 0) -> Decimal:
    quadrant, rest = _reduced(x)
    quadrant = (quadrant + turns) % 4
    value = (_cos_series if quadrant % 2 else _sin_series)(rest)
    return -value if quadrant >= 2 else value


def _cos(x: Decimal) -> Decimal:
    return _sin(x, turns=1)


def _atan(x: Decimal) -> Decimal:
    if abs(x) > 1:
        return (pi(DIGITS + _GUARD) / 2).copy_sign(x) - _atan(1 / x)
    halvings = 0
    while abs(x) > Decimal("0.05"):
        x /= 1 + (1 + x * x).sqrt()
        halvings += 1
    square, power, total, k = x * x, x, x, 1
    while True:
        power, k = -power * square, k + 2
        new = total + power / k
        if new == total:
            return total * (1 << halvings)
        total = new


def _atan2(y: Decimal, x: Decimal) -> Decimal:
    if x == 0:
        return (pi(DIGITS + _GUARD) / 2).copy_sign(y)
    base = _atan(y / x)
    return base if x > 0 else base + pi(DIGITS + _GUARD).copy_sign(y)


def _asin(x: Decimal) -> Decimal:
    if abs(x) == 1:
        return (pi(DIGITS + _GUARD) / 2).copy_sign(x)
    return _atan(x / ((1 - x) * (1 + x)).sqrt())


def _acos(x: Decimal) -> Decimal:
    if x == -1:
        return pi(DIGITS + _GUARD)
    return 2 * _atan(((1 - x) / (1 + x)).sqrt())


def _erf(x: Decimal) -> Decimal:
    if abs(x) > 30:
        return _ONE.copy_sign(x)
    square = x * x
    # All terms are of one sign, so nothing cancels.
    total = _series(x, lambda k: 2 * square / (2 * k + 1))
    return 2 * total * (-square).exp() / pi(DIGITS + _GUARD).sqrt()


def _sinh(x: Decimal) -> Decimal:
    grown = _expm1(abs(x))
    return ((grown + grown / (grown + 1)) / 2).copy_sign(x)


def _tanh(x: Decimal) -> Decimal:
    grown = _expm1(2 * abs(x))
    return (grown / (grown + 2)).copy_sign(x)


def _log(x: Decimal) -> Decimal:
    return _log1p(x - 1) if abs(x - 1) < Decimal("0.1") else x.ln()


def _cbrt(x: Decimal) -> Decimal:
    return ((abs(x).ln() / 3).exp()).copy_sign(x)


def _pow(x: Decimal, y: Decimal) -> Decimal:
    if x < 0 and y != y.to_integral_value():
        raise ArithmeticError("a power of a negative number")
    if y == y.to_integral_value() and abs(y) <= 64:
        return x ** int(y)
    size = (y * _log(abs(x))).exp()
    return -size if x < 0 and y % 2 else size


def _exp(x: Decimal) -> Decimal:
    return x.exp()


def _exp2(x: Decimal) -> Decimal:
    return (x * _TWO.ln()).exp()


def _log2(x: Decimal) -> Decimal:
    return _log(x) / _TWO.ln()


def _log10(x: Decimal) -> Decimal:
    return _log(x) / Decimal(10).ln()


def _tan(x: Decimal) -> Decimal:
    return _sin(x) / _cos(x)


def _cosh(x: Decimal) -> Decimal:
    return (x.exp() + (-x).exp()) / 2


def _rsqrt(x: Decimal) -> Decimal:
    return 1 / x.sqrt()


def _sqrt(x: Decimal) -> Decimal:
    return x.sqrt()


EXACT: dict[str, Exact] = {
    "math.exp": _exp,
    "math.exp2": _exp2,
    "math.expm1": _expm1,
    "math.log": _log,
    "math.log2": _log2,
    "math.log10": _log10,
    "math.log1p": _log1p,
    "math.sin": _sin,
    "math.cos": _cos,
    "math.tan": _tan,
    "math.sinh": _sinh,
    "math.cosh": _cosh,
    "math.tanh": _tanh,
    "math.asin": _asin,
    "math.acos": _acos,
    "math.atan": _atan,
    "math.atan2": _atan2,
    "math.erf": _erf,
    "math.cbrt": _cbrt,
    "math.rsqrt": _rsqrt,
    "math.sqrt": _sqrt,
    "math.powf": _pow,
}

INEXACT = EXACT.keys() - {"math.sqrt"}
"""The functions that libraries round in several ways."""


def context() -> Context:
    """Return the precision, and the range, that the values are computed in."""
    return Context(prec=DIGITS + _GUARD, Emax=_MOST_EXPONENT, Emin=-_MOST_EXPONENT)


def exactly(name: str, *arguments: Decimal) -> Decimal:
    """
    Return a function's value to about `DIGITS` digits.

    Raises ArithmeticError where it has none, or one that is neither large nor small but endless.
    """
    with localcontext(context()):
        return EXACT[name](*arguments)
