"""Conditions with `select`, `min` or `max` in them, as cases of which arm is taken."""

from __future__ import annotations

from functools import lru_cache

from .connected import names_in
from .expr import Expr, all_of, conjuncts, rebuild
from .normal import negate, tidy

_REMEMBERED = 20_000


@lru_cache(_REMEMBERED)
def find_choice(expr: Expr) -> Expr | None:
    """Return a choice without another one inside; None if the expression has none."""
    for operand in expr.operands:
        if (found := find_choice(operand)) is not None:
            return found
    return expr if expr.op in ("select", "min", "max") else None


def arms_of(choice: Expr) -> tuple[Expr, Expr, Expr]:
    """Return the condition of a choice, its value where that holds, and where it does not."""
    if choice.op == "select":
        taken, yes, no = choice.operands
    else:
        yes, no = choice.operands
        taken = yes <= no if choice.op == "min" else yes >= no
    return taken, yes, no


def decided(condition: Expr, choice: Expr) -> list[Expr]:
    """Return the condition with each arm of the choice, where that is the one taken."""
    taken, yes, no = arms_of(choice)
    known = {tidy(part) for part in conjuncts(condition)}
    arms = ((taken, yes), (negate(taken), no))
    return [
        all_of((given, replaced(condition, choice, arm)))
        for given, arm in arms
        if tidy(negate(given)) not in known
    ]


def replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    """Return the expression with another one in place of each that is equal to an old one."""
    if expr == old:
        return new
    if not expr.operands or not names_in(old) <= names_in(expr):
        return expr
    return rebuild(expr.op, tuple([replaced(operand, old, new) for operand in expr.operands]))
