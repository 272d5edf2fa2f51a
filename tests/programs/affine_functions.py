"""Affine maps and sets as Python functions of a frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)

Function = Callable[[list[Any]], Any]


def map_function(map: AffineMap, slots: Sequence[int]) -> Function:
    """The results of a map of the values in these slots, as a tuple."""
    dims, symbols = _names(slots, map.num_dims)
    results = "".join(f"{expression(result, dims, symbols)}," for result in map.results)
    return _function(f"({results})")


def set_function(set: AffineSet, slots: Sequence[int]) -> Function:
    """Whether the values in these slots meet all constraints."""
    dims, symbols = _names(slots, set.num_dims)
    parts = [
        f"{expression(c.lhs, dims, symbols)} {c.kind.value} {expression(c.rhs, dims, symbols)}"
        for c in set.constraints
    ]
    return _function(" and ".join(parts) or "True")


def slots_function(slots: Sequence[int]) -> Function:
    """The values in these slots, as a tuple."""
    return _function(f"({''.join(f'f[{slot}],' for slot in slots)})")


def expression(expr: AffineExpr, dims: Sequence[str], symbols: Sequence[str]) -> str:
    """An affine expression as Python writes it."""
    match expr:
        case AffineConstantExpr():
            return f"({expr.value})"
        case AffineDimExpr():
            return dims[expr.position]
        case AffineSymExpr():
            return symbols[expr.position]
        case AffineBinaryOpExpr():
            left, right = expression(expr.lhs, dims, symbols), expression(expr.rhs, dims, symbols)
            if expr.kind == AffineBinaryOpKind.CeilDiv:
                return f"(-(-{left} // {right}))"
            return f"({left} {_OPERATORS[expr.kind]} {right})"
        case _:
            raise AssertionError(expr)


def _names(slots: Sequence[int], dims: int) -> tuple[list[str], list[str]]:
    names = [f"f[{slot}]" for slot in slots]
    return names[:dims], names[dims:]


def _function(source: str) -> Function:
    return eval(f"lambda f: {source}")


_OPERATORS = {
    AffineBinaryOpKind.Add: "+",
    AffineBinaryOpKind.Mul: "*",
    AffineBinaryOpKind.FloorDiv: "//",
    AffineBinaryOpKind.Mod: "%",
}
