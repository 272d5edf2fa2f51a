"""Products that are only added to something, and may be contracted with it, as fused operations."""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...dialect.ir.operations import operations_of
from ..lanes.legality.carried_reductions import is_vector


def contract(root: Operation) -> None:
    """
    Makes `math.fma` of vectors of each `arith.mulf` and `arith.addf` that both allow it.

    The flags are those that both have; that a sum may be reordered is for the sum to say.
    """
    for op in operations_of(root, arith.AddfOp):
        if is_vector(op.result.type):
            _contract(op)


def _contract(add: arith.AddfOp) -> None:
    if FastMathFlag.ALLOW_CONTRACT not in add.fastmath.data:
        return
    for product, other in ((add.lhs, add.rhs), (add.rhs, add.lhs)):
        multiply = product.owner
        if _may_be_fused(product, multiply, add) and isinstance(multiply, arith.MulfOp):
            own = {*multiply.fastmath.data, FastMathFlag.REASSOC}
            flags = FastMathFlagsAttr(sorted(own & {*add.fastmath.data}))
            fused = math.FmaOp.create(
                operands=[multiply.lhs, multiply.rhs, other],
                result_types=[add.result.type],
                properties={"fastmath": flags},
            )
            fused.location = add.location
            Rewriter.replace_op(add, fused)
            Rewriter.erase_op(multiply)
            return


def _may_be_fused(product: SSAValue, multiply: object, add: Operation) -> bool:
    return (
        isinstance(multiply, arith.MulfOp)
        and FastMathFlag.ALLOW_CONTRACT in multiply.fastmath.data
        and product.has_one_use()
        and multiply.parent is add.parent
    )
