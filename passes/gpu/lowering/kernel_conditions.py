"""Conditions of kernels as comparisons of sums, without products by negative numbers."""

from __future__ import annotations

from xdsl.dialects import affine, scf
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ....dialect.ir.affine_conversion import from_affine_set
from ....index.expr import var
from ....index.normal import tidy
from ...common.index_codegen import Emitter


class CompareSums(RewritePattern):
    """
    Make `scf.if` of `affine.if`: of `-i - 256 * b + 15 >= 0`, one on `i + 256 * b <= 15`.

    At conditions in the first form, which is what upstream's lower-affine gives, Intel's runtime
    for OpenCL on CPUs (2026.2) loses threads: it takes the guard of a kernel for a bound of its
    loop over the threads of a block, and gets the bound wrong where the thread is multiplied by -1.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: affine.IfOp, rewriter: PatternRewriter) -> None:
        names = [f"d{k}" for k in range(len(op.args))]
        values = dict(zip(names, op.args, strict=True))
        condition = tidy(from_affine_set(op.condition.data, [var(name) for name in names]))
        emitter = Emitter(InsertPoint.before(op), op, rewriter)
        regions = [
            rewriter.move_region_contents_to_new_regions(region)
            for region in (op.then_region, op.else_region)
        ]
        for block in (block for region in regions for block in region.blocks):
            if isinstance(end := block.last_op, affine.YieldOp):
                rewriter.replace(end, scf.YieldOp(*end.arguments))
        value = emitter.condition(condition, values)
        new = scf.IfOp(value, op.result_types, regions[0], regions[1])
        new.attributes = dict(op.attributes)
        new.location = op.location
        rewriter.replace(op, new)
