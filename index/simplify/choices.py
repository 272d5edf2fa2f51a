"""Choices that are always the same, and the arms of a minimum that comes in sums and quotients."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from ..expr import Expr, eq, lift, rebuild
from ..normal import cost, tidy
from ..queries.conditions import is_implied
from .division import DivisionRules

_REMEMBERED = 10_000
_MOST_ARMS = 16
_MOST_TRIED = 6


@lru_cache(_REMEMBERED)
def without_choices(expr: Expr, context: Expr) -> Expr:
    """
    An expression with one arm of each `select` in its place, where that has the same value wherever
    the context holds; the expression as it is where none has.

    So `i // 4` is the floor division that is written as two truncating ones, for either sign.
    """
    if not _chooses(expr):
        return expr
    candidates = sorted(dict.fromkeys(tidy(arm) for arm in _arms(expr)), key=cost)
    for candidate in candidates[:_MOST_TRIED]:
        if is_implied(context, eq(expr, candidate)):
            return candidate
    return expr


@lru_cache(_REMEMBERED)
def least_of(expr: Expr) -> tuple[Expr, ...]:
    """
    Expressions the least of which an expression is: what a minimum gives is added to, multiplied
    and divided by a positive number as each of its arms is.

    `(min(n + 1, 2 * n) + 1) // 2` is the least of `(n + 2) // 2` and `n`.
    """
    if expr.op == "min":
        return tuple(dict.fromkeys(arm for each in expr.operands for arm in least_of(each)))
    if expr.op in ("+", "*", "//") and (number := expr.operands[1].constant) is not None:
        inner = least_of(expr.operands[0])
        if len(inner) > 1 and (expr.op == "+" or number > 0):
            rules = DivisionRules()
            return tuple(rules.rewrite(rebuild(expr.op, (e, lift(number)))) for e in inner)
    return (expr,)


def _chooses(expr: Expr) -> bool:
    return expr.op in ("select", "min", "max") or any(map(_chooses, expr.operands))


def _arms(expr: Expr) -> list[Expr]:
    """The expression with each choice of arms, up to a number; those are too many: none."""
    if not expr.operands:
        return [expr]
    if expr.op in ("select", "min", "max"):
        arms = [arm for operand in expr.operands[-2:] for arm in _arms(operand)]
    else:
        choices = [_arms(operand) for operand in expr.operands]
        count = 1
        for each in choices:
            count *= len(each)
        if count > _MOST_ARMS:
            return [expr]
        arms = [rebuild(expr.op, operands) for operands in product(*choices)]
    arms = list(dict.fromkeys(arms))
    return arms if len(arms) <= _MOST_ARMS else [expr]
