"""The flags of operations whose operands are computed in another order."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects import arith
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.llvm import FastMathAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation

FLAGS_OF_INTRINSIC = "fastmathFlags"
"""The property of `llvm.call_intrinsic`."""
_EXTREMES = (arith.MaximumfOp, arith.MinimumfOp)


def in_any_order(op: type[Operation], flags: Collection[FastMathFlag]) -> FastMathFlagsAttr:
    """
    The flags of an operation without those that hold only in the order that they were written for.

    Another partial sum may overflow, two of them to infinities whose sum is not a number, and a
    partial minimum starts at an infinity.
    """
    dropped = {FastMathFlag.NO_INFS}
    if op not in _EXTREMES:
        dropped.add(FastMathFlag.NO_NANS)
    return FastMathFlagsAttr(sorted({*flags} - dropped))


def drop_flags(op: Operation) -> None:
    """Takes from an operation what holds only in the order that it was written for."""
    changed = dict[str, Attribute]()
    if "overflowFlags" in op.properties:
        changed["overflowFlags"] = arith.IntegerOverflowAttr("none")
    given = op.properties.get("fastmath")
    if isinstance(given, FastMathFlagsAttr):
        changed["fastmath"] = in_any_order(type(op), given.data)
    given = op.properties.get(FLAGS_OF_INTRINSIC)
    if isinstance(given, FastMathAttr):
        changed[FLAGS_OF_INTRINSIC] = FastMathAttr([*in_any_order(type(op), given.data).data])
    op.properties = {**op.properties, **changed}
