"""Operations on floats that take more than one instruction."""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.ir import Operation

from ...dialect.ir.operations import is_a

LONG = (arith.DivfOp, math.SqrtOp)
"""Those that are one instruction, which takes many cycles."""
_SHORT = (math.FmaOp, math.AbsFOp, math.AbsIOp, math.CopySignOp)


def is_formula(op: Operation) -> bool:
    """Whether an operation is a mathematical function that takes a formula."""
    return op.name.startswith("math.") and not is_a(op, (*LONG, *_SHORT))


def instructions_of(op: Operation) -> int:
    """How many instructions as quick as a sum an operation on data takes the time of."""
    if is_a(op, LONG):
        return 8
    return 20 if is_formula(op) else 1
