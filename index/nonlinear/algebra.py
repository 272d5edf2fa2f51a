"""
The canonical form of index expressions with products of names and divisions by them.

Each is a polynomial. `x % m` is `x - m * (x // m)`, `(a*s + r) // s` is `a + r // s`,
`a*s // (b*s)` is `a // b`, and `x // m // n` is `x // (m*n)`, each where what is known of the signs
allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Protocol

from ..expr import COMPARISONS, Expr, all_of, any_of, rebuild
from ..sets.engine import GaveUp, NotAffine
from .polynomials import (
    Monomial,
    Polynomial,
    common_factor,
    constant,
    divided,
    plus,
    times,
    without_factor,
    written,
)

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_INTEGER = ("+", "*", "//", "%", "min", "max")
_MOST_BLOCKS = 12
_DEEPEST = 12


class Known(Protocol):
    """What is known of the values of polynomials."""

    def positive(self, polynomial: Polynomial) -> bool:
        """Whether the polynomial is known to be at least 1."""
        ...

    def nonzero(self, polynomial: Polynomial) -> bool:
        """Whether the polynomial is known not to be 0."""
        ...

    def inside(self, rest: Polynomial, divisor: Polynomial) -> bool:
        """Whether `0 <= rest < divisor` is known."""
        ...


class Algebra:
    """Canonical forms of expressions, where what is known holds."""

    def __init__(self, known: Known):
        self._known = known
        self._found: dict[Expr, Polynomial] = {}
        self._depth = 0

    def polynomial(self, expr: Expr) -> Polynomial:
        """The polynomial of an index expression; raises GaveUp, NotAffine for a condition."""
        found = self._found.get(expr)
        if found is None:
            found = self._found[expr] = self._polynomial(expr)
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
        return self.comparison(expr.op, plus(left, right, -1), leaf)

    def comparison(
        self, op: str, difference: Polynomial, leaf: Callable[[str, Polynomial], Expr]
    ) -> Expr:
        """`x // s < e` is `x < e*s`, and so on, for a positive `s`."""
        for monomial, factor in difference.items():
            if len(monomial) != 1 or abs(factor) != 1 or not is_symbolic_quotient(monomial[0]):
                continue
            dividend, divisor = map(self.polynomial, monomial[0].operands)
            if not self._known.positive(divisor):
                continue
            # The quotient is on the left with factor 1, all else on the right.
            right = plus({}, plus(difference, {monomial: factor}, -1), -factor)
            sense = op if factor == 1 else MIRRORED[op]
            low = plus(dividend, times(right, divisor), -1)
            high = plus(low, divisor, -1)
            match sense:
                case "<" | ">=":
                    return self.comparison(sense, low, leaf)
                case "<=" | ">":
                    return self.comparison("<" if sense == "<=" else ">=", high, leaf)
                case _:
                    senses, join = ((">=", "<"), all_of) if sense == "==" else (("<", ">="), any_of)
                    ends = zip(senses, (low, high), strict=True)
                    return join(self.comparison(side, end, leaf) for side, end in ends)
        return leaf(op, difference)

    def quotient(self, dividend: Polynomial, divisor: Polynomial) -> Polynomial:
        """The polynomial of a floor division."""
        return self._division("//", dividend, divisor)

    def _polynomial(self, expr: Expr) -> Polynomial:
        if (value := expr.constant) is not None:
            return {(): value} if value else {}
        if expr.op == "var":
            return {(expr,): 1}
        if expr.op == "select":
            holds = self.condition(
                expr.operands[0], lambda op, p: rebuild(op, (written(p), written({})))
            )
            return self._atom("select", holds, *map(self._canonical, expr.operands[1:]))
        if expr.op not in _INTEGER:
            raise NotAffine(expr)
        left, right = map(self.polynomial, expr.operands)
        match expr.op:
            case "+":
                return plus(left, right)
            case "*":
                if constant(left) is None and constant(right) is None:
                    left, right = self._without_rests(left), self._without_rests(right)
                return times(left, right)
            case "//" | "%":
                return self._division(expr.op, left, right)
            case _:
                return self._atom(expr.op, written(left), written(right))

    def _canonical(self, expr: Expr) -> Expr:
        return written(self.polynomial(expr))

    def _without_rests(self, polynomial: Polynomial) -> Polynomial:
        """`x - 4 * (x // 4)` for `x % 4`, so that products with the two can cancel."""
        result: Polynomial = {}
        for monomial, value in polynomial.items():
            term: Polynomial = {(): value}
            for atom in monomial:
                term = times(term, self._whole_and_quotient(atom))
            result = plus(result, term)
        return result

    def _whole_and_quotient(self, atom: Expr) -> Polynomial:
        if atom.op != "%" or atom.operands[1].constant is None:
            return {(atom,): 1}
        dividend, divisor = map(self.polynomial, atom.operands)
        quotient = self._division("//", dividend, divisor)
        return plus(dividend, times(quotient, divisor), -1)

    def _atom(self, op: str, *operands: Expr) -> Polynomial:
        made = rebuild(op, operands)
        value = made.constant
        return {(made,): 1} if value is None else {(): value} if value else {}

    def _division(self, op: str, dividend: Polynomial, divisor: Polynomial) -> Polynomial:
        number = constant(divisor)
        if number == 0:
            raise GaveUp("division by zero in an index expression")
        if number is not None and not any(map(_is_product, dividend)):
            return self._atom(op, written(dividend), written(divisor))  # which isl understands
        negated = plus({}, divisor, -1)
        if self._known.positive(negated) and not self._known.positive(divisor):
            mirrored = self._division(op, plus({}, dividend, -1), negated)
            return mirrored if op == "//" else plus({}, mirrored, -1)
        if self._depth >= _DEEPEST or not self._known.nonzero(divisor):
            return self._atom(op, written(dividend), written(divisor))
        self._depth += 1
        try:
            whole, rest = self._quotient(dividend, divisor)
        finally:
            self._depth -= 1
        if op == "//":
            return plus(whole, rest)
        if number is not None and rest:
            left = plus(dividend, times(whole, divisor), -1)
            return self._atom(op, written(left), written(divisor))
        return plus(dividend, times(plus(whole, rest), divisor), -1)

    def _quotient(self, dividend: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
        """A quotient in two summands, of which the second still divides."""
        whole, rest = divided(dividend, divisor)
        positive = self._known.positive(divisor)
        if not rest or (positive and self._known.inside(rest, divisor)):
            return whole, {}
        factors, number = common_factor((rest, divisor))
        if factors or number > 1:
            parts = (without_factor(part, factors, number) for part in (rest, divisor))
            return whole, self._division("//", *parts)
        if positive:
            for shorter in self._of_blocks(rest, divisor):
                return plus(whole, self._division("//", *shorter)), {}
            for merged in self._merged(rest, divisor):
                return whole, self._division("//", *merged)
        return whole, self._atom("//", written(rest), written(divisor))

    def _of_blocks(
        self, dividend: Polynomial, divisor: Polynomial
    ) -> Iterator[tuple[Polynomial, Polynomial]]:
        """`x // n` for `(x*m + y) // (n*m)` where y is in [0, m)."""
        if len(divisor) != 1:
            return
        ((factors, number),) = divisor.items()
        for block, size in list(_factors_of(factors, number))[:_MOST_BLOCKS]:
            whole = without_factor(dividend, block, size)
            unit: Polynomial = {block: size}
            rest = plus(dividend, times(whole, unit), -1)
            if whole and self._known.positive(unit) and self._known.inside(rest, unit):
                yield whole, without_factor(divisor, block, size)

    def _merged(
        self, dividend: Polynomial, divisor: Polynomial
    ) -> Iterator[tuple[Polynomial, Polynomial]]:
        """`(x + y*m) // (m*n)` for `(x // m + y) // n`."""
        for monomial, factor in dividend.items():
            if factor != 1 or len(monomial) != 1 or monomial[0].op != "//":
                continue
            inner, first = map(self.polynomial, monomial[0].operands)
            others = plus(dividend, {monomial: 1}, -1)
            yield plus(inner, times(others, first)), times(first, divisor)


def is_symbolic_quotient(atom: Expr) -> bool:
    """Whether it is a division by something that is not a constant."""
    return atom.op == "//" and atom.operands[1].constant is None


def _is_product(monomial: Monomial) -> bool:
    """Whether it is no name, and nothing of names that isl understands."""
    return len(monomial) > 1 or any(map(is_symbolic_quotient, monomial))


def _factors_of(factors: Monomial, number: int) -> Iterator[tuple[Monomial, int]]:
    """The products that divide another one, but for 1, those of many names first."""
    numbers = [n for n in range(number, 0, -1) if number % n == 0] if number < 1 << 12 else [number]
    for count in range(len(factors), -1, -1):
        for block in dict.fromkeys(combinations(factors, count)):
            for size in numbers:
                if block or size > 1:
                    yield block, size
