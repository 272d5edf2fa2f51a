"""`affine_for` builds the loop that xDSL builds."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr
from xdsl.ir import Block, Region, SSAValue
from xdsl.ir.affine import AffineMap

from pad_mlir.dialect.xdsl_compat.affine_loops import affine_for

_IDENTITY = AffineMapAttr(AffineMap.identity(1))


@pytest.mark.parametrize("carried", [0, 2])
@pytest.mark.parametrize(
    ("lower", "upper", "step"),
    [
        (0, 8, 1),
        (3, _IDENTITY, 2),
        (_IDENTITY, 8, IntegerAttr.from_index_int_value(4)),
        (_IDENTITY, _IDENTITY, 1),
    ],
)
def test_a_loop_is_the_same(
    lower: int | AffineMapAttr, upper: int | AffineMapAttr, step: int | IntegerAttr, carried: int
) -> None:
    bound = arith.ConstantOp.from_int_and_width(5, IndexType()).result
    number = arith.ConstantOp.from_int_and_width(5, IndexType()).result
    inits: list[SSAValue] = [*(bound, number)[:carried]]
    lowers = [bound] if isinstance(lower, AffineMapAttr) else []
    uppers = [number] if isinstance(upper, AffineMapAttr) else []

    def body() -> Region:
        block = Block(arg_types=[IndexType(), *(value.type for value in inits)])
        block.add_op(affine.YieldOp.get(*block.args[1:]))
        return Region(block)

    types = [value.type for value in inits]
    theirs = affine.ForOp.from_region(lowers, uppers, inits, types, lower, upper, body(), step)
    ours = affine_for(lowers, uppers, inits, lower, upper, body(), step)
    ours.verify()
    assert ours.is_structurally_equivalent(theirs)
    assert ours.properties == theirs.properties
    assert list(ours.operands) == list(theirs.operands)
    assert ours.result_types == theirs.result_types
    assert list(ours.lowerBoundOperands) == lowers
    assert list(ours.inits) == inits
