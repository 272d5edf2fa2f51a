"""The for loops that passes rewrite: names, constant bounds, and the ifs between them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue

from ...dialect.annotations import LOOP
from ...dialect.ir.loop_like import loop_of
from ...index.expr import Expr

Loop = affine.ForOp | scf.ForOp
"""The loops that passes make, split and move: of others it is not known how one is built."""
LOOPS = (affine.ForOp, scf.ForOp)
SEQUENTIAL = (affine.ForOp, affine.IfOp, affine.YieldOp, scf.ForOp, scf.IfOp, scf.YieldOp)
"""Loops and ifs of which the instances run one after the other, and what ends their blocks."""


UNNAMED = "<unnamed>"
"""In remarks, in place of the name of a loop or buffer that has none."""


def loop_name(loop: Loop) -> str | None:
    """Return the `pad.loop` of a loop, else the name of its induction variable in the source."""
    given = loop.attributes.get(LOOP)
    return given.data if isinstance(given, StringAttr) else loop.body.block.args[0].name_hint


def extent_of(loop: affine.ForOp) -> int | None:
    """How many iterations a loop has; None if that is known at run time only."""
    ranges = loop_of(loop).ranges(loop, _constants)
    if ranges is None:
        return None
    ((lowers, uppers, step),) = ranges
    first, end = _only(lowers), _only(uppers)
    if first is None or end is None or step.constant is None:
        return None
    return max(0, -(-(end - first) // step.constant))


def constant_lower(loop: affine.ForOp) -> int | None:
    """The lower bound of a loop, where it is one constant."""
    lowers = loop_of(loop).lowers(loop, _constants)
    return None if lowers is None else _only(lowers[0])


def _constants(values: Sequence[SSAValue]) -> None:
    """Read no operand: a bound is constant where it has none."""


def _only(bounds: Sequence[Expr]) -> int | None:
    return bounds[0].constant if len(bounds) == 1 else None
