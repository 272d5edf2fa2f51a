"""Loops that upstream's way to SPIR-V gets wrong."""

from __future__ import annotations

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import VectorType, i1
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...common.index_codegen import Emitter
from ...lanes.legality.carried_reductions import is_vector, vector_shape


class GiveInitialValuesOfEmptyLoop(RewritePattern):
    """
    Choose what an `scf.for` starts from for its results where it has no iterations.

    Upstream stores results in the body, and reads what nobody wrote where that never runs.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: scf.ForOp, rewriter: PatternRewriter) -> None:
        results = [result for result in op.results if result.uses.get_length() > 0]
        if not results:
            return
        emit = Emitter(InsertPoint.after(op), op, rewriter)
        runs = emit.insert(arith.CmpiOp(op.lb, op.ub, "slt")).results[0]
        for result in results:
            chosen = runs
            if is_vector(result.type):
                # There is no choice between vectors by one condition before SPIR-V 1.4.
                type = VectorType(i1, vector_shape(result.type)[:1])
                chosen = emit.insert(vector.BroadcastOp(runs, type)).results[0]
            select = arith.SelectOp(chosen, result, op.iter_args[result.index])
            emit.insert(select)
            rewriter.replace_uses_with_if(
                result, select.results[0], lambda use, select=select: use.operation is not select
            )
