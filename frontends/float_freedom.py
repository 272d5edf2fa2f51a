"""How free passes are with floats, as the flags of each operation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.irdl import IRDLOperation

Freedom: TypeAlias = Literal["exact", "reassociate", "fast"]

_FLAGS: Mapping[Freedom, frozenset[FastMathFlag]] = {
    "exact": frozenset(),
    "reassociate": frozenset(
        {FastMathFlag.REASSOC, FastMathFlag.ALLOW_CONTRACT, FastMathFlag.NO_SIGNED_ZEROS}
    ),
    "fast": frozenset(FastMathFlag),
}
_FASTMATH = "fastmath"


def give_freedom(module: ModuleOp, math: Freedom) -> None:
    """Adds flags to each operation that has such, beside those that it has from the source."""
    added = _FLAGS[math]
    if not added:
        return
    for op in module.walk():
        if isinstance(op, IRDLOperation) and _FASTMATH in op.get_irdl_definition().properties:
            own = op.properties.get(_FASTMATH)
            kept = own.data if isinstance(own, FastMathFlagsAttr) else ()
            op.properties[_FASTMATH] = FastMathFlagsAttr(sorted({*kept, *added}))
