"""What the parts of isl's sets and functions say: their points counted, their constraints read."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise

import islpy as isl

from .expr import Expr, all_of, any_of, eq, lift, var

_PARAM, _SET, _DIV = isl.dim_type.param, isl.dim_type.set, isl.dim_type.div


def to_int(value: isl.Val) -> int:
    """An integer of any size."""
    return int(str(value))


def count_points(points: isl.BasicSet) -> int:
    """The product of the counts over dimensions that no constraint ties: isl counts one by one."""
    whole, dimensions = isl.Set.from_basic_set(points), range(points.dim(_SET))
    if points.dim(_DIV):
        return to_int(whole.count_val())
    tied = [{d} for d in dimensions]
    for constraint in points.get_constraints():
        involved = [d for d in dimensions if constraint.involves_dims(_SET, d, 1)]
        together = set[int]().union(*(tied[d] for d in involved))
        for d in together:
            tied[d] = together
    total = 1
    for group in {min(group): group for group in tied}.values():
        part = whole
        for first, last in reversed(list(pairwise((-1, *sorted(group), len(dimensions))))):
            part = part.project_out(_SET, first + 1, last - first - 1)
        total *= to_int(part.count_val())
    return total


def constraints_of(points: isl.Set, holds: Callable[[Expr], bool]) -> Expr:
    """
    A set over names as a condition, as its constraints are: not as short as can be.

    Those that always hold, as what only says what a division is, are left out.
    """
    parts = [map(_constraint, p.get_constraints()) for p in points.compute_divs().get_basic_sets()]
    return any_of(all_of(c for c in constraints if not holds(c)) for constraints in parts)


def _constraint(constraint: isl.Constraint) -> Expr:
    value = _numerator(constraint.get_aff())
    return eq(value, 0) if constraint.is_equality() else value >= 0


def value_of(function: isl.Aff) -> Expr:
    """A function of names, which gives integers, as an expression."""
    denominator = to_int(function.get_denominator_val())
    numerator = _numerator(function)
    return numerator if denominator == 1 else numerator // denominator


def _numerator(function: isl.Aff) -> Expr:
    denominator = function.get_denominator_val()
    summands = [lift(to_int(function.get_constant_val().mul(denominator)))]
    for kind in (_PARAM, _DIV):
        for k in range(function.dim(kind)):
            factor = to_int(function.get_coefficient_val(kind, k).mul(denominator))
            if factor:
                name = function.get_dim_name(isl.dim_type.param, k) if kind == _PARAM else ""
                term = var(name) if kind == _PARAM else value_of(function.get_div(k))
                summands.append(term * factor)
    return reduce(lambda left, right: left + right, summands)
