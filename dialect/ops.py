"""
The operations of the `pad` dialect, and their canonicalisation patterns by the rules on undef and
assumes (design, section 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import affine, arith, cf, memref, scf, vector
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, MemRefType, StringAttr, i1
from xdsl.dialects.utils import FastMathFlag
from xdsl.interfaces import HasCanonicalizationPatternsInterface, HasFolderInterface
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_attr_def,
    result_def,
    traits_def,
)
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from .attributes import LaidOutType, layout_of, logical_type, place
from .ir.arbitrary_values import as_arbitrary
from .ir.effects import is_arithmetic
from .ir.poison_flags import may_be_poison

_AnyMemRef = MemRefType.constr()
_NO_NAN_NOR_SIGN = {FastMathFlag.NO_NANS, FastMathFlag.NO_INFS, FastMathFlag.NO_SIGNED_ZEROS}


@irdl_op_definition
class AssumeOp(IRDLOperation, HasCanonicalizationPatternsInterface):
    """
    The condition holds here (RFC 77, `tir::builtin::assume`).

    ```mlir
    pad.assume %valid_or_zero : i1
    pad.assume %holds {check = "static"} : i1
    ```

    A load that feeds only assumes is not an access. `check = "static"` is an error unless the
    condition is proven. Undefined behaviour: a condition that does not hold. Folds: a true
    condition is erased. No code.
    """

    name = "pad.assume"
    condition = operand_def(i1)
    check = opt_attr_def(StringAttr)  # IRDL has no properties
    traits = traits_def(MemoryWriteEffect())  # keeps it alive, and in place among the accesses
    assembly_format = "$condition attr-dict `:` type($condition)"

    def __init__(self, condition: SSAValue):
        super().__init__(operands=[condition])

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (EraseTrueAssume(),)

    def verify_(self) -> None:
        if self.check is not None and self.check.data != "static":
            raise VerifyException(f'check is {self.check}, but "static" is the only check there is')
        constant = self.condition.owner
        if not isinstance(constant, arith.ConstantOp) or not isinstance(
            constant.value, IntegerAttr
        ):
            return
        if constant.value.value.data == 0:
            raise VerifyException(
                "the assumed condition is false, so this place must never be reached; remove the "
                "assume, or correct its condition"
            )


@irdl_op_definition
class UndefOp(IRDLOperation, HasCanonicalizationPatternsInterface):
    """
    An arbitrary value, fixed for this result (RFC 77, `tir::builtin::undef`).

    ```mlir
    %u = pad.undef : f32
    ```

    Two operations are two values; one result used twice is one value, so the operation has no
    effect trait: with any, CSE would merge two. Not an index and not a branch condition. Folds:
    erased when unused; an expression that takes every value as it does, its only use (integer add,
    sub and xor; `-undef`, `undef * 1.0`, bitcast, `truncf`); `0 * undef` on integers; a select with
    it as an arm, its only use, where the other arm is not a possible poison.
    """

    name = "pad.undef"
    result = result_def(AnyAttr())
    assembly_format = "attr-dict `:` type($result)"

    def __init__(self, type: Attribute):
        super().__init__(result_types=[type])

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (
            EraseUnusedUndef(),
            FoldExpressionOfUndef(),
            FoldZeroTimesUndef(),
            FoldFloatZeroTimesUndef(),
            FoldSelectOfUndef(),
        )

    def verify_(self) -> None:
        seen: set[SSAValue] = set()
        pending: list[SSAValue] = [self.result]
        while pending:
            value = pending.pop()
            if value in seen:
                continue
            seen.add(value)
            for use in value.uses:
                if (role := _deciding_role(use)) is not None:
                    raise VerifyException(
                        f"'{use.operation.name}' uses an undef value as its {role}, which is not "
                        "allowed; store it, or select on a condition that is known"
                    )
                pending += _values_computed_from(use)


def _deciding_role(use: Use) -> str | None:
    """The decision that a use makes and that may not depend on undef, or None."""
    op, k = use.operation, use.index
    match op:
        case affine.IfOp() | affine.ApplyOp() | affine.MinOp():
            return "index"
        case affine.ForOp():
            return "loop bound" if op.operands[k].type != i1 and k < _bounds_of(op) else None
        case scf.ForOp() | scf.ParallelOp():
            return "loop bound" if k < 3 * _rank_of(op) else None
        case affine.ParallelOp():
            return "loop bound"
        case (
            scf.IfOp()
            | scf.IndexSwitchOp()
            | scf.ConditionOp()
            | cf.ConditionalBranchOp()
            | cf.SwitchOp()
        ):
            return "branch condition" if k == 0 else None
        case memref.AllocOp() | memref.AllocaOp():
            return "size"
        case memref.LoadOp() | affine.LoadOp() | vector.LoadOp() | memref.DimOp():
            return "index" if k >= 1 else None
        case memref.StoreOp() | affine.StoreOp() | vector.StoreOp():
            return "index" if k >= 2 else None
        case _:
            return None


def _bounds_of(op: affine.ForOp) -> int:
    return len(op.lowerBoundOperands) + len(op.upperBoundOperands)


def _rank_of(op: scf.ForOp | scf.ParallelOp) -> int:
    return 1 if isinstance(op, scf.ForOp) else len(op.lowerBound)


def _values_computed_from(use: Use) -> Sequence[SSAValue]:
    op = use.operation
    if isinstance(op, arith.SelectOp) and use.index == 0:
        return ()  # either arm
    return op.results if is_arithmetic(op) else ()


class _CopyOp(IRDLOperation):
    """
    Base of `pad.pack` and `pad.unpack`: a source, a target, and the same logical buffer in both.
    """

    source = operand_def(_AnyMemRef)
    target = operand_def(_AnyMemRef)
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())
    assembly_format = "$source `into` $target attr-dict `:` type($source) `into` type($target)"

    def __init__(self, source: SSAValue, target: SSAValue):
        super().__init__(operands=[source, target])

    def verify_copy(self, laid_out: SSAValue, plain: SSAValue) -> None:
        """
        Raises VerifyException unless exactly the first has a layout and both agree on the rest.
        """
        ours, other = cast("LaidOutType", laid_out.type), cast("LaidOutType", plain.type)
        if layout_of(ours) is None:
            raise VerifyException(f"{ours} needs a #pad.layout to be packed into or unpacked from")
        if layout_of(other) is not None:
            raise VerifyException(f"{other} has a layout itself: copy through a logical buffer")
        if ours.shape != other.shape or ours.element_type != other.element_type:
            raise VerifyException(
                f"both sides must be the same logical buffer, but are {logical_type(ours)} and "
                f"{other}"
            )


@irdl_op_definition
class PackOp(_CopyOp):
    """
    Copies a logical buffer into a laid-out one, its padding written as the layout says.

    ```mlir
    pad.pack %a into %p : memref<14xf32> into memref<14xf32, #pad.layout<..>>
    ```
    """

    name = "pad.pack"

    def verify_(self) -> None:
        self.verify_copy(self.target, self.source)


@irdl_op_definition
class UnpackOp(_CopyOp):
    """
    Copies the logical cells of a laid-out buffer into a logical one.

    ```mlir
    pad.unpack %p into %a : memref<14xf32, #pad.layout<..>> into memref<14xf32>
    ```
    """

    name = "pad.unpack"

    def verify_(self) -> None:
        self.verify_copy(self.source, self.target)


@irdl_op_definition
class CastOp(IRDLOperation, HasFolderInterface, HasCanonicalizationPatternsInterface):
    """
    The same buffer under another pad kind: maps, boxes and separators stay. No code.

    ```mlir
    %f = pad.cast %a : memref<14xf32, #zero_padded> to memref<14xf32, #forbidden_padding>
    ```

    Whether the callee that takes the result may be given it is checked by `pad-apply-layouts`.
    Folds: a cast to its own type; a cast of a cast.
    """

    name = "pad.cast"
    source = operand_def(_AnyMemRef)
    result = result_def(_AnyMemRef)
    traits = traits_def(NoMemoryEffect())
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def __init__(self, source: SSAValue, type: Attribute):
        super().__init__(operands=[source], result_types=[type])

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        return (self.source,) if self.source.type == self.result.type else None

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (FoldCastOfCast(),)

    def verify_(self) -> None:
        source, target = cast("LaidOutType", self.source.type), self.result.type
        ours, other = layout_of(source), layout_of(target)
        if ours is None or other is None:
            raise VerifyException("both types need a #pad.layout: only the pad kind may change")
        if logical_type(source) != logical_type(target):
            raise VerifyException(
                f"the logical types differ: {logical_type(source)} and {logical_type(target)}; a "
                "cast changes the pad kind only"
            )
        if ours.maps != other.maps or ours.options != other.options:
            raise VerifyException(
                f"the maps and boxes differ: {place(source)} and {place(target)}; "
                "copy with pad.unpack and pad.pack"
            )


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
    Return the only user of an undef if it is in the same block, where both run equally often; else
    None.

    If only the user is in a loop, all iterations see the same undef; folding would let each
    iteration have another value.
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


class FoldExpressionOfUndef(RewritePattern):
    """
    An expression is undef that takes every value as the undef does, if nobody else sees that: `x +
    undef` and `x ^ undef` on integers, `-undef`, a bitcast.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter, /):
        replace_by_undef(op, as_arbitrary(op.result), rewriter)


def replace_by_undef(
    undef: UndefOp, chain: Sequence[Operation], rewriter: PatternRewriter
) -> UndefOp:
    """Replace what a chain of operations makes of an undef by one; return that."""
    result = chain[-1].results[0] if chain else undef.result
    new = undef
    if result.type != undef.result.type:
        new = UndefOp(result.type)
        new.location, new.result.name_hint = undef.location, undef.result.name_hint
        rewriter.insert(new, InsertPoint.before(undef))
    rewriter.replace_all_uses_with(result, new.result)
    for each in reversed(chain):
        rewriter.erase(each)
    if new is not undef:
        rewriter.erase(undef)
    return new


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
    """`0.0 * undef` is 0.0 where flags promise that it is not a NaN, and that no sign matters."""

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
