"""The flags of operations whose operands are computed in another order."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute


def without_flags(properties: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """
    The properties without what holds only in the old order.

    Another partial sum may overflow, and a partial minimum starts at an infinity.
    """
    result = dict(properties)
    if "overflowFlags" in result:
        result["overflowFlags"] = arith.IntegerOverflowAttr("none")
    given = result.get("fastmath")
    if isinstance(given, FastMathFlagsAttr):
        kept = set(given.data) - {FastMathFlag.NO_INFS}
        result["fastmath"] = FastMathFlagsAttr(sorted(kept))
    return result
