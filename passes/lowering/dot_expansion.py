"""Writes sums of products as arithmetic where a processor lacks the instruction for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, VectorType, i64
from xdsl.dialects.llvm import CallIntrinsicOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialect.xdsl_compat import repaired_class
from ...dialect.xdsl_compat.vector_intrinsics import DotIntrinsic, dot_intrinsic
from ..common.patterns import rewrite_once


class ExpandDotProduct(RewritePattern):
    """Write a dot product that is not among the usable ones as products and sums of lanes."""

    def __init__(self, usable: Collection[DotIntrinsic]):
        self._usable = usable

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CallIntrinsicOp, rewriter: PatternRewriter) -> None:
        dot = dot_intrinsic(op)
        if dot is None or dot in self._usable:
            return
        type = cast("VectorType[Attribute]", op.results[0].type)
        total: SSAValue | None = op.args[0] if dot.accumulates else None

        def put(new: Operation) -> SSAValue:
            new.location = op.location
            rewriter.insert(new)
            return new.results[0]

        factors, flags = op.args[dot.accumulates :], dict[str, Attribute]()
        multiply, add = arith.MuliOp, arith.AddiOp
        if dot.is_float:
            multiply, add = arith.MulfOp, arith.AddfOp
            flags["fastmath"] = arith.FastMathFlagsAttr(op.fastmathFlags.data)
        for number in range(dot.group):
            places = [lane * dot.group + number for lane in range(dot.lanes)]
            wide = list[SSAValue]()
            for value, signed in zip(factors, dot.signed, strict=True):
                element = cast("VectorType[Attribute]", value.type).element_type
                short = VectorType(element, [dot.lanes])
                mask = DenseArrayBase.from_list(i64, places)
                part = put(vector.ShuffleOp(value, value, mask, result_type=short))
                extend = arith.ExtSIOp if signed else arith.ExtUIOp
                wide.append(put(_lanewise(arith.ExtFOp if dot.is_float else extend, [part], type)))
            product = put(_lanewise(multiply, wide, type, flags))
            total = product if total is None else put(_lanewise(add, [total, product], type, flags))
        assert total is not None
        rewriter.replace(op, [], [total])


def expand_dot_products(module: ModuleOp, usable: Collection[DotIntrinsic]) -> None:
    """Write each dot product that is not usable as arithmetic."""
    rewrite_once(module, ExpandDotProduct(usable))


def _lanewise(
    kind: type[Operation],
    operands: list[SSAValue],
    type: Attribute,
    flags: Mapping[str, Attribute] | None = None,
) -> Operation:
    # xDSL 0.74 verifies some of its own for scalars only.
    made_of = repaired_class(kind) or kind
    return made_of.create(operands=operands, result_types=[type], properties=flags or {})
