"""The intrinsics of LLVM that add products of narrow numbers to wider ones, lane by lane."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.llvm import CallIntrinsicOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation


@dataclass(frozen=True)
class DotIntrinsic:
    """
    Each of the `lanes` of 32 bits is the sum of `group` products of integers of `bits` bits, which
    are sign-extended where they are `signed`, the first ones and the second ones; it wraps. Where
    `is_float`, it is an f32 of products of bf16, added in any order, and denormal numbers may be
    taken for zero.

    Where it `accumulates`, the first operand is added, and the products are of the other two.
    """

    name: str
    lanes: int
    group: int
    bits: int
    signed: tuple[bool, bool]
    accumulates: bool
    is_float: bool = False


FLOAT_FLAGS = frozenset(
    {FastMathFlag.REASSOC, FastMathFlag.ALLOW_CONTRACT, FastMathFlag.APPROX_FUNC}
)
"""What all operations that become a dot product of floats have to allow."""

_X86 = ((4, "128"), (8, "256"), (16, "512"))
_MADD = ((4, "sse2.pmadd.wd"), (8, "avx2.pmadd.wd"), (16, "avx512.pmaddw.d.512"))
_NEON = (("sdot", (True, True)), ("udot", (False, False)), ("usdot", (False, True)))

DOT_INTRINSICS: dict[str, DotIntrinsic] = {
    intrinsic.name: intrinsic
    for intrinsic in (
        *(
            DotIntrinsic(f"llvm.x86.avx512.vpdpbusd.{width}", lanes, 4, 8, (False, True), True)
            for lanes, width in _X86
        ),
        *(DotIntrinsic(f"llvm.x86.{name}", n, 2, 16, (True, True), False) for n, name in _MADD),
        *(
            DotIntrinsic(f"llvm.aarch64.neon.{name}.v4i32.v16i8", 4, 4, 8, signed, True)
            for name, signed in _NEON
        ),
        *(
            DotIntrinsic(
                f"llvm.x86.avx512bf16.dpbf16ps.{width}", lanes, 2, 16, (True, True), True, True
            )
            for lanes, width in _X86
        ),
        DotIntrinsic("llvm.aarch64.neon.bfdot.v4f32.v8bf16", 4, 2, 16, (True, True), True, True),
    )
}


def dot_intrinsic(op: Operation) -> DotIntrinsic | None:
    """Return what an operation is as one of these, None for any other."""
    if not isinstance(op, CallIntrinsicOp):
        return None
    found = DOT_INTRINSICS.get(op.intrin.data)
    takes = 2 if found is None else 2 + found.accumulates
    return found if len(op.args) == takes and len(op.results) == 1 else None


def only_feeds_dots(op: Operation) -> bool:
    """Return whether the result of an operation is used, and only as a factor of such."""
    uses = list(op.results[0].uses)
    return bool(uses) and all(dot_intrinsic(use.operation) is not None for use in uses)
