"""Shuffles that upstream's ways to GPUs lack, by those that they have."""

from __future__ import annotations

from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import FixedBitwidthType, IntegerType, ModuleOp, VectorType, i32
from xdsl.ir import Attribute
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....dialect.xdsl_compat.operations.gpu_shuffle import ShuffleMode, ShuffleOp
from ...common.index_codegen import Emitter
from .vector_lanes import lane_count, lane_of, with_lane


def write_shuffles_for_spirv(module: ModuleOp) -> None:
    """
    `up` and `down` as `idx`; a thread without a partner gets its own value, as on other targets.

    Upstream adds numbers of different widths for these two.
    """
    for op in tuple(module.walk()):
        if isinstance(op, ShuffleOp) and op.mode.data in (ShuffleMode.UP, ShuffleMode.DOWN):
            _by_number(op)


def write_shuffles_for_nvvm(module: ModuleOp) -> None:
    """Vectors lane by lane, and what is narrower than 32 bits as an i32."""
    for op in tuple(module.walk()):
        if isinstance(op, ShuffleOp) and isa(op.value.type, VectorType):
            _by_lanes(op)
    for op in tuple(module.walk()):
        if isinstance(op, ShuffleOp):
            type = op.value.type
            assert isinstance(type, FixedBitwidthType)
            if type.bitwidth < 32:
                _as_word(op, type)


def _by_lanes(op: ShuffleOp) -> None:
    emit = Emitter(InsertPoint.before(op), op)
    taken, valid = op.value, op.valid
    for lane in range(lane_count(op.value.type)):
        part = ShuffleOp(lane_of(emit, op.value, lane), op.offset, op.width, op.mode.data)
        emit.insert(part)
        taken, valid = with_lane(emit, part.shuffle_result, taken, lane), part.valid
    Rewriter.replace_op(op, [], [taken, valid])


def _as_word(op: ShuffleOp, type: Attribute) -> None:
    assert isinstance(type, FixedBitwidthType)
    emit = Emitter(InsertPoint.before(op), op)
    bits = IntegerType(type.bitwidth)
    is_float = type != bits
    value = emit.insert(arith.BitcastOp(op.value, bits)).results[0] if is_float else op.value
    word = emit.insert(arith.ExtUIOp(value, i32)).results[0]
    shuffle = ShuffleOp(word, op.offset, op.width, op.mode.data)
    emit.insert(shuffle)
    taken = emit.insert(arith.TruncIOp(shuffle.shuffle_result, bits)).results[0]
    if is_float:
        taken = emit.insert(arith.BitcastOp(taken, type)).results[0]
    Rewriter.replace_op(op, [], [taken, shuffle.valid])


def _by_number(op: ShuffleOp) -> None:
    emit = Emitter(InsertPoint.before(op), op)
    lane = emit.insert(gpu.LaneIdOp()).results[0]
    own = emit.insert(arith.IndexCastOp(lane, i32)).results[0]
    step = arith.AddiOp if op.mode.data == ShuffleMode.DOWN else arith.SubiOp
    other = emit.insert(step(own, op.offset)).results[0]
    # Unsigned: a number below zero is none.
    valid = emit.insert(arith.CmpiOp(other, op.width, "ult")).results[0]
    source = emit.insert(arith.SelectOp(valid, other, own)).results[0]
    taken = emit.insert(ShuffleOp(op.value, source, op.width, ShuffleMode.IDX)).results[0]
    Rewriter.replace_op(op, [], [taken, valid])
