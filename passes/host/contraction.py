"""The user's wish that products and sums may be rounded once, together."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.utils import FastMathFlag


def allow_contraction(module: ModuleOp) -> None:
    """Adds `contract`, and no other flag, to each float product, sum and difference."""
    for op in module.walk():
        if isinstance(op, arith.MulfOp | arith.AddfOp | arith.SubfOp):
            op.fastmath = FastMathFlagsAttr({*op.fastmath.data, FastMathFlag.ALLOW_CONTRACT})
