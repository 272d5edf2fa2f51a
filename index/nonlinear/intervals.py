"""Interval arithmetic: enclosing bounds of products of names, from the bounds of the factors."""

from __future__ import annotations

from itertools import product
from math import inf
from typing import TypeAlias

from ..expr import Expr
from ..sets.engine import engine
from .algebra import is_symbolic_quotient
from .polynomials import Polynomial
from .products import Products

Bounds: TypeAlias = tuple[int | None, int | None]
"""The least and the greatest value, None if there is none or it is not known."""
_Interval: TypeAlias = tuple[float, float]
"""The same with infinities, which are the only floats in it."""


def enclosure(products: Products, expr: Expr) -> Bounds:
    """Bounds of the values of an index expression on the points."""
    low, high = _of_polynomial(products, products.polynomial(expr))
    return None if _infinite(low) else int(low), None if _infinite(high) else int(high)


def tightest(one: Bounds, two: Bounds) -> Bounds:
    """Return the intersection of two enclosures of the same values."""
    lows = [low for low, _ in (one, two) if low is not None]
    highs = [high for _, high in (one, two) if high is not None]
    return max(lows, default=None), min(highs, default=None)


def _of_polynomial(products: Products, polynomial: Polynomial) -> _Interval:
    low, high = 0, 0
    for monomial, factor in polynomial.items():
        term: _Interval = (factor, factor)
        for atom in monomial:
            corners = [_times(a, b) for a, b in product(term, _of_atom(products, atom))]
            term = min(corners), max(corners)
        low, high = _plus(low, term[0]), _plus(high, term[1])
    return low, high


def _of_atom(products: Products, atom: Expr) -> _Interval:
    linear = products.linear({(atom,): 1})
    least = engine().minimum(linear, products.points)
    greatest = engine().maximum(linear, products.points)
    low, high = -inf if least is None else least, inf if greatest is None else greatest
    if is_symbolic_quotient(atom):
        dividend, divisor = map(products.polynomial, atom.operands)
        if products.positive(divisor):
            # Division by 1 or more brings a number towards 0, or -1.
            first, last = _of_polynomial(products, dividend)
            low = max(low, min(first, 0))
            high = min(high, last if last >= 0 else -1)
    return low, high


def _plus(left: float, right: float) -> float:
    # A large integer plus an infinity would overflow.
    return left if _infinite(left) else right if _infinite(right) else left + right


def _times(left: float, right: float) -> float:
    if left == 0 or right == 0:
        return 0
    if _infinite(left) or _infinite(right):
        return inf if (left > 0) == (right > 0) else -inf
    return left * right


def _infinite(value: float) -> bool:
    return isinstance(value, float)
