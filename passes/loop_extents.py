"""How many iterations a loop with constant bounds has."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir.affine import AffineConstantExpr


def extent_of(loop: affine.ForOp) -> int | None:
    """How many iterations a loop has; None where that is known at run time only."""
    first, end = constant_of(loop.lowerBoundMap), constant_of(loop.upperBoundMap)
    if first is None or end is None:
        return None
    return max(0, -(-(end - first) // loop.step.value.data))


def constant_of(bound: AffineMapAttr) -> int | None:
    """A bound that is one constant."""
    results = bound.data.results
    if bound.data.num_dims or bound.data.num_symbols or len(results) != 1:
        return None
    only = results[0]
    return only.value if isinstance(only, AffineConstantExpr) else only.eval([], [])
