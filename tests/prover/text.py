"""Expressions from Python text, chained comparisons included."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from pad_mlir.index.expr import TRUE, Expr, all_of, any_of, lift, rebuild, var

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def parse(text: str, functions: Mapping[str, Callable[..., Expr]] | None = None) -> Expr:
    """The expression or condition that the text is in Python; calls may be of own functions too."""
    known = functions or {}

    def read(node: ast.expr) -> Expr:
        return _read(node, read, known)

    return read(ast.parse(text, mode="eval").body)


def _read(
    node: ast.expr,
    read: Callable[[ast.expr], Expr],
    functions: Mapping[str, Callable[..., Expr]],
) -> Expr:
    match node:
        case ast.Constant(value=bool()):
            return TRUE
        case ast.Constant(value=int(value)):
            return lift(value)
        case ast.Name(id=name):
            return var(name)
        case ast.BoolOp(op=op, values=values):
            return (all_of if isinstance(op, ast.And) else any_of)(map(read, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ~read(operand)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -read(operand)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return read(left) - read(right)
        case ast.BinOp(left=left, op=op, right=right):
            return rebuild(_BINARY[type(op)], (read(left), read(right)))
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = list(map(read, (left, *others)))
            pairs = zip(ops, sides, sides[1:], strict=False)
            return all_of(rebuild(_COMPARE[type(op)], (a, b)) for op, a, b in pairs)
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in functions:
            return functions[name](*map(read, arguments))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return rebuild(name, tuple(map(read, arguments)))
        case _:
            raise ValueError(f"cannot read {ast.dump(node)}")
