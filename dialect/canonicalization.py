"""
Canonicalisation patterns of the `pad` operations, by the rules on undef and assumes (design,
section 3).
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from .ops import AssumeOp, CastOp, UndefOp

_NO_NAN_NOR_SIGN = {FastMathFlag.NO_NANS, FastMathFlag.NO_INFS, FastMathFlag.NO_SIGNED_ZEROS}


def _constant_int(value: SSAValue) -> int | None:
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def _is_float_zero(value: SSAValue) -> bool:
    owner = value.owner
    constant = owner.value if isinstance(owner, arith.ConstantOp) else None
    return isinstance(constant, FloatAttr) and constant.value.data == 0


def _only_user(undef: UndefOp) -> Operation | None:
    """
    The one user of an undef in its own block, where both run equally often.

    In a loop around the user only, one undef ties the iterations to each other, and folding would
    free them.
    """
    user = undef.result.get_user_of_unique_use()
    return user if user is not None and user.parent is undef.parent else None


class EraseTrueAssume(RewritePattern):
    """`pad.assume true` is proven."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: AssumeOp, rewriter: PatternRewriter, /):
        if _constant_int(op.condition):
            rewriter.erase(op)


class FoldCastOfCast(RewritePattern):
    """A cast of a cast is one; what the first one claims was never relied on."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CastOp, rewriter: PatternRewriter, /):
        if isinstance(first := op.source.owner, CastOp):
            rewriter.replace(op, CastOp(first.source, op.result.type))


class EraseUnusedUndef(RewritePattern):
    """An undef without uses; no effect trait lets dce do this without letting cse merge two."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter, /):
        if op.result.first_use is None:
            rewriter.erase(op)


class FoldIntegerArithmeticOnUndef(RewritePattern):
    """
    `x + undef`, `x - undef` and `x ^ undef` take every value as the undef does, if nobody else sees
    it.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter, /):
        user = _only_user(op)
        if not isinstance(user, arith.AddiOp | arith.SubiOp | arith.XOrIOp):
            return
        rewriter.replace_all_uses_with(user.result, op.result)
        rewriter.erase(user)


class FoldZeroTimesUndef(RewritePattern):
    """`0 * undef` is 0 on integers."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter, /):
        for use in tuple(op.result.uses):
            user = use.operation
            if not isinstance(user, arith.MuliOp):
                continue
            other = user.operands[1 - use.index]
            if _constant_int(other) == 0:
                rewriter.replace_all_uses_with(user.result, other)
                rewriter.erase(user)
                return


class FoldFloatZeroTimesUndef(RewritePattern):
    """`0.0 * undef` is 0.0 where flags promise that it is no NaN, and that no sign matters."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter, /):
        for use in tuple(op.result.uses):
            user = use.operation
            if (
                not isinstance(user, arith.MulfOp)
                or not set(user.fastmath.data) >= _NO_NAN_NOR_SIGN
            ):
                continue
            other = user.operands[1 - use.index]
            if _is_float_zero(other):
                zero = arith.ConstantOp(FloatAttr(0.0, cast("AnyFloat", other.type)))
                rewriter.replace(user, zero)
                return


class FoldSelectOfUndef(RewritePattern):
    """`select(c, x, undef)` is `x`, unless computing `x` may give a poison that `c` keeps away."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter, /):
        user = _only_user(op)
        if not isinstance(user, arith.SelectOp) or user.cond is op.result:
            return
        other = user.rhs if user.lhs is op.result else user.lhs
        if may_be_poison(other):
            return
        rewriter.replace_all_uses_with(user.result, other)
        rewriter.erase(user)


_NEVER_POISON = (arith.ConstantOp, UndefOp)
_AFFINE = (affine.LoadOp, affine.ApplyOp, affine.MinOp)
_MAY_MAKE_POISON = (
    *(arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp, arith.DivSIOp, arith.DivUIOp),
    *(arith.FPToSIOp, arith.FPToUIOp),
)
_FLOAT_EXACT = arith.FastMathFlagsAttr("none")
INTEGER_FLAGS = ("isExact", "nonNeg", "nneg", "isDisjoint")
"""Flags of integers that are there or not, as properties or, where xDSL knows none, attributes."""


def may_be_poison(value: SSAValue) -> bool:
    """
    Whether a flag, a shift or a conversion in what computes this value could make it poison.

    Arguments of functions and what is loaded are none: poison is only stored where nobody reads.
    """
    pending, seen = [value], set[SSAValue]()
    while pending:
        owner = (current := pending.pop()).owner
        if current in seen or isinstance(owner, _NEVER_POISON):
            continue
        seen.add(current)
        if isinstance(owner, Block):
            if not _is_given(current, owner):
                return True
        elif owner.dialect_name() == "memref":
            if owner.regions:
                return True
        elif not isinstance(owner, _AFFINE) and owner.dialect_name() not in ("arith", "math"):
            return True
        elif not isinstance(owner, affine.LoadOp):
            if not _flags_are_plain(owner):
                return True
            pending += owner.operands
    return False


def _is_given(value: SSAValue, block: Block) -> bool:
    """Whether a block argument is a function's or an induction variable, not a carried value."""
    parent = block.parent_op()
    if isinstance(parent, func.FuncOp):
        return block is parent.body.first_block
    return isinstance(parent, affine.ForOp | scf.ForOp) and value is block.args[0]


def _flags_are_plain(op: Operation) -> bool:
    if isinstance(op, _MAY_MAKE_POISON):
        return False
    if any(flag in op.properties or flag in op.attributes for flag in INTEGER_FLAGS):
        return False
    overflow = op.properties.get("overflowFlags")
    fastmath = op.properties.get("fastmath")
    exact = overflow is None or overflow == arith.IntegerOverflowAttr("none")
    return exact and (fastmath is None or fastmath == _FLOAT_EXACT)
