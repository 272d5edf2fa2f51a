"""Makes one value of the end of a loop that is the least of several: vectors take one bound."""

from __future__ import annotations

from xdsl.dialects import affine, func
from xdsl.dialects.builtin import AffineMapAttr, IndexType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.ir.loop_like import inits_of
from ....dialect.ir.operations import operations_of
from ....dialect.xdsl_compat.affine_loops import affine_for

_OF_VALUE = AffineMapAttr(AffineMap(0, 1, (AffineExpr.symbol(0),)))


def hoist_bounds(function: func.FuncOp) -> None:
    """
    Compute before its nest where a loop of the first block ends, if that is the least of several
    sizes, none of them a number: a loop of a few iterations keeps its bounds.
    """
    top = function.body.blocks[0]
    for loop in [loop for op in top.ops for loop in operations_of(op, affine.ForOp)]:
        ends = loop.upperBoundMap.data.results
        if len(ends) < 2 or any(isinstance(end, AffineConstantExpr) for end in ends):
            continue
        if all(_is_in(operand, top) for operand in loop.upperBoundOperands):
            _hoist(loop, top)


def _hoist(loop: affine.ForOp, top: Block) -> None:
    least = affine.MinOp.create(
        operands=loop.upperBoundOperands,
        result_types=[IndexType()],
        properties={"map": loop.upperBoundMap},
    )
    least.location = loop.location
    nest: Operation = loop
    while nest.parent is not top:
        outer = nest.parent_op()
        assert outer is not None
        nest = outer
    Rewriter.insert_op(least, InsertPoint.before(nest))
    region = loop.detach_region(loop.body)
    new = affine_for(
        loop.lowerBoundOperands,
        least.results,
        inits_of(loop),
        loop.lowerBoundMap,
        _OF_VALUE,
        region,
        loop.step,
    )
    new.location, new.attributes = loop.location, loop.attributes
    Rewriter.replace_op(loop, new)


def _is_in(value: SSAValue, block: Block) -> bool:
    owner = value.owner
    return owner is block if isinstance(owner, Block) else owner.parent is block
