"""
Replaces loops of one iteration by their bodies, and erases loops of none: each costs upstream and
LLVM as much as any other. Upstream erases some itself, and then places tell no more which loop is
meant.
"""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ..common.for_loops import constant_lower, extent_of
from ..common.index_codegen import Emitter
from ..common.patterns import rewrite_once


def write_out_single_iterations(module: ModuleOp) -> None:
    """
    Replaces each `affine.for` that has one iteration, by its bounds, by its body; one that has none
    is erased, and gives what it starts with.
    """
    rewrite_once(module, InlineSingleIteration())


class InlineSingleIteration(RewritePattern):
    """Replace an `affine.for` of one iteration, by its bounds, by its body; erase one of none."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.ForOp, rewriter: PatternRewriter) -> None:
        first, extent = constant_lower(op), extent_of(op)
        if extent is not None and extent <= 0:
            rewriter.replace(op, [], list(op.inits))
            return
        if first is None or extent != 1:
            return
        body = op.body.block
        iterator = Emitter(InsertPoint.before(op), op, rewriter).constant(first)
        end = body.last_op
        assert end is not None
        rewriter.inline_block(body, InsertPoint.before(op), [iterator, *op.inits])
        rewriter.replace(op, [], list(end.operands))
        rewriter.erase(end)
