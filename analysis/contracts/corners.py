"""Conditions on sizes under which sums of products hold at each point of a box of iterators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...index.connected import names_in
from ...index.expr import TRUE, Expr, all_of, conjuncts, var
from ...index.nonlinear.polynomials import Polynomial, plus, times, written
from ...index.nonlinear.products import Products
from ...index.normal import negate, scale, sums_at_least_0, tidy, total
from ...index.queries.instances import Instances
from ...index.sets.engine import GaveUp, NotAffine, question

_NO_BOX = "iterators are not in ranges, or more than signs tells where a sum is least"


@dataclass(frozen=True)
class _Box:
    """The ranges of iterators, over what a caller gives, and when there is anything in them."""

    first: Mapping[str, Expr]
    last: Mapping[str, Expr]
    has_points: Expr


def at_corners(
    condition: Expr, instances: Instances, known: Expr, is_given: Callable[[str], bool]
) -> Expr | None:
    """
    The condition on what a caller gives that another one holds at all instances; None if that is
    not found, as where ranges of iterators depend on one another.

    `i * m + j < size` for `i < n` and `j < m` is hardest to meet where i and j are greatest, as m
    is not negative if there is an instance: `n * m <= size`.
    """
    if not instances.exact:
        return None
    try:
        box = _box_of(instances, is_given)
        holds = [_least(part, box, known) for part in conjuncts(condition)]
    except (GaveUp, NotAffine):
        return None
    return tidy(negate(box.has_points) | all_of(holds))


def _box_of(instances: Instances, is_given: Callable[[str], bool]) -> _Box:
    """Raises GaveUp where a range depends on another iterator, or there is none."""
    first: dict[str, Expr] = {}
    last: dict[str, Expr] = {}
    of_sizes: list[Expr] = []
    for part in conjuncts(instances.condition):
        if all(map(is_given, names_in(part))):
            of_sizes.append(part)
            continue
        for each in sums_at_least_0(part) or ({},):
            moving = [term for term in each if not all(map(is_given, names_in(term)))]
            name = str(moving[0].args[0]) if moving and moving[0].op == "var" else ""
            if len(moving) != 1 or name not in instances.iterators or each[moving[0]] ** 2 != 1:
                raise GaveUp(_NO_BOX)
            rest = {term: factor for term, factor in each.items() if term is not moving[0]}
            ends, end = (last, rest) if each[moving[0]] < 0 else (first, scale(rest, -1))
            if name in ends:
                raise GaveUp(_NO_BOX)
            ends[name] = total(end)
    if not first.keys() == last.keys() == {*instances.iterators}:
        raise GaveUp(_NO_BOX)
    runs = [first[name] <= last[name] for name in instances.iterators]
    return _Box(first, last, all_of([*of_sizes, *runs]))


def _least(condition: Expr, box: _Box, known: Expr) -> Expr:
    """What a comparison is where it is hardest to meet, if there is a point; raises GaveUp."""
    if condition == TRUE:
        return condition
    sums = sums_at_least_0(condition)
    if not sums or condition.op == "==":
        raise GaveUp(_NO_BOX)
    inside = [part for name in box.first for part in _within(name, box)]
    with question():
        products = Products(all_of([known, box.has_points, *inside]))
        least = products.polynomial(total(sums[0]))
        for name in box.first:
            least = _without(name, least, box, products)
    return written(least) >= 0


def _within(name: str, box: _Box) -> tuple[Expr, Expr]:
    return var(name) >= box.first[name], var(name) <= box.last[name]


def _without(name: str, sum: Polynomial, box: _Box, products: Products) -> Polynomial:
    """The sum with an end of the range of an iterator in its place; raises GaveUp."""
    iterator, moved, rest = var(name), dict[tuple[Expr, ...], int](), dict(sum)
    for monomial in sum:
        if not any(name in names_in(each) for each in monomial):
            continue
        others = tuple(each for each in monomial if each is not iterator)
        if len(others) != len(monomial) - 1 or any(name in names_in(each) for each in others):
            raise GaveUp(_NO_BOX)
        moved[others] = rest.pop(monomial)
    if not moved:
        return sum
    if products.natural(moved):
        end = box.first[name]
    elif products.natural(plus({}, moved, -1)):
        end = box.last[name]
    else:
        raise GaveUp(_NO_BOX)
    return plus(rest, times(moved, products.polynomial(end)))
