"""
Polynomials: the canonical form of index expressions with products of names and divisions by them.

`d2 * (d1 * d0)` and `d0 * d1 * d2` are one monomial, `x % m` is `x - m * (x // m)`, and
`(a*s + r) // s` is `a + r // s`, the last two where the divisor is known to be positive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ..expr import COMPARISONS, Expr, all_of, any_of, lift, rebuild
from ..sets.engine import GaveUp, NotAffine

Monomial: TypeAlias = tuple[Expr, ...]
"""A product of factors in order; the empty one is 1."""
Polynomial: TypeAlias = Mapping[Monomial, int]
"""The coefficient of each monomial, none of them 0."""

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_INTEGER = ("+", "*", "//", "%", "min", "max")
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


class Algebra:
    """
    Canonical forms of expressions.

    `positive` says whether a polynomial is known to be at least 1, `inside` whether `0 <= r < s` is
    known of two.
    """

    def __init__(
        self,
        positive: Callable[[Polynomial], bool],
        inside: Callable[[Polynomial, Polynomial], bool],
    ):
        self._positive = positive
        self._inside = inside
        self._known: dict[Expr, Polynomial] = {}

    def polynomial(self, expr: Expr) -> Polynomial:
        """The polynomial of an index expression; raises GaveUp, NotAffine for a condition."""
        found = self._known.get(expr)
        if found is None:
            found = self._known[expr] = self._polynomial(expr)
        return found

    def condition(self, expr: Expr, leaf: Callable[[str, Polynomial], Expr]) -> Expr:
        """The condition with each comparison as what `leaf` makes of it, compared with 0."""
        if expr.op in ("and", "or"):
            join = all_of if expr.op == "and" else any_of
            return join([self.condition(part, leaf) for part in expr.operands])
        if expr.op == "not":
            return ~self.condition(expr.operands[0], leaf)
        if expr.op not in COMPARISONS:
            return expr
        left, right = map(self.polynomial, expr.operands)
        return self._comparison(expr.op, plus(left, right, -1), leaf)

    def _comparison(
        self, op: str, difference: Polynomial, leaf: Callable[[str, Polynomial], Expr]
    ) -> Expr:
        """`x // s < e` is `x < e*s`, and so on, for a positive `s`."""
        for monomial, factor in difference.items():
            if len(monomial) != 1 or abs(factor) != 1 or not is_symbolic_quotient(monomial[0]):
                continue
            dividend, divisor = map(self.polynomial, monomial[0].operands)
            if not self._positive(divisor):
                continue
            # The quotient is on the left with factor 1, all else on the right.
            right = plus({}, plus(difference, {monomial: factor}, -1), -factor)
            sense = op if factor == 1 else MIRRORED[op]
            low = plus(dividend, times(right, divisor), -1)
            high = plus(low, divisor, -1)
            match sense:
                case "<" | ">=":
                    return self._comparison(sense, low, leaf)
                case "<=" | ">":
                    return self._comparison("<" if sense == "<=" else ">=", high, leaf)
                case _:
                    senses, join = ((">=", "<"), all_of) if sense == "==" else (("<", ">="), any_of)
                    ends = zip(senses, (low, high), strict=True)
                    return join(self._comparison(side, end, leaf) for side, end in ends)
        return leaf(op, difference)

    def _polynomial(self, expr: Expr) -> Polynomial:
        if (value := expr.constant) is not None:
            return {(): value} if value else {}
        if expr.op == "var":
            return {(expr,): 1}
        if expr.op == "select":
            holds = self.condition(
                expr.operands[0], lambda op, p: rebuild(op, (written(p), lift(0)))
            )
            return self._atom("select", holds, *map(self._canonical, expr.operands[1:]))
        if expr.op not in _INTEGER:
            raise NotAffine(expr)
        left, right = map(self.polynomial, expr.operands)
        match expr.op:
            case "+":
                return plus(left, right)
            case "*":
                return times(left, right)
            case "//" | "%":
                return self._division(expr.op, left, right)
            case _:
                return self._atom(expr.op, written(left), written(right))

    def _canonical(self, expr: Expr) -> Expr:
        return written(self.polynomial(expr))

    def _atom(self, op: str, *operands: Expr) -> Polynomial:
        made = rebuild(op, operands)
        value = made.constant
        return {(made,): 1} if value is None else {(): value} if value else {}

    def _division(self, op: str, dividend: Polynomial, divisor: Polynomial) -> Polynomial:
        if constant(divisor) == 0:
            raise GaveUp("division by zero in an index expression")
        if constant(divisor) is not None or not self._positive(divisor):
            return self._atom(op, written(dividend), written(divisor))
        whole, rest = _divided(dividend, divisor)
        quotient = whole
        if not self._inside(rest, divisor):
            quotient = plus(whole, self._atom("//", written(rest), written(divisor)))
        return quotient if op == "//" else plus(dividend, times(quotient, divisor), -1)


def is_symbolic_quotient(atom: Expr) -> bool:
    """Whether it is a division by something that is not a constant."""
    return atom.op == "//" and atom.operands[1].constant is None


def _divided(dividend: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
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


def _divided_once(dividend: Polynomial, lead: Monomial, factor: int) -> Polynomial | None:
    """A term of the dividend over the divisor's leading one."""
    for monomial, value in dividend.items():
        rest = _without(monomial, lead)
        if rest is not None and value % factor == 0:
            return {rest: value // factor}
    return None


def _without(monomial: Monomial, factors: Monomial) -> Monomial | None:
    """The monomial less these factors, None if it has not all of them."""
    left = list(monomial)
    for factor in factors:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)
