"""The for loops that passes rewrite: names, constant bounds, and the ifs between them."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import AffineMapAttr, StringAttr
from xdsl.ir.affine import AffineConstantExpr

from ...dialect.annotations import LOOP

Loop = affine.ForOp | scf.ForOp
LOOPS = (affine.ForOp, scf.ForOp)
SEQUENTIAL = (affine.ForOp, affine.IfOp, affine.YieldOp, scf.ForOp, scf.IfOp, scf.YieldOp)
"""Loops and ifs of which the instances run one after the other, and what ends their blocks."""


def loop_name(loop: Loop) -> str | None:
    """The `pad.loop` of a loop, else its iterator's name in the source."""
    given = loop.attributes.get(LOOP)
    return given.data if isinstance(given, StringAttr) else loop.body.block.args[0].name_hint


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
