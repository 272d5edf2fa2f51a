"""Sums of products of names and of what is treated as one: `d2 * (d1 * d0)` is `d0 * d1 * d2`."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import TypeAlias

from ..expr import Expr, lift
from ..sets.engine import GaveUp

Monomial: TypeAlias = tuple[Expr, ...]
"""A product of factors in order; the empty one is 1."""
Polynomial: TypeAlias = Mapping[Monomial, int]
"""The coefficient of each monomial, none of them 0."""

_MOST_TERMS = 64
_MOST_FACTORS = 8


def plus(left: Polynomial, right: Polynomial, factor: int = 1) -> Polynomial:
    """The sum `left + factor * right`."""
    result = dict(left)
    for monomial, value in right.items():
        result[monomial] = result.get(monomial, 0) + factor * value
    return {monomial: value for monomial, value in result.items() if value}


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product; raises GaveUp if it has too many terms."""
    result: dict[Monomial, int] = {}
    for one, factor in left.items():
        for two, other in right.items():
            product = tuple(sorted((*one, *two), key=str)) if one and two else one or two
            result[product] = result.get(product, 0) + factor * other
    if len(result) > _MOST_TERMS or any(len(monomial) > _MOST_FACTORS for monomial in result):
        raise GaveUp("a product of sums has too many terms")
    return {monomial: value for monomial, value in result.items() if value}


def written(polynomial: Polynomial) -> Expr:
    """The polynomial as an expression."""
    result = lift(0)
    for monomial, value in polynomial.items():
        result = result + product(monomial) * value
    return result


def product(monomial: Monomial) -> Expr:
    """The product of the factors."""
    result = lift(1)
    for factor in monomial:
        result = result * factor
    return result


def constant(polynomial: Polynomial) -> int | None:
    """The value of a polynomial without names, else None."""
    return polynomial.get((), 0) if not any(polynomial) else None


def divided(dividend: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Some `a` and `r` with `dividend == a * divisor + r`."""
    lead = max(divisor, key=lambda monomial: (len(monomial), *map(str, monomial)))
    whole: Polynomial = {}
    rest = dividend
    for _ in range(_MOST_TERMS):
        step = _divided_once(rest, lead, divisor[lead])
        if step is None:
            break
        whole = plus(whole, step)
        rest = plus(rest, times(step, divisor), -1)
    return (whole, rest) if len(rest) < len(dividend) else ({}, dividend)


def common_factor(polynomials: tuple[Polynomial, ...]) -> tuple[Monomial, int]:
    """The greatest monomial, and the greatest number, that divide each term of all of them."""
    shared: Monomial | None = None
    number = 0
    for polynomial in polynomials:
        for monomial, value in polynomial.items():
            number = gcd(number, value)
            shared = monomial if shared is None else _in_both(shared, monomial)
    return shared or (), number


def without_factor(polynomial: Polynomial, factors: Monomial, number: int) -> Polynomial:
    """The terms that a product divides, divided by it."""
    result: Polynomial = {}
    for monomial, value in polynomial.items():
        rest = without(monomial, factors)
        if rest is not None and value % number == 0:
            result = plus(result, {rest: value // number})
    return result


def without(monomial: Monomial, factors: Monomial) -> Monomial | None:
    """The monomial less these factors, None if it has not all of them."""
    left = list(monomial)
    for factor in factors:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)


def _in_both(one: Monomial, other: Monomial) -> Monomial:
    left = list(other)
    shared: list[Expr] = []
    for factor in one:
        if factor in left:
            left.remove(factor)
            shared.append(factor)
    return tuple(shared)


def _divided_once(dividend: Polynomial, lead: Monomial, factor: int) -> Polynomial | None:
    """A term of the dividend over the divisor's leading one."""
    for monomial, value in dividend.items():
        rest = without(monomial, lead)
        if rest is not None and value % factor == 0:
            return {rest: value // factor}
    return None
