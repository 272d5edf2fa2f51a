"""Products that are only added to something, and may be contracted with it, as fused operations."""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ..lanes.legality.carried_reductions import is_vector


class ContractProduct(RewritePattern):
    """
    Make `math.fma` of vectors of an `arith.mulf` and an `arith.addf` that both allow it.

    The flags are those that both have; that a sum may be reordered is for the sum to say.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: arith.AddfOp, rewriter: PatternRewriter) -> None:
        if not is_vector(op.result.type) or FastMathFlag.ALLOW_CONTRACT not in op.fastmath.data:
            return
        for product, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
            multiply = product.owner
            if _may_be_fused(product, multiply, op) and isinstance(multiply, arith.MulfOp):
                own = {*multiply.fastmath.data, FastMathFlag.REASSOC}
                flags = FastMathFlagsAttr(sorted(own & {*op.fastmath.data}))
                fused = math.FmaOp.create(
                    operands=[multiply.lhs, multiply.rhs, other],
                    result_types=[op.result.type],
                    properties={"fastmath": flags},
                )
                fused.location = op.location
                rewriter.replace(op, fused)
                rewriter.erase(multiply)
                return


def _may_be_fused(product: SSAValue, multiply: object, add: Operation) -> bool:
    return (
        isinstance(multiply, arith.MulfOp)
        and FastMathFlag.ALLOW_CONTRACT in multiply.fastmath.data
        and product.has_one_use()
        and multiply.parent is add.parent
    )
