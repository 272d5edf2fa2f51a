"""How free passes are with floats: the flags of each operation, and the option `fp`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Literal, TypeAlias

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.irdl import IRDLOperation
from xdsl.passes import ModulePass

FREEDOMS = ("exact", "reassociate", "fast")
Freedom: TypeAlias = Literal["exact", "reassociate", "fast"]

_FLAGS: Mapping[Freedom, frozenset[FastMathFlag]] = {
    "exact": frozenset(),
    "reassociate": frozenset(
        {FastMathFlag.REASSOC, FastMathFlag.ALLOW_CONTRACT, FastMathFlag.NO_SIGNED_ZEROS}
    ),
    "fast": frozenset(FastMathFlag),
}
_FASTMATH, _FP = "fastmath", "fp"
_INFINITE, _NOT_A_NUMBER = {FastMathFlag.NO_INFS}, {FastMathFlag.NO_NANS}
_NOT_ADDED: Mapping[str, set[FastMathFlag]] = {
    **dict.fromkeys(("arith.maximumf", "arith.minimumf", "arith.cmpf", "arith.select"), _INFINITE),
    **dict.fromkeys(("arith.maxnumf", "arith.minnumf"), _INFINITE | _NOT_A_NUMBER),
}
"""
What chooses one of its operands: maxima begin with -inf, those of upstream's softmax with NaN, of
which these flags would make poison.
"""


def give_freedom(module: ModuleOp, math: Freedom) -> None:
    """
    Add flags to each operation that has such, beside those that it has from the source.

    Maxima and comparisons may be of infinities whatever the freedom: a maximum begins with one.
    """
    added = _FLAGS[math]
    if not added:
        return
    for op in module.walk():
        if isinstance(op, IRDLOperation) and _FASTMATH in op.get_irdl_definition().properties:
            own = op.properties.get(_FASTMATH)
            kept = own.data if isinstance(own, FastMathFlagsAttr) else ()
            own_added = added - _NOT_ADDED.get(op.name, set())
            op.properties[_FASTMATH] = FastMathFlagsAttr(sorted({*kept, *own_added}))


def fp_of(math: Freedom | None) -> Literal["strict", "relaxed"]:
    """The option `fp` of passes that this freedom is: "fast" grants what flags cannot say too."""
    return "relaxed" if math == "fast" else "strict"


def with_fp_of(step: ModulePass, math: Freedom | None) -> ModulePass:
    """The pass with the option `fp` that the freedom is, where it has that option."""
    if fp_of(math) == "strict" or not any(field.name == _FP for field in fields(_any(step))):
        return step
    return replace(_any(step), **{_FP: fp_of(math)})


def _any(step: ModulePass) -> Any:
    """A pass as a dataclass, which each one is."""
    return step
