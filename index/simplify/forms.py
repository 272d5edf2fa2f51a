"""Small readable forms: guessed or asked of isl, shown equal by isl, chosen by cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain

from ..boxes import interval_of, is_below_a_size, is_free, is_solid
from ..comparisons import vary_apart
from ..connected import connected, names_in
from ..expr import FALSE, TRUE, Expr, all_of, any_of, conjuncts, eq
from ..nonlinear.lemmas import SHARE, with_lemmas
from ..nonlinear.products import Products, products_in
from ..normal import ONE, cost, is_linear, negate, terms, tidy
from ..queries.conditions import is_implied
from ..sets.engine import GaveUp, IntSet, NotAffine, SeveralCases, engine, question
from .division import DivisionRules, gives

_REMEMBERED = 20_000
_LEAST = 3
"""The cost of `i < 4`: nothing that depends on a name is cheaper."""
_LEAST_INDEX = 1
"""The cost of a name, or a small number."""

_MANY_PIECES = 16
"""isl's forms of a set with more disjuncts than this are neither short nor cheap to make."""


@lru_cache(_REMEMBERED)
def simplify_condition(condition: Expr, context: Expr) -> Expr:
    """The cheapest form found that agrees with the condition wherever the context holds."""
    own = tidy(negate(negate(condition)))
    best = min((condition, own), key=cost)
    try:
        with question():
            within = engine().set(context)
            points = engine().part(within, own)
            missing = within.subtract(points)
            if points.is_empty():
                return FALSE
            if missing.is_empty():
                return TRUE
            given = chain([best], _without_implied(own, within, engine().part))
            return _cheapest(chain(given, _forms(points, missing, within)))
    except NotAffine:
        return min((best, *_with_products(condition, own, context)), key=cost)
    except GaveUp:
        return best


@lru_cache(_REMEMBERED)
def simplify_index(expr: Expr, context: Expr) -> Expr:
    """The cheapest form found that has the same value wherever the context holds."""
    best = min((expr, tidy(expr)), key=cost)
    if is_simplest(best) or _stays_divided(best, context):
        return best
    # What has no name in common with the index does not tell what it is.
    near = all_of(connected(conjuncts(context), names_in(expr)))
    own = names_in(best)
    if is_linear(best) and (vary_apart(near, own) or is_solid(context, own)):
        return best  # no other sum of names has the same values
    try:
        with question():
            for form in _index_forms(expr, DivisionRules(near)):
                best = min((best, form), key=cost)
                if is_simplest(best):
                    break
    except NotAffine:
        return min((best, *_indices_with_products(expr, context)), key=cost)
    except GaveUp:
        pass
    return best


def is_simplest(index: Expr) -> bool:
    """Whether no form of an index is cheaper, whatever the context."""
    return cost(index) <= _LEAST_INDEX


def _stays_divided(expr: Expr, context: Expr) -> bool:
    """
    Whether an index divides a name, or its sum with less than the divisor, that goes through more
    than a divisor, tied to no other but sizes that may be as large as they like.
    """
    if expr.op not in ("//", "%"):
        return False
    summands, size = terms(expr.operands[0]), expr.operands[1].constant
    offset = summands.pop(ONE, 0)
    if len(summands) != 1 or size is None or not 0 <= offset < size:
        return False
    name, factor = next(iter(summands.items()))
    if name.op != "var" or factor != 1:
        return False
    low, high = interval_of(name, context)
    if size < 2 or low is None:
        return False
    if high is None:
        return is_below_a_size(name, context)
    return high - low >= size and is_free(name, context)


def _with_products(condition: Expr, own: Expr, context: Expr) -> list[Expr]:
    """Forms of a condition on products of names; none brings in a product that was not there."""
    for goal, answer in ((condition, TRUE), (~condition, FALSE)):
        if is_implied(context, goal):
            return [answer]
    forms: list[Expr] = []
    for some in (_shorter_with_products(own, context), _linear_forms(condition, context)):
        try:
            with question(SHARE):
                forms += some
        except (GaveUp, NotAffine):
            continue
    return [form for form in forms if products_in(form) <= products_in(condition)]


def _shorter_with_products(condition: Expr, context: Expr) -> Iterator[Expr]:
    products = Products(context)
    _ = products.condition(condition)  # so that there are lemmas on its products
    within = with_lemmas(products, multiply=products.points.n_basic_set() == 1)
    yield from _without_implied(
        condition, within, lambda some, c: engine().part(some, products.condition(c))
    )


def _linear_forms(condition: Expr, context: Expr) -> Iterator[Expr]:
    products = Products(context)
    linear = products.condition(condition)
    within = with_lemmas(products, multiply=False)
    points = engine().part(within, linear)
    for form in _forms(points, within.subtract(points), within):
        yield tidy(products.restored(form))


def _indices_with_products(expr: Expr, context: Expr) -> list[Expr]:
    try:
        with question(SHARE):
            products = Products(context)
            linear = products.index(expr)
            within = with_lemmas(products, multiply=False)
            forms = [linear, *_index_forms(linear, DivisionRules(within=within))]
    except (GaveUp, NotAffine):
        return []
    return [
        form
        for form in (tidy(products.restored(form)) for form in forms)
        if products_in(form) <= products_in(expr) and is_implied(context, eq(expr, form))
    ]


def _index_forms(expr: Expr, rules: DivisionRules) -> Iterator[Expr]:
    """Forms that hold in the context of the rules, cheap ones first."""
    rewritten = rules.rewrite(expr)
    shown = rewritten == expr or gives(expr, rewritten, rules.given)
    if shown or rules.context.is_subset(engine().set(eq(expr, rewritten))):
        yield rewritten
    context = rules.context
    function = engine().function(expr)
    whole = function.gist_params(context)
    joined = function.intersect_params(context).coalesce().gist_params(context)
    for form in (whole,) if whole.plain_is_equal(joined) else (whole, joined):
        try:
            yield engine().index(form, context)
        except SeveralCases:
            continue


def readable(points: IntSet, context: IntSet, given: Iterable[Expr]) -> Expr:
    """The cheapest form, within the context, of a set; one of the given forms on a tie."""
    points = points.intersect(context)
    missing = context.subtract(points)
    if points.is_empty():
        return FALSE
    if missing.is_empty():
        return TRUE
    return _cheapest(chain(given, _forms(points, missing, context)))


def _cheapest(forms: Iterable[Expr]) -> Expr:
    """The first of the cheapest forms of what is neither always nor never true."""
    best: Expr | None = None
    for form in forms:
        if best is None or cost(form) < cost(best):
            best = form
        if cost(best) <= _LEAST:
            break
    assert best is not None
    return best


def _forms(points: IntSet, missing: IntSet, context: IntSet) -> Iterator[Expr]:
    joined = points.coalesce()
    if joined.n_basic_set() > _MANY_PIECES:
        yield engine().condition(joined.gist(context), context)
        return
    pieces, hull = points.gist(context), joined.gist(context).coalesce()
    for form in (pieces,) if pieces.plain_is_equal(hull) else (pieces, hull):
        yield engine().condition(form)
        yield engine().condition(form, context)
    missing = missing.coalesce()
    if missing.n_basic_set() <= _MANY_PIECES:
        form = missing.gist(context).coalesce()
        yield tidy(negate(engine().condition(form)))
        yield tidy(negate(engine().condition(form, context)))


def _without_implied(
    condition: Expr, context: IntSet, part_of: Callable[[IntSet, Expr], IntSet]
) -> Iterator[Expr]:
    """The condition in its own spelling, less the parts that the others and the context decide."""
    if condition.op not in ("and", "or"):
        return
    parts = list(condition.operands)
    conjunction = condition.op == "and"
    join = all_of if conjunction else any_of
    for part in sorted(parts, key=cost, reverse=True):
        others = [other for other in parts if other != part]
        rest = join(others)
        differs = rest & negate(part) if conjunction else part & negate(rest)
        if part_of(context, differs).is_empty():
            parts = others
    yield join(parts)
