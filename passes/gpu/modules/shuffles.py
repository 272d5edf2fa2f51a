"""Shuffles that upstream's ways to GPUs lack, by those that they have."""

from __future__ import annotations

from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import FixedBitwidthType, IntegerType, ModuleOp, VectorType, i32
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from ....dialect.xdsl_compat.operations.gpu_shuffle import ShuffleMode, ShuffleOp
from ...common.index_codegen import Emitter
from ...common.patterns import rewrite_once
from .vector_lanes import lane_count, lane_of, with_lane


def write_shuffles_for_spirv(module: ModuleOp) -> None:
    """
    `up` and `down` as `idx`; a thread without a partner gets its own value, as on other targets.

    Upstream adds numbers of different widths for these two.
    """
    rewrite_once(module, ShuffleByNumber())


def write_shuffles_for_nvvm(module: ModuleOp) -> None:
    """Vectors lane by lane, and what is narrower than 32 bits as an i32."""
    rewrite_once(module, ShuffleByLanes())
    rewrite_once(module, ShuffleWords())


class ShuffleByLanes(RewritePattern):
    """Shuffle each lane of a vector on its own."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShuffleOp, rewriter: PatternRewriter) -> None:
        if not isa(op.value.type, VectorType):
            return
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        taken, valid = op.value, op.valid
        for lane in range(lane_count(op.value.type)):
            part = ShuffleOp(lane_of(emit, op.value, lane), op.offset, op.width, op.mode.data)
            emit.insert(part)
            taken, valid = with_lane(emit, part.shuffle_result, taken, lane), part.valid
        rewriter.replace(op, [], [taken, valid])


class ShuffleWords(RewritePattern):
    """Shuffle what is narrower than 32 bits as an i32."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShuffleOp, rewriter: PatternRewriter) -> None:
        type = op.value.type
        assert isinstance(type, FixedBitwidthType)
        if type.bitwidth >= 32:
            return
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        bits = IntegerType(type.bitwidth)
        is_float = type != bits
        value = emit.insert(arith.BitcastOp(op.value, bits)).results[0] if is_float else op.value
        word = emit.insert(arith.ExtUIOp(value, i32)).results[0]
        shuffle = ShuffleOp(word, op.offset, op.width, op.mode.data)
        emit.insert(shuffle)
        taken = emit.insert(arith.TruncIOp(shuffle.shuffle_result, bits)).results[0]
        if is_float:
            taken = emit.insert(arith.BitcastOp(taken, op.value.type)).results[0]
        rewriter.replace(op, [], [taken, shuffle.valid])


class ShuffleByNumber(RewritePattern):
    """Make `idx` of `up` and `down`, by the number of the other thread."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ShuffleOp, rewriter: PatternRewriter) -> None:
        if op.mode.data not in (ShuffleMode.UP, ShuffleMode.DOWN):
            return
        emit = Emitter(InsertPoint.before(op), op, rewriter)
        lane = emit.insert(gpu.LaneIdOp()).results[0]
        own = emit.insert(arith.IndexCastOp(lane, i32)).results[0]
        step = arith.AddiOp if op.mode.data == ShuffleMode.DOWN else arith.SubiOp
        other = emit.insert(step(own, op.offset)).results[0]
        # Unsigned: a number below zero is none.
        valid = emit.insert(arith.CmpiOp(other, op.width, "ult")).results[0]
        source = emit.insert(arith.SelectOp(valid, other, own)).results[0]
        taken = emit.insert(ShuffleOp(op.value, source, op.width, ShuffleMode.IDX)).results[0]
        rewriter.replace(op, [], [taken, valid])
