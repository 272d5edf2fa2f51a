"""Small readable forms: candidates are guessed or asked of isl, shown equal by isl, chosen by cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .expr import FALSE, TRUE, Expr, all_of, any_of
from .islctx import GaveUp, IntSet, NotAffine, engine
from .normal import cost, negate, tidy

_MANY_PIECES = 16
"""isl's forms of a set with more disjuncts than this are neither short nor cheap to make."""


def simplify_condition(condition: Expr, context: Expr) -> Expr:
    """The cheapest form found that agrees with the condition wherever the context holds."""
    own = tidy(negate(negate(condition)))
    best = min((condition, own), key=cost)
    try:
        with engine().budget():
            within = engine().set(context)
            points = engine().set(condition).intersect(within)
            return readable(points, within, (best, *_without_implied(own, within)))
    except (GaveUp, NotAffine):
        return best


def simplify_index(expr: Expr, context: Expr) -> Expr:
    """The cheapest form found that has the same value wherever the context holds."""
    return tidy(expr)


def readable(points: IntSet, context: IntSet, given: Iterable[Expr]) -> Expr:
    """The cheapest form of a subset of the context, valid within it: one of the given ones on a tie."""
    if points.is_empty():
        return FALSE
    if context.is_subset(points):
        return TRUE
    return min((*given, *_forms(points, context)), key=cost)


def _forms(points: IntSet, context: IntSet) -> Iterator[Expr]:
    joined = points.coalesce()
    if joined.n_basic_set() > _MANY_PIECES:
        yield engine().condition(joined.gist(context), context)
        return
    missing = context.subtract(points).coalesce()
    for form in {form for form in (points.gist(context), joined.gist(context).coalesce())}:
        yield engine().condition(form)
        yield engine().condition(form, context)
    if missing.n_basic_set() <= _MANY_PIECES:
        form = missing.gist(context).coalesce()
        yield tidy(negate(engine().condition(form)))
        yield tidy(negate(engine().condition(form, context)))


def _without_implied(condition: Expr, context: IntSet) -> Iterator[Expr]:
    """The condition in its own spelling, less the parts that the others and the context decide."""
    if condition.op not in ("and", "or"):
        return
    parts = list(condition.operands)
    join = all_of if condition.op == "and" else any_of
    for part in sorted(parts, key=cost, reverse=True):
        others = [other for other in parts if other != part]
        left, right = engine().set(join(others)), engine().set(part)
        if condition.op == "or":
            left, right = right, left
        if left.intersect(context).is_subset(right):
            parts = others
    yield join(parts)
