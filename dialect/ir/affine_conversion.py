"""Between xDSL's affine maps and sets, which are IR, and `Expr`, which is not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)

from ...index.expr import COMPARISONS, FALSE, Expr, all_of, conjuncts, eq, lift

_TO_EXPR: dict[AffineBinaryOpKind, Callable[[Expr, Expr], Expr]] = {
    AffineBinaryOpKind.Add: lambda a, b: a + b,
    AffineBinaryOpKind.Mul: lambda a, b: a * b,
    AffineBinaryOpKind.FloorDiv: lambda a, b: a // b,
    AffineBinaryOpKind.Mod: lambda a, b: a % b,
    AffineBinaryOpKind.CeilDiv: lambda a, b: -(-a // b),
}
_TO_AFFINE = {
    "+": AffineBinaryOpKind.Add,
    "*": AffineBinaryOpKind.Mul,
    "//": AffineBinaryOpKind.FloorDiv,
    "%": AffineBinaryOpKind.Mod,
}


def from_affine_expr(expr: AffineExpr, dims: Sequence[Expr], symbols: Sequence[Expr]) -> Expr:
    """The expression with dimensions and symbols replaced; ValueError on a division by zero."""
    # By type, and no match: the classes are abstract ones, and patterns look names up.
    if type(expr) is AffineDimExpr:
        return dims[expr.position]
    if type(expr) is AffineConstantExpr:
        return lift(expr.value)
    if type(expr) is AffineSymExpr:
        return symbols[expr.position]
    if type(expr) is not AffineBinaryOpExpr:
        raise ValueError(f"unknown affine expression {expr}")
    left = from_affine_expr(expr.lhs, dims, symbols)
    return _TO_EXPR[expr.kind](left, from_affine_expr(expr.rhs, dims, symbols))


def from_affine_map(map: AffineMap, operands: Sequence[Expr]) -> tuple[Expr, ...]:
    """The results of the map on these operands, dimensions first."""
    dims, symbols = operands[: map.num_dims], operands[map.num_dims :]
    return tuple(
        [
            dims[expr.position]  # as most are
            if type(expr) is AffineDimExpr
            else from_affine_expr(expr, dims, symbols)
            for expr in map.results
        ]
    )


def from_affine_set(set: AffineSet, operands: Sequence[Expr]) -> Expr:
    """The conjunction that an integer set states of these operands, dimensions first."""
    dims, symbols = operands[: set.num_dims], operands[set.num_dims :]
    return all_of([_from_constraint(c, dims, symbols) for c in set.constraints])


def _from_constraint(
    constraint: AffineConstraintExpr, dims: Sequence[Expr], symbols: Sequence[Expr]
) -> Expr:
    left = from_affine_expr(constraint.lhs, dims, symbols)
    right = from_affine_expr(constraint.rhs, dims, symbols)
    match constraint.kind:
        case AffineConstraintKind.eq:
            return eq(left, right)
        case AffineConstraintKind.ge:
            return left >= right
        case AffineConstraintKind.le:
            return left <= right


def to_affine_expr(expr: Expr, variables: Mapping[str, AffineExpr]) -> AffineExpr | None:
    """The affine expression; None if it is not affine. Raises KeyError for an unknown variable."""
    if expr.constant is not None:
        return AffineExpr.constant(expr.constant)
    if expr.op == "var":
        return variables[str(expr.args[0])]
    if expr.op not in _TO_AFFINE:
        return None
    left, right = (to_affine_expr(operand, variables) for operand in expr.operands)
    if left is None or right is None:
        return None
    if expr.op != "+" and not isinstance(right, AffineConstantExpr):
        return None
    made = AffineExpr.binary(_TO_AFFINE[expr.op], left, right)
    return _from_the_left(made) if expr.op == "+" else made


def _from_the_left(expr: AffineExpr) -> AffineExpr:
    """A sum as its text is read again: `a + (b + c)` is `(a + b) + c`."""
    if not isinstance(expr, AffineBinaryOpExpr) or expr.kind is not AffineBinaryOpKind.Add:
        return expr
    left, right = expr.lhs, expr.rhs
    while isinstance(right, AffineBinaryOpExpr) and right.kind is AffineBinaryOpKind.Add:
        left = _from_the_left(AffineBinaryOpExpr(expr.kind, left, right.lhs))
        right = right.rhs
    return AffineBinaryOpExpr(expr.kind, left, right)


def to_affine_map(exprs: Iterable[Expr], names: Sequence[str]) -> AffineMap | None:
    """The map from the values of these names to expressions; None if one is not affine."""
    dims = {name: AffineExpr.dimension(k) for k, name in enumerate(names)}
    results = [to_affine_expr(expr, dims) for expr in exprs]
    affine = tuple(result for result in results if result is not None)
    return AffineMap(len(names), 0, affine) if len(affine) == len(results) else None


def to_affine_set(
    condition: Expr, variables: Mapping[str, AffineExpr], dims: int
) -> AffineSet | None:
    """
    The integer set of a conjunction over `dims` dimensions, or None if it is not a conjunction
    of affine comparisons.
    """
    constraints: list[AffineConstraintExpr] = []
    if condition == FALSE:
        never = AffineExpr.constant(-1), AffineExpr.constant(0)
        return AffineSet(dims, 0, (AffineConstraintExpr(AffineConstraintKind.ge, *never),))
    for part in conjuncts(condition):
        if part.op not in COMPARISONS or part.op == "!=":
            return None
        left, right = part.operands
        if part.op in ("<", "<="):
            left, right = right, left
        difference = left - right - (1 if part.op in ("<", ">") else 0)
        kind = AffineConstraintKind.eq if part.op == "==" else AffineConstraintKind.ge
        lhs = to_affine_expr(difference, variables)
        if lhs is None:
            return None
        constraints.append(AffineConstraintExpr(kind, lhs, AffineExpr.constant(0)))
    return AffineSet(dims, 0, tuple(constraints))
