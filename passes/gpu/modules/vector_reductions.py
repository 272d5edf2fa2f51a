"""Reductions of vectors that upstream's ways to GPUs round otherwise."""

from __future__ import annotations

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import AnyFloat
from xdsl.dialects.utils import FastMathFlag
from xdsl.dialects.vector import CombiningKindFlag
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint

from ...common.index_codegen import Emitter
from .vector_lanes import lane_count, lane_of

_FLOATS = {
    CombiningKindFlag.ADD: arith.AddfOp,
    CombiningKindFlag.MUL: arith.MulfOp,
    CombiningKindFlag.MINNUMF: arith.MinnumfOp,
    CombiningKindFlag.MAXNUMF: arith.MaxnumfOp,
    CombiningKindFlag.MINIMUMF: arith.MinimumfOp,
    CombiningKindFlag.MAXIMUMF: arith.MaximumfOp,
}
_INTEGERS = {
    CombiningKindFlag.ADD: arith.AddiOp,
    CombiningKindFlag.MUL: arith.MuliOp,
    CombiningKindFlag.MINUI: arith.MinUIOp,
    CombiningKindFlag.MAXUI: arith.MaxUIOp,
    CombiningKindFlag.MINSI: arith.MinSIOp,
    CombiningKindFlag.MAXSI: arith.MaxSIOp,
    CombiningKindFlag.AND: arith.AndIOp,
    CombiningKindFlag.OR: arith.OrIOp,
    CombiningKindFlag.XOR: arith.XOrIOp,
}
_ORDERED = (CombiningKindFlag.ADD, CombiningKindFlag.MUL)


class UnrollReduction(RewritePattern):
    """
    Reduce a vector by operations on its lanes, in order where that counts.

    Upstream starts sums at +0.0, which is not neutral, and for SPIR-V makes dot products of sums
    and maxima without NaN of others.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: vector.ReductionOp, rewriter: PatternRewriter) -> None:
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        type, kind = op.dest.type, op.kind.data
        is_float = isinstance(type, AnyFloat)
        combined = _FLOATS[kind] if is_float else _INTEGERS[kind]
        flags: dict[str, Attribute] = {"fastmath": op.fastmath} if is_float else {}

        def combine(left: SSAValue, right: SSAValue) -> SSAValue:
            new = combined.create(operands=[left, right], result_types=[type], properties=flags)
            return emit.insert(new).results[0]

        start = [] if op.acc is None else [op.acc]
        lanes = range(lane_count(op.vector.type))
        values = [*start, *(lane_of(emit, op.vector, lane) for lane in lanes)]
        in_order = is_float and kind in _ORDERED and FastMathFlag.REASSOC not in op.fastmath.data
        while len(values) > 1:
            if in_order:
                values[:2] = [combine(values[0], values[1])]
            else:
                pairs = zip(values[::2], values[1::2], strict=False)
                values = [*(combine(*pair) for pair in pairs), *values[len(values) // 2 * 2 :]]
        rewriter.replace(op, [], values)
