"""The operations of the `pad` dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import affine, arith, cf, math, memref, scf, vector
from xdsl.dialects.builtin import IntegerAttr, MemRefType, StringAttr, i1
from xdsl.interfaces import HasCanonicalizationPatternsInterface, HasFolderInterface
from xdsl.ir import Attribute, SSAValue, Use
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_attr_def,
    result_def,
    traits_def,
)
from xdsl.pattern_rewriter import RewritePattern
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from .attributes import LaidOutType, layout_of, logical_type, place

_AnyMemRef = MemRefType.constr()


@irdl_op_definition
class AssumeOp(IRDLOperation, HasCanonicalizationPatternsInterface):
    """
    The condition holds here (RFC 77, `tir::builtin::assume`).

    ```mlir
    pad.assume %valid_or_zero : i1
    pad.assume %holds {check = "static"} : i1
    ```

    A load that feeds only assumes is no access. `check = "static"` is an error unless the condition
    is proven. Undefined behaviour: a condition that does not hold. Folds: a true condition is
    erased. No code.
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
        from .canonicalization import EraseTrueAssume

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
                "the assumed condition is false: nothing may reach this place; remove the assume, "
                "or "
                "correct what it states"
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
    erased when unused; integer add, sub and xor with it as its only use; `0 * undef` on integers; a
    select with it as an arm, its only use, where the other arm is no possible poison.
    """

    name = "pad.undef"
    result = result_def(AnyAttr())
    assembly_format = "attr-dict `:` type($result)"

    def __init__(self, type: Attribute):
        super().__init__(result_types=[type])

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        from .canonicalization import (
            EraseUnusedUndef,
            FoldFloatZeroTimesUndef,
            FoldIntegerArithmeticOnUndef,
            FoldSelectOfUndef,
            FoldZeroTimesUndef,
        )

        return (
            EraseUnusedUndef(),
            FoldIntegerArithmeticOnUndef(),
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
                        f"an undef value may be no {role}, but '{use.operation.name}' takes it as "
                        f"one; "
                        "store it, or select on a condition that is known"
                    )
                pending += _values_computed_from(use)


def _deciding_role(use: Use) -> str | None:
    """What a use decides that may not depend on undef, or None."""
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
    pure = op.dialect_name() in (arith.Arith.name, math.Math.name)
    return op.results if pure else ()


class _CopyOp(IRDLOperation):
    """
    What `pad.pack` and `pad.unpack` share: a source, a target, and the same logical buffer in both.
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
        from .canonicalization import FoldCastOfCast

        return (FoldCastOfCast(),)

    def verify_(self) -> None:
        source, target = cast("LaidOutType", self.source.type), self.result.type
        ours, other = layout_of(source), layout_of(target)
        if ours is None or other is None:
            raise VerifyException("both types need a #pad.layout: only the pad kind may change")
        if logical_type(source) != logical_type(target):
            raise VerifyException(f"{source} and {target} are not the same logical buffer")
        if ours.maps != other.maps or ours.options != other.options:
            raise VerifyException(
                f"the maps and boxes differ: {place(source)} and {place(target)}; "
                "copy with pad.unpack and pad.pack"
            )
