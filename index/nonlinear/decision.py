"""Questions about products of names: linear arithmetic with lemmas, then z3."""

from __future__ import annotations

from collections.abc import Sequence

from ..expr import Expr, all_of, conjuncts
from ..normal import negate
from ..sets.engine import GaveUp, IntSet, NotAffine, engine, question
from ..verdict import Proven, Refuted, Unknown, Verdict
from .cases import by_sign, in_cases, with_multiples
from .intervals import Bounds, enclosure, tightest
from .lemmas import SHARE, with_lemmas
from .products import Products


def implies_with_products(context: Expr, goal: Expr, names: Sequence[str]) -> Verdict:
    """Whether the goal holds wherever the context does, for any integer arithmetic."""
    for part in conjuncts(negate(negate(goal))):
        try:
            verdict = _excludes(all_of((context, negate(part))), names)
        except NotAffine as error:
            return Unknown(str(error))
        if not isinstance(verdict, Proven):
            return verdict
    return Proven()


def bounds_with_products(expr: Expr, context: Expr) -> Bounds:
    """Bounds of the values of an expression in the context; raises GaveUp, NotAffine."""
    with question(SHARE):
        products = Products(context)
        enclosing = enclosure(products, expr)
        linear = products.index(expr)
        points = with_lemmas(products, multiply=False)
        found = engine().minimum(linear, points), engine().maximum(linear, points)
    return tightest(found, enclosing)


def checked(failing: Expr, witness: dict[str, int]) -> Verdict:
    """The witness as a verdict, if evaluating what is to fail confirms it."""
    try:
        if failing.evaluate(witness):
            return Refuted(witness)
    except ZeroDivisionError:
        return Unknown("it divides by what may be 0")
    return Unknown("products of names are beyond the rules")


def _excludes(condition: Expr, names: Sequence[str]) -> Verdict:
    """Proven where nothing satisfies the condition, refuted at what does."""
    try:
        with question(SHARE):
            products = Products(condition)
            if products.points.is_empty():
                return Proven()
            verdict = _guessed(condition, products, products.points, names)
            if isinstance(verdict, Refuted):
                return verdict
            points = with_lemmas(products)
            if points.is_empty():
                return Proven()
    except GaveUp:
        pass  # a case of it, or z3, may need less
    if all(map(_is_excluded, in_cases(condition))):
        return Proven()
    return _asked_z3(condition, names)


def _is_excluded(condition: Expr, signs: bool = True) -> bool:
    """Whether lemmas show that nothing satisfies the condition."""
    try:
        with question(SHARE):
            products = Products(condition)
            if products.points.is_empty():
                return True
            expressed = with_multiples(condition, products)
            if expressed != condition:
                products = Products(expressed)
            if with_lemmas(products).is_empty():
                return True
            cases = by_sign(expressed, products) if signs else [expressed]
    except (GaveUp, NotAffine):
        return False
    return len(cases) > 1 and all(_is_excluded(case, signs=False) for case in cases)


def _guessed(condition: Expr, products: Products, points: IntSet, names: Sequence[str]) -> Verdict:
    """
    Decide a condition as if products could have any value; a counterexample is checked with their
    actual values.
    """
    witness = engine().example(products.without_products(points), names)
    return Proven() if witness is None else checked(condition, witness)


def _asked_z3(condition: Expr, names: Sequence[str]) -> Verdict:
    # Not at the top: loading z3 takes longer than most runs that never need it.
    from . import smt

    try:
        witness = smt.solution(condition, names)
    except GaveUp as error:
        return Unknown(str(error))
    return Proven() if witness is None else checked(condition, witness)
