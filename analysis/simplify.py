"""Small readable forms: guessed or asked of isl, shown equal by isl, chosen by cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .division import DivisionRules
from .expr import FALSE, TRUE, Expr, all_of, any_of, eq
from .islctx import GaveUp, IntSet, NotAffine, SeveralCases, engine
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
            return readable(engine().set(condition), within, (best, *_without_implied(own, within)))
    except (GaveUp, NotAffine):
        return best


def simplify_index(expr: Expr, context: Expr) -> Expr:
    """The cheapest form found that has the same value wherever the context holds."""
    best = min((expr, tidy(expr)), key=cost)
    try:
        with engine().budget():
            points = engine().set(context)
            rewritten = DivisionRules(points).rewrite(expr)
            if points.is_subset(engine().set(eq(expr, rewritten))):
                best = min((best, rewritten), key=cost)
            for form in _index_forms(expr, points):
                best = min((best, form), key=cost)
    except (GaveUp, NotAffine):
        pass
    return best


def _index_forms(expr: Expr, context: IntSet) -> Iterator[Expr]:
    function = engine().function(expr)
    for form in (
        function.gist_params(context),
        function.intersect_params(context).coalesce().gist_params(context),
    ):
        try:
            yield engine().index(form, context)
        except SeveralCases:
            continue


def readable(points: IntSet, context: IntSet, given: Iterable[Expr]) -> Expr:
    """The cheapest form, within the context, of a set; one of the given forms on a tie."""
    points = points.intersect(context)
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
    for form in (points.gist(context), joined.gist(context).coalesce()):
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
