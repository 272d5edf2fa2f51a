"""
Rewriting of floor divisions and modulos, under what a context says of the ranges of their parts.

Each rule is an identity given its side condition; who uses the result has isl check it once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import gcd, isqrt

from ..boxes import interval_of
from ..expr import TRUE, Expr, rebuild, select
from ..normal import ONE, Terms, add, cost, is_linear, scale, terms, tidy, total
from ..sets.engine import IntSet, engine

_REMEMBERED = 10_000
_LARGEST_TRIED = 1 << 12


@dataclass(frozen=True)
class DivisionRules:
    """The rules where `given` holds, and within a set of such assignments, if there is one."""

    given: Expr = TRUE
    within: IntSet | None = None

    @cached_property
    def context(self) -> IntSet:
        """The set that is looked at where the ranges of names do not decide; raises NotAffine."""
        return engine().set(self.given) if self.within is None else self.within

    def rewrite(self, expr: Expr) -> Expr:
        """The expression with all rules applied, inside out."""
        return total(self._joined(self._sum(expr)))

    def _sum(self, expr: Expr) -> Terms:
        """The expression as a sum of rewritten terms."""
        result: Terms = {}
        for term, factor in terms(expr).items():
            result = add(result, self._term(term), factor)
        return result

    def _term(self, term: Expr) -> Terms:
        if not term.operands:
            return terms(term)
        if term.op == "select":
            return self._chosen(*term.operands)
        left, right = (self._joined(self._sum(operand)) for operand in term.operands)
        divisor = total(right).constant
        if term.op in ("//", "%") and divisor is not None and divisor > 0:
            return self._quotient(left, divisor) if term.op == "//" else self._rest(left, divisor)
        if term.op in ("min", "max"):
            return self._extreme(term.op, left, right)
        return terms(rebuild(term.op, (total(left), total(right))))

    def _ranges(self, summands: Terms) -> Iterator[tuple[int | None, int | None]]:
        """Bounds of a sum: first from its intervals, then the tight ones."""
        expr = total(summands)
        yield interval_of(expr, self.given)
        yield engine().minimum(expr, self.context), engine().maximum(expr, self.context)

    def _constant_quotient(self, summands: Terms, divisor: int) -> int | None:
        """The quotient where it is the same for all values."""
        for low, high in self._ranges(summands):
            if low is not None and high is not None and low // divisor == high // divisor:
                return low // divisor
        return None

    def _quotient(self, summands: Terms, divisor: int) -> Terms:
        """`(4*x + y) // 4` is `x` for y in [0, 4)."""
        whole = {
            term: factor // divisor
            for term, factor in summands.items()
            if factor % divisor == 0 or term == ONE
        }
        rest = add(summands, scale(whole, divisor), -1)
        constant = self._constant_quotient(rest, divisor)
        if constant is not None:
            return add(whole, {ONE: constant})
        for common in _common(rest, divisor):
            if (parts := self._split(rest, common)) is not None:
                return add(whole, self._quotient(parts[0], divisor // common))
        return add(whole, _nested_quotient(rest, divisor))

    def _rest(self, summands: Terms, divisor: int) -> Terms:
        """`(4*x + y) % 8` is `4*(x % 2) + y` for y in [0, 4)."""
        if divisor == 1:
            return {}
        reduced: Terms = {}
        for term, factor in summands.items():
            inner = terms(term.operands[0]) if _is_rest_of_multiple(term, divisor) else {term: 1}
            reduced = add(reduced, inner, factor)
        reduced = add({}, {term: _centred(factor, divisor) for term, factor in reduced.items()})
        reduced |= {ONE: reduced.get(ONE, 0) % divisor}
        constant = self._constant_quotient(reduced, divisor)
        if constant is not None:
            return add(reduced, {ONE: constant * divisor}, -1)
        for common in _common(reduced, divisor):
            if common < divisor and (parts := self._split(reduced, common)) is not None:
                return add(parts[1], self._rest(parts[0], divisor // common), common)
        return {total(reduced) % divisor: 1}

    def _split(self, summands: Terms, common: int) -> tuple[Terms, Terms] | None:
        """Quotient and rest by `common`, where all that it does not divide stays in one block."""
        divided = {
            term: factor
            for term, factor in summands.items()
            if factor % common == 0 and term != ONE
        }
        small = add(summands, divided, -1)
        constant = self._constant_quotient(small, common) if divided else None
        if constant is None:
            return None
        quotient = add({t: f // common for t, f in divided.items()}, {ONE: constant})
        return quotient, add(small, {ONE: constant * common}, -1)

    def _extreme(self, op: str, left: Terms, right: Terms) -> Terms:
        for low, high in self._ranges(add(left, right, -1)):
            if high is not None and high <= 0:
                return left if op == "min" else right
            if low is not None and low >= 0:
                return right if op == "min" else left
        return {rebuild(op, (total(left), total(right))): 1}

    def _chosen(self, condition: Expr, yes: Expr, no: Expr) -> Terms:
        """The value of a `select`, or one whose arms use its condition."""
        holds = engine().set(condition)
        inside, outside = self.context.intersect(holds), self.context.subtract(holds)
        if outside.is_empty():
            return self._sum(yes)
        if inside.is_empty():
            return self._sum(no)
        where = DivisionRules(self.given, inside), DivisionRules(self.given, outside)
        arms = where[0].rewrite(yes), where[1].rewrite(no)
        return terms(select(tidy(condition), *arms))

    def _joined(self, summands: Terms) -> Terms:
        """`4*(x // 4) + x % 4` is `x`, and `x - 4*(x // 4)` is `x % 4`: whatever is cheaper."""
        while any(term.op in ("//", "%") for term in summands):
            best = min(self._joins(summands), key=_cost)
            if _cost(best) >= _cost(summands):
                break
            summands = best
        return summands

    def _joins(self, summands: Terms) -> Iterator[Terms]:
        for term, factor in summands.items():
            if term.op not in ("//", "%") or (divisor := term.operands[1].constant or 0) <= 0:
                continue
            dividend = terms(term.operands[0])
            others = add(summands, {term: factor}, -1)
            if term.op == "%":
                whole = self._quotient(dividend, divisor)
                yield _shifted(add(add(others, dividend, factor), whole, -factor * divisor))
            elif factor % divisor == 0:
                rest = self._rest(dividend, divisor)
                yield add(add(others, dividend, factor // divisor), rest, -(factor // divisor))
        yield _shifted(summands)


def gives(expr: Expr, result: Expr, context: Expr) -> bool:
    """
    Whether the ranges of names show what a division gives: a quotient leaves a rest from 0 up to
    the divisor, and a remainder is such a rest. False says nothing.
    """
    if expr.op not in ("//", "%") or not is_linear(expr.operands[0]) or not is_linear(result):
        return False
    dividend, divisor = terms(expr.operands[0]), expr.operands[1].constant
    if divisor is None or divisor < 1:
        return False
    if expr.op == "//":
        rest = add(dividend, terms(result), -divisor)
    else:
        rest = terms(result)
        if any(factor % divisor for factor in add(dividend, rest, -1).values()):
            return False
    low, high = interval_of(total(rest), context)
    return low is not None and high is not None and 0 <= low <= high < divisor


def _shifted(summands: Terms) -> Terms:
    """`x // 4 + 2` is `(x + 8) // 4`."""
    constant = summands.get(ONE, 0)
    for term, factor in summands.items():
        if constant and term.op == "//" and constant % factor == 0:
            dividend, divisor = term.operands
            if divisor.constant is not None:
                shift = constant // factor * divisor.constant
                moved = total(add(terms(dividend), {ONE: shift})) // divisor
                return add(add(summands, {ONE: constant, term: factor}, -1), {moved: factor})
    return summands


def _nested_quotient(summands: Terms, divisor: int) -> Terms:
    """`(x // 4 + 1) // 3` is `(x + 4) // 12`."""
    inner = [term for term in summands if term != ONE]
    if len(inner) == 1 and summands[inner[0]] == 1 and inner[0].op == "//":
        dividend, first = inner[0].operands
        if first.constant is not None and first.constant > 0:
            shifted = add(terms(dividend), {ONE: summands.get(ONE, 0) * first.constant})
            return {total(shifted) // (divisor * first.constant): 1}
    return {total(summands) // divisor: 1}


def _is_rest_of_multiple(term: Expr, divisor: int) -> bool:
    """Whether it is `x % 8` for a divisor 4, say: congruent to x then."""
    if term.op != "%" or (modulus := term.operands[1].constant) is None:
        return False
    return modulus % divisor == 0


def _centred(factor: int, divisor: int) -> int:
    """The factor reduced modulo the divisor; a negative one stays negative if that is smaller."""
    reduced = factor % divisor
    return reduced - divisor if factor < 0 and reduced > divisor // 2 else reduced


def _common(summands: Terms, divisor: int) -> list[int]:
    """The numbers that divide both the divisor and a factor of the sum, the largest first."""
    factors = {gcd(factor, divisor) for term, factor in summands.items() if term != ONE}
    return sorted({d for factor in factors for d in _divisors(factor)}, reverse=True)


@lru_cache(_REMEMBERED)
def _divisors(number: int) -> tuple[int, ...]:
    """The divisors above 1, of a large number those with a small counterpart only."""
    small = [d for d in range(1, min(isqrt(number), _LARGEST_TRIED) + 1) if number % d == 0]
    return tuple({d for one in small for d in (one, number // one) if d > 1})


def _cost(summands: Terms) -> int:
    return cost(total(summands))
