"""Conditions on products and on divisions by names, as linear ones that say the same."""

from __future__ import annotations

from functools import lru_cache

from ..connected import has_products, names_in
from ..expr import COMPARISONS, Expr, eq, lift, rebuild
from ..nonlinear.algebra import MIRRORED
from ..nonlinear.lemmas import SHARE
from ..nonlinear.polynomials import Polynomial, common_factor, without_factor, written
from ..nonlinear.products import Products
from ..sets.engine import GaveUp, NotAffine, question

_REMEMBERED = 10_000
_MOST_FACTORS = 3


@lru_cache(_REMEMBERED)
def without_products(condition: Expr, context: Expr) -> Expr | None:
    """
    A condition without products of names or divisions by them, that holds where this one does, as
    far as the context holds; None if none is found.

    So `i * n < 5 * n` is `i < 5` where `n` is known to be positive, and `i // n < 2` is `i < 2*n`.
    """
    if not has_products(condition):
        return condition
    try:
        with question(SHARE):
            products = Products(context)
            linear = products.condition(_cancelled(condition, products))
    except (GaveUp, NotAffine):
        return None
    # No name of a program starts with a star.
    return None if any(name.startswith("*") for name in names_in(linear)) else linear


def _cancelled(condition: Expr, products: Products) -> Expr:
    """The condition without the factors that both sides of a comparison have."""
    if condition.op in ("and", "or", "not"):
        operands = tuple(_cancelled(part, products) for part in condition.operands)
        return rebuild(condition.op, operands)
    if condition.op not in COMPARISONS or not has_products(condition):
        return condition
    if (choice := _choice_in(condition)) is not None:
        holds, *arms = choice.operands
        yes, no = (_cancelled(_replaced(condition, choice, arm), products) for arm in arms)
        holds = _cancelled(holds, products)
        return (holds & yes) | (~holds & no)
    left, right = condition.operands
    return _divided(condition.op, products.polynomial(left - right), products)


def _divided(op: str, difference: Polynomial, products: Products) -> Expr:
    """The comparison of a polynomial with 0, by the signs of the factors that all terms have."""
    common, _ = common_factor((difference,))
    if not common or len(common) > _MOST_FACTORS:
        return rebuild(op, (written(difference), lift(0)))
    factor, rest = common[0], without_factor(difference, common[:1], 1)
    if products.positive({(factor,): 1}):
        return _divided(op, rest, products)
    if products.positive({(factor,): -1}):
        return _divided(MIRRORED[op], rest, products)
    above = (factor > 0) & _divided(op, rest, products)
    below = (factor < 0) & _divided(MIRRORED[op], rest, products)
    zero = eq(factor, 0) & rebuild(op, (lift(0), lift(0)))
    return above | below | zero


def _choice_in(expr: Expr) -> Expr | None:
    """A `select` in an expression that has products in an arm."""
    if expr.op == "select" and any(map(has_products, expr.operands)):
        return expr
    return next((found for part in expr.operands if (found := _choice_in(part)) is not None), None)


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    if expr == old:
        return new
    if not expr.operands:
        return expr
    return rebuild(expr.op, tuple(_replaced(part, old, new) for part in expr.operands))
