"""Choices that are always the same: an arm of a `select` that stands for all of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from ..expr import Expr, eq, rebuild
from ..normal import cost, tidy
from ..queries.conditions import is_implied

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
