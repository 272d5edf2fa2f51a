"""The forms that isl gives sets and functions of names, as expressions."""

from __future__ import annotations

from functools import reduce

import islpy as isl

from .basic_sets import to_int
from .expr import Expr, lift, rebuild, var


class GaveUp(Exception):
    """A question that could not be answered: the operation budget ran out, say."""


class SeveralCases(GaveUp):
    """The answer depends on a condition, and expressions have no choice between two values."""


# By name: the type stubs lack some of the members.
_FROM_AST = {
    **dict.fromkeys(("fdiv_q", "pdiv_q", "div"), "//"),
    **dict.fromkeys(("pdiv_r", "zdiv_r"), "%"),
    **dict.fromkeys(("and_", "and_then"), "and"),
    **dict.fromkeys(("or_", "or_else"), "or"),
    **{"add": "+", "mul": "*", "min": "min", "max": "max"},
    **{"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "=="},
}


def from_ast(ast: isl.AstExpr) -> Expr:
    """What isl prints, as an expression; raises SeveralCases where that takes more than one."""
    if ast.get_type() == isl.ast_expr_type.int:
        return lift(to_int(ast.get_val()))
    if ast.get_type() == isl.ast_expr_type.id:
        return var(ast.get_id().get_name())
    op = isl.ast_expr_op_type(ast.get_op_type()).name
    operands = [from_ast(ast.get_op_arg(d)) for d in range(ast.get_op_n_arg())]
    if op == "minus":
        return -operands[0]
    if op == "sub":
        return operands[0] - operands[1]
    if op not in _FROM_AST:
        raise SeveralCases("the answer is not one expression but several, by cases")
    return reduce(lambda left, right: rebuild(_FROM_AST[op], (left, right)), operands)


def divides(expr: Expr) -> bool:
    """Whether there is a quotient or a remainder in it."""
    return expr.op in ("//", "%") or any(map(divides, expr.operands))
