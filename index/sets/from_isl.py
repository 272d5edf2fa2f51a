"""Convert sets, functions and printed forms of isl to names, counts of points and expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from itertools import pairwise

import islpy as isl

from ..expr import FALSE, TRUE, Expr, all_of, any_of, eq, lift, rebuild, var

_PARAM, _SET, _DIV = isl.dim_type.param, isl.dim_type.set, isl.dim_type.div
# By name: the type stubs lack some of the members.
_FROM_AST = {
    **dict.fromkeys(("fdiv_q", "pdiv_q", "div"), "//"),
    **dict.fromkeys(("pdiv_r", "zdiv_r"), "%"),
    **dict.fromkeys(("and_", "and_then"), "and"),
    **dict.fromkeys(("or_", "or_else"), "or"),
    **{"add": "+", "mul": "*", "min": "min", "max": "max"},
    **{"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "=="},
}


class GaveUp(Exception):
    """A question that could not be answered: the operation budget ran out, say."""


class SeveralCases(GaveUp):
    """The answer depends on a condition, and expressions have no choice between two values."""


def to_int(value: isl.Val) -> int:
    """An integer of any size."""
    return int(str(value))


def names_of(points: isl.Set) -> set[str]:
    """The names that a set is over."""
    return {str(points.get_dim_name(_PARAM, k)) for k in range(points.dim(_PARAM))}


def renamed(points: isl.Set, names: Mapping[str, str]) -> isl.Set:
    """The set over other names in the place of some, none of which it is over already."""
    for name, other in names.items():
        position = points.find_dim_by_name(_PARAM, name)
        if position >= 0:
            points = points.set_dim_name(_PARAM, position, other)
    return points


def count_points(points: isl.BasicSet) -> int:
    """The product of the counts over dimensions that no constraint ties: isl counts one by one."""
    whole, dimensions = isl.Set.from_basic_set(points), range(points.dim(_SET))
    if points.dim(_DIV):
        return to_int(whole.count_val())
    tied = [{d} for d in dimensions]
    own: list[list[isl.Constraint]] = [[] for _ in dimensions]
    for constraint in points.get_constraints():
        involved = [d for d in dimensions if constraint.involves_dims(_SET, d, 1)]
        if not involved:
            return to_int(whole.count_val())  # it says that there is none
        together = set[int]().union(*(tied[d] for d in involved))
        for d in together:
            tied[d] = together
        if len(involved) == 1:
            own[involved[0]].append(constraint)
    total = 1
    for group in {min(group): group for group in tied}.values():
        length = _length(own[min(group)], min(group)) if len(group) == 1 else None
        total *= to_int(_only(whole, group).count_val()) if length is None else length
    return total


def _only(points: isl.Set, kept: set[int]) -> isl.Set:
    for first, last in reversed(list(pairwise((-1, *sorted(kept), points.dim(_SET))))):
        points = points.project_out(_SET, first + 1, last - first - 1)
    return points


def _length(constraints: Iterable[isl.Constraint], d: int) -> int | None:
    """How many integers satisfy constraints of one dimension alone; None if there is no end."""
    least, greatest = list[int](), list[int]()
    for constraint in constraints:
        factor = to_int(constraint.get_coefficient_val(_SET, d))
        rest = to_int(constraint.get_constant_val())
        # An equality bounds on both sides.
        for sign in (1, -1) if constraint.is_equality() else (1,):
            if sign * factor > 0:
                least.append(-(sign * rest // (sign * factor)))
            else:
                greatest.append(sign * rest // (-sign * factor))
    return max(0, min(greatest) - max(least) + 1) if least and greatest else None


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


def from_ast(ast: isl.AstExpr) -> Expr:
    """
    Convert a form that isl prints to an expression; raises SeveralCases if it needs more than one.
    """
    if ast.get_type() == isl.ast_expr_type.int:
        return lift(to_int(ast.get_val()))
    if ast.get_type() == isl.ast_expr_type.id:
        return var(ast.get_id().get_name())
    op = isl.ast_expr_op_type(ast.get_op_type()).name
    operands = [from_ast(ast.get_op_arg(d)) for d in range(ast.get_op_n_arg())]
    if _FROM_AST.get(op) in ("and", "or"):
        operands = list(map(_as_condition, operands))
    if op == "minus":
        return -operands[0]
    if op == "sub":
        return operands[0] - operands[1]
    if op not in _FROM_AST:
        raise SeveralCases("the answer is not one expression but several, by cases")
    return reduce(lambda left, right: rebuild(_FROM_AST[op], (left, right)), operands)


def condition_of(ast: isl.AstExpr) -> Expr:
    """Convert the printed form of a set."""
    return _as_condition(from_ast(ast))


def _as_condition(found: Expr) -> Expr:
    """What isl prints for a condition is 0 or 1 where nothing, or everything, satisfies it."""
    if (number := found.constant) is None:
        return found
    return TRUE if number else FALSE
