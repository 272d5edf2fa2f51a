"""
What follows from a few comparisons of a context added up, and points that refute the rest: cheap,
and enough for most accesses of buffers whose sizes have names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, inf, lcm
from typing import Literal, TypeAlias

from .boxes import (
    bounds_a_name,
    divides_by_numbers,
    range_of,
    range_of_sum,
    ranges,
    without_decided_choices,
)
from .choices import find_choice
from .connected import names_in
from .expr import TRUE, Expr, conjuncts, var
from .normal import ONE, Named, Sum, add, named_sums, scale, sums_at_least_0, terms

_REMEMBERED = 20_000
_MOST_ADDED = 5
"""Comparisons that are added up for one goal."""
_MOST_LOOKED_AT = 40
_Place: TypeAlias = Literal["greatest", "least", "inside"]
_TRIED: tuple[tuple[_Place, int], ...] = (
    ("greatest", 1),
    ("least", 1),
    ("inside", 2),
    ("greatest", 2),
    ("least", 2),
    ("least", 3),
)
"""Where names with two ends are, and how far others are above their least."""
_MOST_DIVISORS = 2
"""Numbers that a goal divides by, at which names are tried too."""
_MOST_LINKS = 3
"""From a name to what it equals, to what a name in that equals, and so on."""


def follows(context: Expr, goal: Expr) -> bool:
    """
    Whether comparisons of the context, added up, and the ranges of names show a comparison, or one
    of several. False says nothing.
    """
    if goal.op == "or":
        return any(follows(context, each) for each in goal.operands)
    if (divided := _remainder_is_0(goal)) is not None:
        summands, divisor = divided
        rest = [term for term, factor in summands.items() if factor % divisor]
        known = _facts(context) if rest else None
        return known is None or all(
            known.multiple(term) * summands[term] % divisor == 0 for term in rest
        )
    sums = sums_at_least_0(goal)
    if not sums or not all(divides_by_numbers(term) for each in sums for term in each):
        return False
    return all(_Search(_facts(context), each).is_natural(each, _MOST_ADDED) for each in sums)


def is_said(context: Expr, goal: Expr) -> bool:
    """
    Whether each comparison of a goal is a single one of the context, or less than that says: of
    `i < n`, that `i + 1 <= n`. Cheaper than all else; False says nothing.
    """
    sums, said = named_sums(goal), None
    for named, constant in sums:
        if not all(divides_by_numbers(term) for term, _ in named):
            return False
        said = _said(context) if said is None else said
        if said.get(named, inf) > constant:
            return False
    return bool(sums) or goal == TRUE


@lru_cache(_REMEMBERED)
def _said(context: Expr) -> Mapping[Named, int]:
    """The sums that comparisons of the context say to be at least 0, with the least constant."""
    found: dict[Named, int] = {}
    for part in conjuncts(context):
        for named, constant in named_sums(part):
            found[named] = min(constant, found.get(named, constant))
    return found


@lru_cache(_REMEMBERED)
def is_refuted_fast_path(context: Expr, goal: Expr) -> bool:
    """Whether a point is found where the context holds and the goal does not."""
    divisors = sorted(_divisors_in(goal), reverse=True)[:_MOST_DIVISORS]
    return _is_refuted_at([*_TRIED, *(("least", n) for n in divisors)], context, goal)


def is_refuted_at_ends(context: Expr, goal: Expr) -> bool:
    """The same, of the points that most often tell."""
    return _is_refuted_at(_TRIED[:2], context, goal)


def _is_refuted_at(tried: Iterable[tuple[_Place, int]], context: Expr, goal: Expr) -> bool:
    points = _points_of(context)
    names, own = names_in(context) | names_in(goal), points.with_what_defines(names_in(goal))
    for place, distance in tried:
        try:
            if goal.evaluate(points.point(own, place, distance)):
                continue  # as most goals are: it need not be seen whether the context holds
            point = points.point(names, place, distance)
            if not goal.evaluate(point) and points.are_in(point):
                return True
        except ZeroDivisionError:
            continue
    return False


@lru_cache(_REMEMBERED)
def vary_apart(context: Expr, names: frozenset[str]) -> bool:
    """
    Whether a point of the context is found from which each of the names can be one more, with all
    else as it is: no sum of these names has the same values as one without some of them.
    """
    points, every = _points_of(context), names_in(context) | names
    for place, distance in _TRIED:
        try:
            point = points.point(every, place, distance)
            if points.are_in(point) and all(
                points.are_in({**point, name: point[name] + 1}) for name in names
            ):
                return True
        except ZeroDivisionError:
            continue
    return False


class _Points:
    """Points at which a context is tried, by what it says of single names and of pairs of them."""

    def __init__(self, context: Expr):
        self._parts, self._box = conjuncts(context), ranges(context)
        self._multiples, self._defined = multiples_in(context), _definitions(context)
        of_others = any(names_in(v) & self._defined.keys() for v in self._defined.values())
        self._links = _MOST_LINKS if of_others else 1
        self._lower, self._under, self._over = set[str](), set[str](), set[str]()
        for part in self._parts:
            if part.op not in ("<", "<=") or part.operands[0].op != "var":
                continue
            lower, other = part.operands
            self._lower.add(str(lower.args[0]))
            if part.op == "<" and other.op == "var":
                self._under.add(str(lower.args[0]))
                self._over.add(str(other.args[0]))

    def are_in(self, point: Mapping[str, int]) -> bool:
        """Whether the context holds at a point. Raises ZeroDivisionError."""
        return all(part.evaluate(point) for part in self._parts)

    def with_what_defines(self, names: frozenset[str]) -> frozenset[str]:
        """These names and those in what they equal, in what these equal, and so on."""
        while True:
            known = self._defined.keys() & names
            every = names.union(*(names_in(self._defined[name]) for name in known))
            if every == names:
                return names
            names = every

    def point(self, names: Iterable[str], place: _Place, distance: int) -> dict[str, int]:
        """A number for each name; what equals an expression has the value of that."""
        found = {name: self._number(name, place, distance) for name in names}
        defined = {name: value for name, value in self._defined.items() if name in found}
        for _ in range(self._links if defined else 0):
            before = dict(found)
            for name, value in defined.items():
                found[name] = int(value.evaluate(found))
            if found == before:
                break
        return found

    def _number(self, name: str, place: _Place, distance: int) -> int:
        low, high = self._box.get(name, (None, None))
        is_apart = place == "inside" and name in self._over
        if isinstance(high, int):
            if place == "greatest" or not isinstance(low, int):
                return high
            goes_on = place == "inside" and (is_apart or name not in self._under)
            return min(low + goes_on, high)
        start = low if isinstance(low, int) else 0
        least = start + (is_apart if name in self._lower else distance)
        step = self._multiples.get(var(name), 1)
        return -(-least // step) * step


@lru_cache(_REMEMBERED)
def _points_of(context: Expr) -> _Points:
    return _Points(context)


@lru_cache(_REMEMBERED)
def _definitions(context: Expr) -> Mapping[str, Expr]:
    """What names are equal to, by the first part of the context that says it."""
    found: dict[str, Expr] = {}
    for part in conjuncts(context):
        if part.op != "==":
            continue
        for name, value in (part.operands, reversed(part.operands)):
            known = str(name.args[0]) if name.op == "var" else None
            if known is not None and known not in found and known not in names_in(value):
                found[known] = value
                break
    return found


@lru_cache(_REMEMBERED)
def _divisors_in(expr: Expr) -> frozenset[int]:
    """The numbers by which an expression divides."""
    found = frozenset[int]().union(*map(_divisors_in, expr.operands))
    number = expr.operands[1].constant if expr.op in ("//", "%") else None
    return found | {number} if number is not None and number > 0 else found


@dataclass(frozen=True)
class _Facts:
    """What a context says: ranges, multiples, and sums that are at least 0, by term and sign."""

    box: Mapping[str, tuple[float, float]]
    multiples: Mapping[Expr, int]
    sums: dict[tuple[Expr, bool], list[Sum]]
    quotients: Collection[Expr]
    """Those whose dividends the sums bound already."""

    def multiple(self, term: Expr) -> int:
        """A number that divides the term."""
        return self.multiples.get(term, 1)

    def about(self, term: Expr, *, positive: bool) -> Iterator[Sum]:
        """Sums at least 0 in which a term has a factor of this sign."""
        yield from self.sums.get((term, positive), ())
        if term.op == "//" and term not in self.quotients:
            for each in self.of_quotient(term):
                if (each[term] > 0) == positive:
                    yield each

    def of_quotient(self, term: Expr) -> list[Sum]:
        """The two sums that a quotient by a number makes, with its dividend, at least 0."""
        divisor = term.operands[1].constant
        if divisor is None or divisor <= 0 or not divides_by_numbers(term):
            return []
        rest = add(terms(term.operands[0]), {term: -divisor})
        return [self.tightened(each) for each in (rest, add({ONE: divisor - 1}, rest, -1))]

    def tightened(self, summands: Sum) -> Sum:
        """A sum at least 0, less what its constant is more than a multiple of all other terms."""
        common = gcd(*(n * self.multiple(t) for t, n in summands.items() if t is not ONE))
        constant = summands.get(ONE, 0)
        return add(summands, {ONE: constant % common}, -1) if common > 1 else summands


@lru_cache(_REMEMBERED)
def _facts(context: Expr) -> _Facts:
    parts = list[Expr]()
    for part in conjuncts(context):
        if not bounds_a_name(part):
            chooses = find_choice(part) is not None
            parts.append(without_decided_choices(part, context) if chooses else part)
    multiples: dict[Expr, int] = {}
    for part in parts:
        _note_multiple(part, multiples)
    quotients = dict[Expr, None]()
    facts = _Facts(_rounded(ranges(context), multiples), multiples, {}, quotients)
    found = list[Sum]()
    for part in parts:
        for each in _sums_of(part):
            found.append(facts.tightened(each))
            quotients |= {term: None for term in each if term.op == "//"}
    for quotient in quotients:
        found += facts.of_quotient(quotient)
    for each in found:
        for term, factor in each.items():
            if term is not ONE:
                facts.sums.setdefault((term, factor > 0), []).append(each)
    return facts


@lru_cache(_REMEMBERED)
def _sums_of(part: Expr) -> tuple[Sum, ...]:
    """The sums that a part of a context says to be at least 0, without divisions by names."""
    sums = () if _remainder_is_0(part) else sums_at_least_0(part)
    return tuple(each for each in sums if all(map(divides_by_numbers, each)))


def _rounded(
    box: Mapping[str, tuple[float, float]], multiples: Mapping[Expr, int]
) -> Mapping[str, tuple[float, float]]:
    """The ranges, of names that are multiples of a number from one to another."""
    found = dict(box)
    for name, step in multiples.items():
        low, high = box.get(str(name), (-inf, inf))
        least = -(-low // step) * step if isinstance(low, int) else low
        found[str(name)] = least, high // step * step if isinstance(high, int) else high
    return found


def _remainder_is_0(condition: Expr) -> tuple[Sum, int] | None:
    """The sum and the number that a condition says to divide it."""
    if condition.op != "==" or condition.operands[1].constant != 0:
        return None
    remainder = condition.operands[0]
    if remainder.op != "%" or not (divisor := remainder.operands[1].constant) or divisor < 0:
        return None
    summands = terms(remainder.operands[0])
    return (summands, divisor) if all(map(divides_by_numbers, summands)) else None


@lru_cache(_REMEMBERED)
def multiples_in(context: Expr) -> Mapping[Expr, int]:
    """Return numbers that are said to divide names, where others leave that."""
    found: dict[Expr, int] = {}
    for part in conjuncts(context):
        _note_multiple(part, found)
    return found


def _note_multiple(condition: Expr, multiples: dict[Expr, int]) -> None:
    """Note of the one name in a sum which the other terms leave to be a multiple of a number."""
    if (divided := _remainder_is_0(condition)) is None:
        return
    summands, divisor = divided
    rest = [t for t, n in summands.items() if n * multiples.get(t, 1) % divisor]
    if len(rest) == 1 and abs(summands[rest[0]]) == 1 and rest[0].op == "var":
        multiples[rest[0]] = lcm(multiples.get(rest[0], 1), divisor)


class _Search:
    """Looks for comparisons that make up a sum, up to a number of steps."""

    def __init__(self, known: _Facts, goal: Sum):
        self._known = known
        self._left = _MOST_LOOKED_AT
        quotients = [term for term in goal if term.op == "//"]
        self._own = [each for term in quotients for each in known.of_quotient(term)]

    def is_natural(self, summands: Sum, most: int) -> bool:
        """Whether so many sums that are at least 0 show that one to be."""
        self._left -= 1
        if range_of_sum(summands, self._known.box)[0] >= 0:
            return True
        if most == 0 or self._left <= 0:
            return False
        term = self._unbounded(summands)
        for each in (term,) if term is not None else tuple(summands):
            if each is ONE:
                continue
            factor = summands[each]
            own = [other for other in self._own if other.get(each, 0) * factor > 0]
            for other in (*own, *self._known.about(each, positive=factor > 0)):
                common = gcd(factor, other[each])
                times = abs(factor) // common
                rest = add(scale(summands, abs(other[each]) // common), other, -times)
                if self.is_natural(rest, most - 1):
                    return True
        return False

    def _unbounded(self, summands: Sum) -> Expr | None:
        """A term that has no least value, which the others cannot make up for."""
        for term, factor in summands.items():
            if isinstance(range_of(term, self._known.box)[factor < 0], float):
                return term
        return None
