"""lower-rows: the `rows` dialect to loops."""

from dataclasses import dataclass

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import FloatAttr, IndexType, ModuleOp, StringAttr, f32
from xdsl.ir import Block, BlockArgument, Region
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.rewriter import InsertPoint

from pad_mlir.dialect.annotations import STAGE, buffer_name

from .dialect import SumOp


def stage_of(op: SumOp) -> str:
    """The name by which passes find the loops of a sum."""
    return f"sum_{buffer_name(op.matrix) or 'unnamed'}"


@dataclass(frozen=True)
class LowerRows(ModulePass):
    """Each sum becomes a loop nest, which is a stage."""

    name = "lower-rows"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(_LowerSum()).rewrite_module(op)


class _LowerSum(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SumOp, rewriter: PatternRewriter) -> None:
        rows, columns = op.shape()
        nest, i, body = _loop(rows)
        zero = body.insert(arith.ConstantOp(FloatAttr(0.0, f32)))
        body.insert(affine.StoreOp(zero.result, op.sums, [i]))
        inner, j, update = _loop(columns)
        body.insert(inner)
        sum = update.insert(affine.LoadOp(op.sums, [i]))
        element = update.insert(affine.LoadOp(op.matrix, [i, j]))
        next = update.insert(arith.AddfOp(sum.result, element.result))
        update.insert(affine.StoreOp(next.result, op.sums, [i]))
        for block in (nest.body.block, inner.body.block):
            block.add_op(affine.YieldOp.get())
        for new in nest.walk():
            new.location = op.location  # what pad-mlir remarks on is found in the user's source
        nest.attributes[STAGE] = StringAttr(stage_of(op))
        rewriter.replace(op, nest)


def _loop(extent: int) -> tuple[affine.ForOp, BlockArgument, Builder]:
    """A loop from 0, its iterator, and a builder at the end of its body."""
    body = Block(arg_types=[IndexType()])
    loop = affine.ForOp.from_region([], [], [], [], 0, extent, Region(body))
    return loop, body.args[0], Builder(InsertPoint.at_end(body))
