"""
Facts about products of names, and about divisions by them, that are given to linear arithmetic.

Divisions are bounded by what they mean, and known inequalities are multiplied where that speaks of
products that occur.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement, permutations

from ..expr import Expr, all_of
from ..sets.engine import GaveUp, IntSet, engine
from .algebra import is_symbolic_quotient
from .polynomials import Monomial, Polynomial, divided, plus, times
from .products import Products

SHARE = 50
"""By what the operation budget is divided for questions with lemmas."""
_MOST_CASES = 8
_MOST_FACTS = 30
_MOST_PRODUCTS = 60
_ROUNDS = 2


def with_lemmas(products: Products, multiply: bool = True) -> IntSet:
    """
    The points, less some where what is called a product is none.

    Without those from multiplying they are fewer, and what isl makes of the points is shorter.
    Raises GaveUp if the facts have too many cases.
    """
    if products.points.n_basic_set() > _MOST_CASES:
        raise GaveUp("products of names under facts with many cases")
    conditions = [products.linear(lemma) >= 0 for lemma in _lemmas(products, multiply)]
    return products.points.intersect(engine().set(all_of(conditions)))


def _lemmas(products: Products, multiply: bool) -> list[Polynomial]:
    """Polynomials that are at least 0."""
    atoms = dict.fromkeys(atom for monomial in products.monomials() for atom in monomial)
    divisions = [lemma for atom in atoms for lemma in _of_division(products, atom)]
    for one, other in permutations(filter(is_symbolic_quotient, atoms), 2):
        divisions += _of_two_divisions(products, one, other)
    occurring = dict.fromkeys(m for m in (*products.monomials(), *_monomials(divisions)) if m[1:])
    own = [*divisions, *_of_signs(products, list(occurring))]
    if not multiply:
        return own
    facts = [fact for op, difference in products.known for fact in _at_least_0(op, difference)]
    return [*own, *_multiplied([*facts, *own], occurring)]


def _of_division(products: Products, atom: Expr) -> list[Polynomial]:
    """`0 <= n - q*d < d` for a positive `d`; `q >= 0` where `n` is."""
    if not is_symbolic_quotient(atom):
        return []
    dividend, divisor = map(products.polynomial, atom.operands)
    if not products.positive(divisor):
        return []
    quotient: Polynomial = {(atom,): 1}
    rest = plus(dividend, times(quotient, divisor), -1)
    lemmas = [rest, plus(plus(divisor, rest, -1), {(): -1})]
    return [*lemmas, quotient] if products.natural(dividend) else lemmas


def _of_two_divisions(products: Products, one: Expr, other: Expr) -> list[Polynomial]:
    """
    `0 <= x // m - n * (x // (m*n)) < n`, of positive numbers, and of the same divisor
    `0 <= (x + y) // m - x // m - y // m <= 1`, where the first is known.
    """
    (dividend, divisor), (second, product) = (
        map(products.polynomial, atom.operands) for atom in (one, other)
    )
    if not products.positive(divisor):
        return []
    quotients = plus({(one,): 1}, {(other,): 1})
    if divisor == product:
        both = products.quotient(plus(dividend, second), divisor)
        apart = products.quotient(plus(dividend, second, -1), divisor)
        found: list[Polynomial] = []
        if not _divides(both):
            carried = plus(both, quotients, -1)
            found += [carried, plus({(): 1}, carried, -1)]
        if not _divides(apart):
            carried = plus(plus({(one,): 1}, {(other,): 1}, -1), apart, -1)
            found += [carried, plus({(): 1}, carried, -1)]
        return found
    factor, left = divided(product, divisor)
    if dividend != second or left or not products.positive(factor):
        return []
    rest = plus({(one,): 1}, times({(other,): 1}, factor), -1)
    return [rest, plus(plus(factor, rest, -1), {(): -1})]


def _divides(polynomial: Polynomial) -> bool:
    return any(is_symbolic_quotient(atom) for monomial in polynomial for atom in monomial)


def _of_signs(products: Products, monomials: list[Monomial]) -> list[Polynomial]:
    """Return polynomials that are at least 0: squares, and factors whose sign is known."""
    signs: list[Polynomial] = [{m: 1} for m in monomials if m[::2] == m[1::2]]
    for atom in dict.fromkeys(atom for monomial in monomials for atom in monomial):
        alone: Polynomial = {(atom,): 1}
        if products.positive(alone):
            signs.append({(atom,): 1, (): -1})
        elif products.natural(alone):
            signs.append(alone)
    return signs


def _at_least_0(op: str, difference: Polynomial) -> list[Polynomial]:
    negated = plus({}, difference, -1)
    match op:
        case ">=":
            return [difference]
        case ">":
            return [plus(difference, {(): -1})]
        case "<=":
            return [negated]
        case "<":
            return [plus(negated, {(): -1})]
        case "==":
            return [difference, negated]
        case _:
            return []


def _multiplied(facts: list[Polynomial], occurring: dict[Monomial, None]) -> list[Polynomial]:
    """Products of facts that bring in at most one product of names that does not occur."""
    degree = max(map(len, occurring), default=0)
    found: list[Polynomial] = []
    for _ in range(_ROUNDS):
        new: list[Polynomial] = []
        for left, right in combinations_with_replacement(_distinct(facts)[:_MOST_FACTS], 2):
            if max(map(len, left)) + max(map(len, right)) > degree:
                continue
            both = times(left, right)
            products = [monomial for monomial in both if len(monomial) > 1]
            if products and sum(monomial not in occurring for monomial in products) <= 1:
                new.append(both)
        new = new[: _MOST_PRODUCTS - len(found)]
        found += new
        facts = [*facts, *new]
        occurring = {**occurring, **dict.fromkeys(m for m in _monomials(new) if m[1:])}
    return _distinct(found)


def _monomials(polynomials: Iterable[Polynomial]) -> list[Monomial]:
    return [monomial for polynomial in polynomials for monomial in polynomial]


def _distinct(polynomials: Iterable[Polynomial]) -> list[Polynomial]:
    return list({frozenset(p.items()): p for p in polynomials}.values())
