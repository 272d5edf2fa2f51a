"""Products that are only added to something, and may be contracted with it, as fused operations."""

from __future__ import annotations

from xdsl.dialects import affine, arith, math
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.operations import operations_of
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
        and _is_only_added(product, add)
    )


def _is_only_added(product: SSAValue, add: Operation) -> bool:
    multiply = product.owner
    return (
        isinstance(multiply, arith.MulfOp)
        and product.has_one_use()
        and multiply.parent is add.parent
    )


def sums_without_contract(root: Operation) -> list[arith.AddfOp]:
    """
    The sums of products of vectors in the innermost loops of a nest that would be one operation
    each if both carried `contract`, where these are all of a loop's arithmetic: it would be half.
    """
    found = list[arith.AddfOp]()
    for loop in operations_of(root, affine.ForOp):
        ops = [op for op in loop.body.block.ops if is_arithmetic(op) and _is_of_vectors(op)]
        sums = [op for op in ops if isinstance(op, arith.AddfOp)]
        pairs = [op for op in sums if any(_is_only_added(v, op) for v in (op.lhs, op.rhs))]
        if pairs and 2 * len(pairs) == len(ops):
            found += pairs
    return found


def _is_of_vectors(op: Operation) -> bool:
    return any(is_vector(result.type) for result in op.results)
