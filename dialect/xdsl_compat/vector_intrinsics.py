"""
The intrinsics of LLVM that add products of narrow numbers to wider ones, lane by lane, and those
that take numbers apart.
"""

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


@dataclass(frozen=True)
class FloatPart:
    """
    Of each of the `lanes` of f32, the exponent as a number, or the mantissa: where `has_form`, a
    second operand says in which interval, and what of its sign. Then come what lanes are where a
    mask has no bit, the mask, and of 16 lanes how to round, the processor's own way by `ROUNDING`.
    """

    name: str
    lanes: int
    has_form: bool

    @property
    def mask_bits(self) -> int:
        """Of the mask."""
        return max(8, self.lanes)

    @property
    def has_rounding(self) -> bool:
        """Whether there is an operand that says how to round."""
        return self.lanes == 16


ROUNDING = 4
FROM_ONE = 0 | 2 << 2
"""The form of mantissas from 1 to 2, NaN for negative numbers."""

EXPONENTS, MANTISSAS = (
    {n: FloatPart(f"llvm.x86.avx512.mask.{name}.ps.{width}", n, form) for n, width in _X86}
    for name, form in (("getexp", False), ("getmant", True))
)
FLOAT_PARTS = {part.name: part for part in (*EXPONENTS.values(), *MANTISSAS.values())}


def float_part(op: Operation) -> FloatPart | None:
    """Return what an operation is as one of these, None for any other."""
    return FLOAT_PARTS.get(op.intrin.data) if isinstance(op, CallIntrinsicOp) else None


def is_pure_intrinsic(op: Operation) -> bool:
    """Return whether an operation is an intrinsic that only computes a result, of any operands."""
    return dot_intrinsic(op) is not None or float_part(op) is not None


def only_feeds_dots(op: Operation) -> bool:
    """Return whether the result of an operation is used, and only as a factor of such."""
    uses = list(op.results[0].uses)
    return bool(uses) and all(dot_intrinsic(use.operation) is not None for use in uses)
