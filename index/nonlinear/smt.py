"""
The one module that imports z3: the last resort, for products of names and divisions by them.

Only the core solver is used, under a limit of its own steps: z3's tactics for nonlinear arithmetic
have time-outs inside, so that their answers depend on the machine.
"""

# z3's Python layer has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

from ..expr import COMPARISONS, Expr
from ..sets.engine import GaveUp

STEPS = 1_000_000
"""z3's resource limit for a question: about 0.2 s, but the same on every machine."""
_LARGEST = 600
"""Nodes of a question; of a larger one z3 spends much outside of what it counts."""


def solution(condition: Expr, names: Sequence[str]) -> dict[str, int] | None:
    """
    Values of the names that satisfy the condition, None if there are none.

    A division by zero is any value. Raises GaveUp over the limit.
    """
    if _size(condition) > _LARGEST:
        raise GaveUp("the question is too large for z3")
    # A context of its own, so that an answer does not depend on the questions before.
    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)
    solver.set("rlimit", STEPS)
    # Cuts by Hermite normal forms can go on for ever, in steps that are not counted.
    solver.set("arith.enable_hnf", False)
    solver.add(_translate(condition, context))
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer != z3.sat:
        raise GaveUp("z3's step limit ran out")
    model = solver.model()
    values = [model.eval(z3.Int(name, context), model_completion=True) for name in names]
    return dict(zip(names, (int(str(value)) for value in values), strict=True))


def _size(expr: Expr) -> int:
    return 1 + sum(map(_size, expr.operands))


def _translate(expr: Expr, context: z3.Context) -> Any:
    if expr.constant is not None:
        return z3.IntVal(expr.constant, context)
    if expr.op == "var":
        return z3.Int(str(expr.args[0]), context)
    if expr.op in ("true", "false"):
        return z3.BoolVal(expr.op == "true", context)
    operands = [_translate(operand, context) for operand in expr.operands]
    if expr.op in ("and", "or"):
        return (z3.And if expr.op == "and" else z3.Or)(*operands)
    if expr.op == "not":
        return z3.Not(operands[0])
    if expr.op == "select":
        return z3.If(*operands)
    left, right = operands
    match expr.op:
        case "+":
            return left + right
        case "*":
            return left * right
        case "min":
            return z3.If(left < right, left, right)
        case "max":
            return z3.If(left < right, right, left)
        # z3 rounds so that the rest is not negative: to the floor for positive divisors only.
        case "//":
            return z3.If(right > 0, left / right, -left / -right)
        case "%":
            return z3.If(right > 0, left % right, -(-left % -right))
        case _:
            return _compared(expr.op, left, right)


def _compared(op: str, left: Any, right: Any) -> Any:
    assert op in COMPARISONS
    match op:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case "==":
            return left == right
        case _:
            return left != right
