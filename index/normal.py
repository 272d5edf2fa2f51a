"""A readable normal form: linear sums in order, comparisons with the constant on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from .expr import COMPARISONS, Expr, all_of, any_of, conjuncts, lift, rebuild, var

Terms: TypeAlias = dict[Expr, int]
"""A linear sum: the factor of each term that is not a sum itself; that of `ONE` is the constant."""
Sum: TypeAlias = Mapping[Expr, int]
"""The same where it is remembered, and not to change."""
Named: TypeAlias = frozenset[tuple[Expr, int]]
"""The terms of a sum, and the factor of each, without its constant."""

ONE = lift(1)
_REMEMBERED = 50_000
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_WEIGHTS = {"//": 3, "%": 3, "min": 3, "max": 3, "select": 3, "or": 2}


def terms(expr: Expr) -> Terms:
    """The linear sum that `expr` is; anything that is neither sum nor multiple is one term."""
    return dict(_terms(expr))  # which callers may change


@lru_cache(_REMEMBERED)
def _terms(expr: Expr) -> Terms:
    summands: Terms = {}
    _collect(expr, 1, summands)
    return {term: factor for term, factor in summands.items() if factor}


def is_linear(expr: Expr) -> bool:
    """Whether an index is a linear sum of names."""
    return all(term.op == "var" or term is ONE for term in terms(expr))


def divides(expr: Expr) -> bool:
    """Whether there is a division or a remainder in an expression."""
    return expr.op in ("//", "%") or any(map(divides, expr.operands))


def add(left: Mapping[Expr, int], right: Mapping[Expr, int], factor: int = 1) -> Terms:
    """The sum `left + factor * right`."""
    result = dict(left)
    for term, value in right.items():
        result[term] = result.get(term, 0) + factor * value
    return {term: value for term, value in result.items() if value}


def scale(summands: Mapping[Expr, int], factor: int) -> Terms:
    """The sum times a constant."""
    return {term: value * factor for term, value in summands.items() if value * factor}


def total(summands: Mapping[Expr, int]) -> Expr:
    """The sum as an expression: positive terms first, large factors first, the constant last."""
    named = sorted(
        ((term, factor) for term, factor in summands.items() if term != ONE and factor),
        key=lambda item: (item[1] < 0, -abs(item[1]), str(item[0])),
    )
    result, constant = lift(0), summands.get(ONE, 0)
    if constant > 0 and named and named[0][1] < 0:
        result, constant = lift(constant), 0
    for term, factor in named:
        result = result + term * factor
    return result + constant


@lru_cache(_REMEMBERED)
def tidy(expr: Expr) -> Expr:
    """The normal form: equal for all values of the variables, and made without asking isl."""
    if not expr.operands:
        return expr
    if expr.op in ("+", "*"):
        summands: Terms = {}
        for term, factor in terms(expr).items():
            summands = add(summands, terms(_tidy_operands(term)), factor)
        return total(summands)
    if expr.op in COMPARISONS:
        return _tidy_comparison(expr.op, tidy(expr.operands[0]), tidy(expr.operands[1]))
    return _tidy_operands(expr)


def in_order(expr: Expr, names: Sequence[str]) -> Expr:
    """The normal form with terms in the order of these names, however they are spelled."""
    places = {name: var(f"{place:06}") for place, name in enumerate(names)}
    ordered = tidy(expr.substitute(places))
    return ordered.substitute({f"{place:06}": var(name) for place, name in enumerate(names)})


@lru_cache(_REMEMBERED)
def sums_at_least_0(comparison: Expr) -> tuple[Sum, ...]:
    """Return the sums that a comparison says to be at least 0; none for all other conditions."""
    if comparison.op not in ("<", "<=", ">", ">=", "=="):
        return ()
    left, right = map(_terms, comparison.operands)
    if comparison.op == "==":
        return add(left, right, -1), add(right, left, -1)
    if comparison.op in ("<", "<="):
        left, right = right, left
    difference = add(left, right, -1)
    return (add(difference, {ONE: -1}) if comparison.op in ("<", ">") else difference,)


@lru_cache(_REMEMBERED)
def named_sums(condition: Expr) -> tuple[tuple[Named, int], ...]:
    """
    The sums that a condition says to be at least 0, each as its terms and its constant; none if
    that is not all it says.
    """
    sums = [sums_at_least_0(part) for part in conjuncts(condition)]
    if not all(sums):
        return ()
    return tuple(
        (frozenset(t for t in each.items() if t[0] is not ONE), each.get(ONE, 0))
        for of_part in sums
        for each in of_part
    )


def negate(condition: Expr) -> Expr:
    """The complement, with `not` pushed down to what is not a comparison."""
    if condition.op == "and":
        return any_of([negate(part) for part in condition.operands])
    if condition.op == "or":
        return all_of([negate(part) for part in condition.operands])
    return ~condition


@lru_cache(_REMEMBERED)
def cost(expr: Expr) -> int:
    """How much there is to read and to compute: the measure by which forms are compared."""
    if expr.constant is not None:
        return 1 if abs(expr.constant) < 2**31 else 3
    if not expr.operands:
        return int(expr.op == "var")
    joints = len(expr.operands) - 1 if expr.op in ("and", "or") else 1
    return joints * _WEIGHTS.get(expr.op, 1) + sum(map(cost, expr.operands))


def _collect(expr: Expr, factor: int, summands: Terms) -> None:
    if (value := expr.constant) is not None:
        summands[ONE] = summands.get(ONE, 0) + factor * value
        return
    if expr.op in ("+", "*"):
        left, right = expr.operands
        if expr.op == "+":
            _collect(left, factor, summands)
            _collect(right, factor, summands)
            return
        for constant, other in ((right, left), (left, right)):
            if (value := constant.constant) is not None:
                _collect(other, factor * value, summands)
                return
    summands[expr] = summands.get(expr, 0) + factor


def _tidy_operands(expr: Expr) -> Expr:
    return rebuild(expr.op, tuple(map(tidy, expr.operands))) if expr.operands else expr


def _tidy_comparison(op: str, left: Expr, right: Expr) -> Expr:
    summands = add(terms(left), terms(right), -1)
    constant = -summands.pop(ONE, 0)
    positive = {term: factor for term, factor in summands.items() if factor > 0}
    negative = {term: -factor for term, factor in summands.items() if factor < 0}
    if not positive or (op in ("==", "!=") and len(positive) < len(negative)):
        positive, negative, constant, op = negative, positive, -constant, _MIRRORED[op]
    if op == "<=":
        op, constant = "<", constant + 1
    elif op == ">":
        op, constant = ">=", constant + 1
    quotient = next(iter(positive)) if op in ("<", ">=") and list(positive.values()) == [1] else ONE
    if quotient.op == "//" and not negative and (quotient.operands[1].constant or 0) > 0:
        dividend, divisor = quotient.operands
        return _tidy_comparison(op, dividend, divisor * constant)
    if op in ("<", ">=") and negative and constant == 1:
        op, constant = {"<": "<=", ">=": ">"}[op], 0
    return rebuild(op, (total(positive), total({**negative, ONE: constant})))
