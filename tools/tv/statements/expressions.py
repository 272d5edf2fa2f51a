"""Quasi-affine expressions and conditions as isl's text; every part stands in parentheses."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineSet,
    AffineSymExpr,
)

from .reasons import NoProof

TRUE, FALSE = "(1 = 1)", "(1 = 0)"
_RELATIONS = {
    AffineConstraintKind.ge: ">=",
    AffineConstraintKind.le: "<=",
    AffineConstraintKind.eq: "=",
}


def number(value: int) -> str:
    """A constant."""
    return str(value) if value >= 0 else f"(-{-value})"


def plus(left: str, right: str) -> str:
    """A sum."""
    return f"({left} + {right})"


def minus(left: str, right: str) -> str:
    """A difference."""
    return f"({left} - ({right}))"


def times(factor: int, expr: str) -> str:
    """A multiple."""
    return f"({factor}*({expr}))" if factor >= 0 else f"(-({-factor}*({expr})))"


def floor_div(expr: str, divisor: int) -> str:
    """The quotient by a positive number, rounded down."""
    return f"(floor(({expr})/{divisor}))"


def ceil_div(expr: str, divisor: int) -> str:
    """The quotient by a positive number, rounded up."""
    return f"(-(floor((-({expr}))/{divisor})))"


def modulo(expr: str, divisor: int) -> str:
    """The rest that belongs to the quotient that is rounded down."""
    return minus(expr, times(divisor, floor_div(expr, divisor)))


def least(exprs: Sequence[str]) -> str:
    """The least of some values."""
    text = exprs[0]
    for expr in exprs[1:]:
        text = f"(min({text}, {expr}))"
    return text


def greatest(exprs: Sequence[str]) -> str:
    """The greatest of some values."""
    text = exprs[0]
    for expr in exprs[1:]:
        text = f"(max({text}, {expr}))"
    return text


def compare(left: str, relation: str, right: str) -> str:
    """A comparison."""
    return f"({left} {relation} {right})"


def both(*conditions: str) -> str:
    """Whether all hold."""
    return f"({' and '.join(conditions)})" if conditions else TRUE


def either(left: str, right: str) -> str:
    """Whether one holds at least."""
    return f"({left} or {right})"


def negated(condition: str) -> str:
    """Whether it does not hold."""
    return f"(not {condition})"


def of_map(expr: AffineExpr, dims: int, operands: Sequence[str]) -> str:
    """An expression over dimensions, and then symbols; raises NoProof if it is not affine."""
    match expr:
        case AffineConstantExpr():
            return number(expr.value)
        case AffineDimExpr():
            return operands[expr.position]
        case AffineSymExpr():
            return operands[dims + expr.position]
        case AffineBinaryOpExpr():
            return _binary(expr, dims, operands)
        case _:
            raise NoProof(f"the affine expression {expr} is not understood")


def _binary(expr: AffineBinaryOpExpr, dims: int, operands: Sequence[str]) -> str:
    left, right, kind = expr.lhs, expr.rhs, expr.kind
    if kind is AffineBinaryOpKind.Add:
        return plus(of_map(left, dims, operands), of_map(right, dims, operands))
    if kind is AffineBinaryOpKind.Mul and isinstance(left, AffineConstantExpr):
        left, right = right, left
    if not isinstance(right, AffineConstantExpr):
        raise NoProof(f"{expr} is not affine")
    text, constant = of_map(left, dims, operands), right.value
    if kind is AffineBinaryOpKind.Mul:
        return times(constant, text)
    if constant <= 0:
        raise NoProof(f"{expr} divides by {constant}")
    if kind is AffineBinaryOpKind.FloorDiv:
        return floor_div(text, constant)
    if kind is AffineBinaryOpKind.CeilDiv:
        return ceil_div(text, constant)
    return modulo(text, constant)


def of_set(condition: AffineSet, operands: Sequence[str]) -> str:
    """The conjunction of all constraints of a set."""
    parts: list[str] = []
    for constraint in condition.constraints:
        left, right = (
            of_map(side, condition.num_dims, operands) for side in (constraint.lhs, constraint.rhs)
        )
        parts.append(compare(left, _RELATIONS[constraint.kind], right))
    return both(*parts)
