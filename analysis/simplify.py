"""Small readable forms: guessed or asked of isl, shown equal by isl, chosen by cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from .division import DivisionRules
from .expr import FALSE, TRUE, Expr, all_of, any_of, eq
from .islctx import GaveUp, IntSet, NotAffine, SeveralCases, engine
from .lemmas import with_lemmas
from .normal import cost, negate, tidy
from .products import Products, products_in
from .queries import Proven, implies

_REMEMBERED = 20_000

_MANY_PIECES = 16
"""isl's forms of a set with more disjuncts than this are neither short nor cheap to make."""


@lru_cache(_REMEMBERED)
def simplify_condition(condition: Expr, context: Expr) -> Expr:
    """The cheapest form found that agrees with the condition wherever the context holds."""
    own = tidy(negate(negate(condition)))
    best = min((condition, own), key=cost)
    try:
        with engine().budget():
            within = engine().set(context)
            points = engine().set(condition)
            return readable(points, within, (best, *_without_implied(own, within, engine().set)))
    except NotAffine:
        return min((best, *_with_products(condition, own, context)), key=cost)
    except GaveUp:
        return best


@lru_cache(_REMEMBERED)
def simplify_index(expr: Expr, context: Expr) -> Expr:
    """The cheapest form found that has the same value wherever the context holds."""
    best = min((expr, tidy(expr)), key=cost)
    try:
        with engine().budget():
            for form in _index_forms(expr, engine().set(context)):
                best = min((best, form), key=cost)
    except NotAffine:
        return min((best, *_indices_with_products(expr, context)), key=cost)
    except GaveUp:
        pass
    return best


def _with_products(condition: Expr, own: Expr, context: Expr) -> list[Expr]:
    """Forms of a condition on products of names; none brings in a product that was not there."""
    for goal, answer in ((condition, TRUE), (~condition, FALSE)):
        if isinstance(implies(context, goal), Proven):
            return [answer]
    try:
        with engine().budget():
            products = Products(context)
            points = engine().set(products.condition(condition))
            within = with_lemmas(products)
            shorter = _without_implied(own, within, lambda c: engine().set(products.condition(c)))
            linear = _forms(points.intersect(within), within)
            forms = [*shorter, *(tidy(products.restored(form)) for form in linear)]
    except GaveUp:
        return []
    return [form for form in forms if products_in(form) <= products_in(condition)]


def _indices_with_products(expr: Expr, context: Expr) -> list[Expr]:
    try:
        with engine().budget():
            products = Products(context)
            linear = products.index(expr)
            forms = [linear, *_index_forms(linear, with_lemmas(products))]
    except GaveUp:
        return []
    return [
        form
        for form in (tidy(products.restored(form)) for form in forms)
        if products_in(form) <= products_in(expr)
        and isinstance(implies(context, eq(expr, form)), Proven)
    ]


def _index_forms(expr: Expr, context: IntSet) -> Iterator[Expr]:
    rewritten = DivisionRules(context).rewrite(expr)
    if context.is_subset(engine().set(eq(expr, rewritten))):
        yield rewritten
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


def _without_implied(
    condition: Expr, context: IntSet, as_set: Callable[[Expr], IntSet]
) -> Iterator[Expr]:
    """The condition in its own spelling, less the parts that the others and the context decide."""
    if condition.op not in ("and", "or"):
        return
    parts = list(condition.operands)
    join = all_of if condition.op == "and" else any_of
    for part in sorted(parts, key=cost, reverse=True):
        others = [other for other in parts if other != part]
        left, right = as_set(join(others)), as_set(part)
        if condition.op == "or":
            left, right = right, left
        if left.intersect(context).is_subset(right):
            parts = others
    yield join(parts)
