"""Affine maps and sets as Python functions of registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, cast

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)

from .errors import NotValidated

Registers: TypeAlias = list[Any]

_OPERATORS = {
    AffineBinaryOpKind.Add: "+",
    AffineBinaryOpKind.Mul: "*",
    AffineBinaryOpKind.FloorDiv: "//",
    AffineBinaryOpKind.Mod: "%",
}


def compile_map(map: AffineMap, slots: Sequence[int]) -> Callable[[Registers], tuple[int, ...]]:
    """The results of a map whose dimensions and then symbols are in these registers."""
    names = [f"r[{slot}]" for slot in slots]
    results = "".join(f"{_text(result, map.num_dims, names)}, " for result in map.results)
    return _function(f"({results})")


def compile_set(set: AffineSet, slots: Sequence[int]) -> Callable[[Registers], bool]:
    """Whether the values in these registers satisfy all constraints."""
    names = [f"r[{slot}]" for slot in slots]
    constraints: list[str] = []
    for constraint in set.constraints:
        left, right = (
            _text(side, set.num_dims, names) for side in (constraint.lhs, constraint.rhs)
        )
        # An addition is what a value that is not an integer refuses.
        comparison = {
            AffineConstraintKind.ge: ">=",
            AffineConstraintKind.le: "<=",
            AffineConstraintKind.eq: "==",
        }[constraint.kind]
        constraints.append(f"{left} + 0 {comparison} {right} + 0")
    return _function(" and ".join(constraints) or "True")


@lru_cache(10_000)
def _function(text: str) -> Callable[[Registers], Any]:
    """Each text once, as to compile it takes longer than most functions run."""
    return eval(f"lambda r: {text}")


def _text(expr: AffineExpr, dims: int, names: Sequence[str]) -> str:
    # By identity of classes: to ask for instances of abstract ones takes longer than all else here.
    if expr.__class__ is AffineDimExpr:
        return names[cast("AffineDimExpr", expr).position]
    if expr.__class__ is AffineSymExpr:
        return names[dims + cast("AffineSymExpr", expr).position]
    if expr.__class__ is AffineConstantExpr:
        return f"({cast('AffineConstantExpr', expr).value})"
    if expr.__class__ is not AffineBinaryOpExpr:
        raise NotValidated(f"the affine expression {expr} is not understood")
    binary = cast("AffineBinaryOpExpr", expr)
    left, right = _text(binary.lhs, dims, names), _text(binary.rhs, dims, names)
    if binary.kind is AffineBinaryOpKind.CeilDiv:
        return f"(-(-{left} // {right}))"
    return f"({left} {_OPERATORS[binary.kind]} {right})"
