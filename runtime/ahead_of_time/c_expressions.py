"""Sizes in memory as expressions of C, over the logical sizes."""

from __future__ import annotations

from collections.abc import Mapping

from ...index.expr import Expr, all_of, var
from ...index.queries.conditions import bounds


def c_expression(expr: Expr, names: Mapping[str, str]) -> str | None:
    """
    An expression of sizes, which are at least 0, in C, each of type `int64_t` by a cast; None for
    an operation that C has not.
    """
    if expr.op == "var":
        return f"(int64_t)({names[str(expr.args[0])]})"
    if expr.constant is not None:
        return str(expr.constant) if expr.constant >= 0 else f"({expr.constant})"
    parts = [c_expression(operand, names) for operand in expr.operands]
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    left, right = parts
    match expr.op:
        case "+" | "*":
            return f"({left} {expr.op} {right})"
        case "min" | "max":
            return f"({left} {'<' if expr.op == 'min' else '>'} {right} ? {left} : {right})"
        case "//" | "%" if (divisor := expr.operands[1].constant) is not None and divisor > 0:
            sizes = all_of(var(name) >= 0 for name in dict.fromkeys(expr.variables()))
            least, _ = bounds(expr.operands[0], sizes)
            if least is not None and least >= 0:
                return f"({left} {expr.op[0]} {right})"
            # C rounds towards 0.
            rest = f"(({left} % {right} + {right}) % {right})"
            return rest if expr.op == "%" else f"(({left} - {rest}) / {right})"
        case _:
            return None
