"""The first and last values of an iterator in a set, as bounds that a loop can have."""

from __future__ import annotations

from ..expr import Expr, all_of, conjuncts, eq, lift, var
from ..normal import scale, terms, tidy, total
from ..sets.engine import GaveUp, IntFunction, IntSet, SeveralCases, engine
from .forms import simplify_index


def first_values(points: IntSet, within: IntSet, name: str, context: Expr) -> tuple[Expr, ...]:
    """Expressions of the other names whose maximum is the least value, or below it."""
    mirrored = engine().set(eq(var(name) * -1, var("%-")))
    turned = engine().project(points.intersect(mirrored), [name])
    return _bounds(engine().greatest(turned, "%-").neg(), points, within, name, context, "max")


def last_values(points: IntSet, within: IntSet, name: str, context: Expr) -> tuple[Expr, ...]:
    """
    Expressions of the other names whose minimum is the greatest value, or above it.

    `within` is the range that the name has anyway, `context` holds of the other names. Where the
    value depends on cases, the bounds are what the conditions of the set state, or a constant;
    raises GaveUp if there is none.
    """
    return _bounds(engine().greatest(points, name), points, within, name, context, "min")


def is_plain(expr: Expr) -> bool:
    """Whether it is made of sums, factors, and division by constants."""
    if not expr.operands:
        return True
    if expr.op not in ("+", "*", "//", "%"):
        return False
    if expr.op != "+" and (expr.operands[1].constant or 0) == 0:
        return False
    return all(map(is_plain, expr.operands))


def meets_step(
    bounds: tuple[Expr, ...], lowers: tuple[Expr, ...], step: int, outer: IntSet
) -> bool:
    """Whether a loop that starts at one of the bounds instead of at its lower meets its points."""
    if step == 1:
        return True
    if len(lowers) != 1:
        return False
    strides = all_of(eq((bound - lowers[0]) % step, 0) for bound in bounds)
    return outer.is_subset(engine().set(strides))


def _bounds(
    function: IntFunction, points: IntSet, within: IntSet, name: str, context: Expr, join: str
) -> tuple[Expr, ...]:
    domain = engine().project(points, [name])
    try:
        found = engine().index(function.gist_params(domain), domain)
        bounds = tuple(simplify_index(e, context) for e in _joined(found, join))
        if all(map(is_plain, bounds)):
            return bounds
    except SeveralCases:
        pass
    if stated := _stated(engine().condition(points.gist(within).coalesce()), name, join):
        return stated
    value = (engine().minimum if join == "max" else engine().maximum)(var(name), points)
    if value is None:
        raise GaveUp("narrower bounds depend on cases")
    return (lift(value),)


def _joined(expr: Expr, join: str) -> tuple[Expr, ...]:
    """The operands of nested maxima, or minima; any other expression is its own only one."""
    if expr.op != join:
        return (expr,)
    return tuple(e for operand in expr.operands for e in _joined(operand, join))


def _stated(condition: Expr, name: str, join: str) -> tuple[Expr, ...]:
    """The first, or last, values that the parts of a conjunction leave to a name."""
    found = list[Expr]()
    for part in map(tidy, conjuncts(condition)):
        if part.op not in ("<", "<=", ">", ">=", "=="):
            continue
        left, right = part.operands
        if part.op in ("<", "<="):
            left, right = right, left
        summands = terms(left - right - (1 if part.op in ("<", ">") else 0))
        factor = summands.pop(var(name), 0)
        if factor == 0 or name in total(summands).variables():
            continue
        if part.op == "==" and (factor > 0) != (join == "max"):
            factor, summands = -factor, scale(summands, -1)
        if (factor > 0) == (join == "max"):
            # factor * name + rest >= 0
            rest = total(scale(summands, -1 if factor > 0 else 1))
            found.append(tidy(-(-rest // factor) if factor > 0 else rest // -factor))
    return tuple(found)
